"""The pages of tournaments: a module a resource, named as in its address."""
