"""The marker of an absent optional property, which is something else than null."""

from __future__ import annotations

from enum import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal


class Unset(Enum):
    """The type of `UNSET`, its only member; `is UNSET` narrows in type checkers."""

    UNSET = "UNSET"

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset.UNSET
"""The property is absent; `None` is a JSON null that is there. It is false in a condition."""
