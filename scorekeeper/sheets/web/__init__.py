"""The pages of sheets, and their forms: a module a resource, named as in its address."""
