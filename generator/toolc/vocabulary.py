"""What the runtime's table of keywords says to the front end."""

from __future__ import annotations

TYPE_NAMES = ("string", "number", "integer", "boolean", "null", "array", "object")
SCHEMAS = frozenset(
    {"items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"}
)
LISTS = frozenset({"oneOf", "anyOf", "allOf", "prefixItems"})
MAPS = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs", "definitions"})
ANNOTATIONS = frozenset({"description", "title", "default", "examples"})
WITHOUT_TYPE = frozenset({"oneOf", "anyOf", "allOf", "not", "if", "$ref", "enum", "const"})
IN_PLACE = frozenset({"oneOf", "anyOf", "allOf", "not", "if", "then", "else", "dependentSchemas"})
from typing import Literal
Profile = Literal["core", "full"]
def types_for(k): return frozenset()
