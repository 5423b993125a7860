"""Compiled templates that the applications of a test run share.

Each test has an application of its own, and compiling its templates takes longer than all that
most tests do with it.
"""

from jinja2 import BytecodeCache


class CompiledTemplates(BytecodeCache):
    """A bytecode cache in memory. The texts of a template are translated when it is compiled:
    it has a code of its own in each language."""

    def __init__(self):
        self.codes = {}

    def load_bytecode(self, bucket):
        bucket.code = self.codes.get(_identity(bucket))

    def dump_bytecode(self, bucket):
        self.codes[_identity(bucket)] = bucket.code


def _identity(bucket):
    return getattr(bucket.environment, "code", ""), bucket.key, bucket.checksum
