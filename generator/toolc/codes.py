"""The codes of findings, each with what it says. Codes are stable, messages are not."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "unreadable": "The file or folder cannot be read.",
        "too-many": "Further findings of the file are counted, not listed.",
        "yaml-alias": "Aliases are refused: a reader should see what a spec says where it says it.",
        "yaml-anchor": "Anchors are refused, as aliases are.",
        "yaml-character": "Control characters cannot stand in a spec as they are.",
        "yaml-depth": "Collections are nested too deep.",
        "yaml-documents": "A file is one YAML document.",
        "yaml-duplicate-key": "A key stands twice in one mapping.",
        "yaml-encoding": "The file is not UTF-8, or holds half of a surrogate pair.",
        "yaml-key": "A key is a string.",
        "yaml-merge": "Merge keys are refused.",
        "yaml-root": "A spec is a mapping.",
        "yaml-scalar": "Readers of YAML disagree on the scalar, or JSON has no such number.",
        "yaml-size": "The file is too large.",
        "yaml-syntax": "The file is not YAML.",
        "yaml-tag": "Tags are refused.",
        "yaml-version": "Specs are read as YAML 1.2.",
    }
)
