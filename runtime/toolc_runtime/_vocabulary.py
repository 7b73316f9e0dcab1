"""The table of schema keywords: the checker, the interpreter and the compiler all follow it."""

from __future__ import annotations

from ._frozen import FrozenDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal, TypeAlias

    Profile: TypeAlias = Literal["core", "full"]
    Group: TypeAlias = Literal["applicator", "assertion", "annotation"]
    Effect: TypeAlias = Literal["narrows", "validator only", "annotation"]
    Operand: TypeAlias = Literal[
        "type",
        "schema",
        "schemas",
        "schema map",
        "pattern map",
        "names",
        "names map",
        "value",
        "values",
        "number",
        "positive number",
        "count",
        "flag",
        "text",
        "pattern",
        "reference",
        "anchor",
        "identifier",
        "any",
    ]
else:
    Profile = str

TYPE_NAMES = ("string", "number", "integer", "boolean", "null", "array", "object")
SCALARS = ("string", "number", "integer", "boolean", "null")
_NUMBERS = ("number", "integer")
_STRING = ("string",)
_ARRAY = ("array",)
_OBJECT = ("object",)
_ANY: tuple[str, ...] = ()


class Keyword:
    """One row: everything the project knows about one keyword.

    *types*: the types of value it constrains, none for all. *core_types*: the types of node that
    `core` allows it on. *profile*: the first that has it. *kind*: of the violation it yields, empty
    where its subschemas yield their own. *operand*: the shape of what is written after it, in
    `full`; `core` takes less where `_schema_core` says so. *effect*: on the generated Python type.
    *semantics*: in one line.
    """

    __slots__ = (
        "core_types",
        "effect",
        "group",
        "kind",
        "name",
        "operand",
        "profile",
        "semantics",
        "types",
    )

    def __init__(
        self,
        name: str,
        types: tuple[str, ...],
        profile: Profile,
        group: Group,
        kind: str,
        operand: Operand,
        effect: Effect,
        semantics: str,
        core_types: tuple[str, ...] | None = None,
    ) -> None:
        self.name = name
        self.types = types
        self.profile: Profile = profile
        self.group: Group = group
        self.kind = kind
        self.operand: Operand = operand
        self.effect: Effect = effect
        self.semantics = semantics
        self.core_types = types if core_types is None else core_types

    def __repr__(self) -> str:
        return f"Keyword({self.name!r})"


def _annotation(name: str, profile: Profile, operand: Operand, semantics: str) -> Keyword:
    return Keyword(name, _ANY, profile, "annotation", "", operand, "annotation", semantics)


def _assertion(
    name: str, types: tuple[str, ...], kind: str, operand: Operand, semantics: str
) -> Keyword:
    return Keyword(name, types, "full", "assertion", kind, operand, "validator only", semantics)


def _applicator(
    name: str,
    types: tuple[str, ...],
    kind: str,
    operand: Operand,
    effect: Effect,
    semantics: str,
) -> Keyword:
    return Keyword(name, types, "full", "applicator", kind, operand, effect, semantics)


_CORE = (
    Keyword("type", _ANY, "core", "assertion", "type", "type", "narrows",
            "the value has this type, or one of these; 1.0 is an integer, true is no number"),
    Keyword("enum", _ANY, "core", "assertion", "enum", "values", "narrows",
            "the value equals one of these", SCALARS),
    Keyword("const", _ANY, "core", "assertion", "const", "value", "narrows",
            "the value equals this", SCALARS),
    Keyword("properties", _OBJECT, "core", "applicator", "", "schema map", "narrows",
            "each named property that is there passes its schema"),
    Keyword("required", _OBJECT, "core", "assertion", "required", "names", "narrows",
            "every one of these keys is there"),
    Keyword("additionalProperties", _OBJECT, "core", "applicator", "undeclared", "schema",
            "narrows", "every key neither declared nor matched by a pattern passes; false: none"),
    Keyword("items", _ARRAY, "core", "applicator", "", "schema", "narrows",
            "every item after those of prefixItems passes"),
    Keyword("oneOf", _ANY, "core", "applicator", "one_of", "schemas", "narrows",
            "exactly one branch accepts the value"),
)  # fmt: skip

_UNIONS = (
    _applicator("anyOf", _ANY, "any_of", "schemas", "narrows",
                "at least one branch accepts the value"),
    _applicator("allOf", _ANY, "", "schemas", "narrows", "every branch accepts the value"),
    _applicator("not", _ANY, "not", "schema", "validator only", "this does not accept the value"),
    _applicator("if", _ANY, "", "schema", "validator only",
                "whether this accepts the value decides between then and else"),
    _applicator("then", _ANY, "", "schema", "validator only",
                "accepts the value where `if` does; alone it says nothing"),
    _applicator("else", _ANY, "", "schema", "validator only",
                "accepts the value where `if` does not; alone it says nothing"),
    _applicator("$ref", _ANY, "", "reference", "narrows",
                "the schema at this place of the document accepts the value"),
    _applicator("$defs", _ANY, "", "schema map", "annotation", "schemas for `$ref` to point at"),
    _applicator("definitions", _ANY, "", "schema map", "annotation",
                "the older spelling of $defs"),
    _annotation("$anchor", "full", "anchor", "a name of this schema for `$ref`, as `#name`"),
)  # fmt: skip

_LIMITS = (
    _assertion("minimum", _NUMBERS, "minimum", "number", "the number is at least this"),
    _assertion("maximum", _NUMBERS, "maximum", "number", "the number is at most this"),
    _assertion("exclusiveMinimum", _NUMBERS, "exclusive_minimum", "number",
               "the number is greater than this"),
    _assertion("exclusiveMaximum", _NUMBERS, "exclusive_maximum", "number",
               "the number is less than this"),
    _assertion("multipleOf", _NUMBERS, "multiple_of", "positive number",
               "the number is a whole multiple of this, in exact decimal arithmetic"),
    _assertion("minLength", _STRING, "min_length", "count", "at least so many code points"),
    _assertion("maxLength", _STRING, "max_length", "count", "at most so many code points"),
    _assertion("pattern", _STRING, "pattern", "pattern",
               "the ECMA-262 pattern is found anywhere in the string"),
    _assertion("format", _STRING, "format", "text",
               "the string has this format, where its name is a known one"),
    _assertion("minItems", _ARRAY, "min_items", "count", "at least so many items"),
    _assertion("maxItems", _ARRAY, "max_items", "count", "at most so many items"),
    _assertion("uniqueItems", _ARRAY, "unique_items", "flag", "no two items are equal"),
    _assertion("minProperties", _OBJECT, "min_properties", "count", "at least so many keys"),
    _assertion("maxProperties", _OBJECT, "max_properties", "count", "at most so many keys"),
)  # fmt: skip

_CONTAINERS = (
    _applicator("prefixItems", _ARRAY, "", "schemas", "narrows",
                "each of the first items passes the schema at its place"),
    _applicator("contains", _ARRAY, "contains", "schema", "validator only",
                "some item passes; how many, minContains and maxContains say"),
    _assertion("minContains", _ARRAY, "min_contains", "count",
               "at least so many items pass `contains`; 1 if absent"),
    _assertion("maxContains", _ARRAY, "max_contains", "count",
               "at most so many items pass `contains`"),
    _applicator("patternProperties", _OBJECT, "", "pattern map", "narrows",
                "each value whose key matches the pattern passes its schema"),
    _applicator("propertyNames", _OBJECT, "property_names", "schema", "validator only",
                "every key, as a string, passes"),
    _assertion("dependentRequired", _OBJECT, "dependent_required", "names map",
               "where the key is there, so are these"),
    _applicator("dependentSchemas", _OBJECT, "", "schema map", "validator only",
                "where the key is there, the object passes this"),
)  # fmt: skip

_ANNOTATIONS = (
    _annotation("description", "core", "text", "what the value means"),
    _annotation("title", "core", "text", "a short name for people"),
    _annotation("default", "core", "any", "what the tool assumes; never put into a value"),
    _annotation("examples", "core", "any", "values that show what is meant"),
    _annotation("$schema", "full", "text", "the dialect the schema was written for"),
    _annotation("$id", "full", "identifier", "the name of the document, at its root only"),
    _annotation("$comment", "full", "text", "a note to those who edit the schema"),
    _annotation("deprecated", "full", "flag", "whether callers should stop using it"),
    _annotation("readOnly", "full", "flag", "whether only the tool sets it"),
    _annotation("writeOnly", "full", "flag", "whether the tool never gives it back"),
    _annotation("contentEncoding", "full", "text", "how the string encodes bytes"),
    _annotation("contentMediaType", "full", "text", "the media type of the string's content"),
    _annotation("contentSchema", "full", "any", "a schema of the string's content"),
)

KEYWORDS: Mapping[str, Keyword] = FrozenDict(
    {row.name: row for row in (*_CORE, *_UNIONS, *_LIMITS, *_CONTAINERS, *_ANNOTATIONS)}
)
"""Every supported keyword by name."""

ANNOTATIONS = frozenset([row.name for row in _ANNOTATIONS])
"""Keywords that are kept and say nothing about which values pass; `x-…` ones come on top."""

EXTENSION = "x-"
"""What a vendor's own annotations begin with; `full` keeps them."""

IN_PLACE = ("$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas")
"""Applicators whose subschemas see the same value; a loop of these alone would never end."""

REFUSED: Mapping[str, str] = FrozenDict(
    {
        "$dynamicRef": "dynamic references are not supported; use $ref",
        "$dynamicAnchor": "dynamic references are not supported; use $anchor and $ref",
        "$recursiveRef": "dynamic references are not supported; use $ref",
        "$recursiveAnchor": "dynamic references are not supported; use $anchor and $ref",
        "$vocabulary": "vocabularies are not supported: the keywords are the documented ones",
        "unevaluatedProperties": "what other keywords left over is not tracked; declare the "
        "properties in one place and use additionalProperties",
        "unevaluatedItems": "what other keywords left over is not tracked; use items",
        "additionalItems": "the draft-07 form; use prefixItems for the first items and items for "
        "the rest",
        "dependencies": "the draft-07 form; use dependentRequired or dependentSchemas",
        "nullable": 'the OpenAPI 3.0 form; use "type": [..., "null"]',
        "discriminator": "an OpenAPI keyword; a `const` tag in every branch does the same",
        "example": "an OpenAPI keyword; use examples, an array",
        "id": "the draft-04 form; use $id",
        "divisibleBy": "the draft-03 form; use multipleOf",
        "disallow": "the draft-03 form; use not",
        "extends": "the draft-03 form; use allOf",
    }
)
"""Keywords that are refused by name, each with the reason and the way out."""


def rows(profile: Profile) -> tuple[Keyword, ...]:
    """The rows that *profile* has."""
    return tuple([row for row in KEYWORDS.values() if profile == "full" or row.profile == "core"])


def is_extension(name: str) -> bool:
    """Whether *name* is a vendor's own annotation."""
    return name.startswith(EXTENSION)
