"""The pages of circles: a module a resource, named as in its address."""
