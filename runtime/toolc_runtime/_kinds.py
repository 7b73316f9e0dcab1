"""The names of what can be wrong, with values and with schemas. They are public API."""

from __future__ import annotations

from ._frozen import FrozenDict
from ._vocabulary import KEYWORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

VALUE_KINDS: Mapping[str, str] = FrozenDict(
    {row.kind: row.semantics for row in KEYWORDS.values() if row.kind}
    | {"forbidden": "a schema `false`: no value may stand here"}
)
"""Kinds of violation of a value: each is what a keyword demands."""

SCHEMA_KINDS: Mapping[str, str] = FrozenDict(
    {
        "node": "a schema is an object; in the full profile also true or false",
        "unsupported_keyword": "the keyword is not supported by the profile",
        "annotation_string": "the annotation is a string",
        "annotation_json": "the annotation is lossless JSON",
        "annotation_boolean": "the annotation is true or false",
        "type_unknown": "the type is one of the seven",
        "type_array": "the profile allows one type only, not a list",
        "type_and_one_of": "a node has a type or oneOf, not both",
        "one_of_min": "oneOf is a list of at least two schemas",
        "beside_one_of": "the keyword can't stand beside oneOf",
        "requires_type": "the keyword needs a type beside it",
        "misplaced": "the keyword does not belong to the type",
        "properties_record": "properties is an object of schemas",
        "required_strings": "required is a list of strings",
        "required_duplicate": "required names a property once",
        "required_undeclared": "required names declared properties",
        "additional_boolean": "additionalProperties is true or false",
        "enum_values": "enum is a non-empty list of values of the node's type",
        "const_value": "const is a value of the node's type",
        "const_not_in_enum": "const is one of enum",
        "operand": "what the keyword takes",
        "pattern_syntax": "the pattern is ECMA-262 that can be checked",
        "pattern_unsafe": "the pattern takes linear time on every string",
        "ref_target": "the reference leads to a schema of this document",
        "ref_loop": "references that lead back to themselves without reading any of the value",
        "anchor": "an anchor is a name, once in the document",
        "id_rebase": "$id stands at the root only: it must not move what references mean",
        "not_json": "a schema is lossless JSON",
        "object_root": "the root describes an object",
        "author_node": "a node is a mapping",
        "author_type": "a node has a type of the author's language, or oneOf",
        "author_key": "the key belongs to the node's type",
        "author_map": "properties and parameters are mappings",
        "author_openness": "an object says whether other keys are allowed",
        "author_required_true": "`required` is true, or left out",
    }
)
"""Kinds of violation of a schema."""
