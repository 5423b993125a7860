"""The use cases of circles that are more than one event, without HTTP and without SQL; each
event alone is a decision of :mod:`scorekeeper.circles.decisions`, recorded by its access.
"""
