"""What a program may use up before it is stopped."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramLimits:
    """The budget of one program. Raise `ValueError` where a limit is not positive.

    Waiting for tools costs nothing: tools have their own deadlines, and abort ends everything.
    """

    seconds: float = 30.0
    """Time in which the program itself computes."""
    sleep_seconds: float = 60.0
    """Time that it asks to sleep, in all."""
    memory_bytes: int = 256 * 1024 * 1024
    suspensions: int = 1000
    """How often it may turn to the host: calls of tools, sleeps, waits."""
    output_bytes: int = 1024 * 1024
    """How much it may print."""
    max_parallel_tool_calls: int = 10
    """How many of its calls may run at once."""

    def __post_init__(self) -> None:
        for entry in fields(self):
            value = getattr(self, entry.name)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
                raise ValueError(f"{entry.name} is {value!r}, not a positive number")
            if entry.type == "int" and not isinstance(value, int):
                raise ValueError(f"{entry.name} is {value!r}, not an integer")
