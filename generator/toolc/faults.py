"""What is nobody's fault but ours."""


class InternalError(Exception):
    """What was generated does not hold: our fault, never the spec's."""
