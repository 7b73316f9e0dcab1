"""Bounds on what a spec may hold; specs come from strangers too."""

from __future__ import annotations

from typing import Final

MAX_BYTES: Final = 4 * 1024 * 1024
"""Of one file."""

MAX_DEPTH: Final = 200
"""Of nested collections in a file; nothing that people read or models take comes near."""

MAX_FINDINGS: Final = 500
"""Of one file that are listed; the rest are counted."""

MAX_NAME: Final = 256
"""Characters of a name that becomes a name in Python or a file."""

MAX_WIRE_SIZE: Final = 20_000
"""Schemas in the wire form of one schema: types that mention types twice double with each step."""

MAX_WIRE_DEPTH: Final = 250
"""Schemas inside schemas in a wire form; JSON readers and writers have limits too."""
