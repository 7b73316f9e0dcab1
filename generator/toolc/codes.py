"""The codes of findings, each with what it says. Codes are stable, messages are not."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_FILES = {
    "no-specs": "The folder holds no specs.",
    "unreadable": "The file or folder cannot be read.",
    "too-many": "Further findings of the file are counted, not listed.",
}

_YAML = {
    "yaml-alias": "Aliases are refused: a reader should see what a spec says where it says it.",
    "yaml-anchor": "Anchors are refused, as aliases are.",
    "yaml-character": "Control characters cannot stand in a spec as they are.",
    "yaml-depth": "Collections are nested too deep.",
    "yaml-documents": "A file is one YAML document.",
    "yaml-duplicate-key": "A key stands twice in one mapping.",
    "yaml-encoding": "The file is not UTF-8, or holds half of a surrogate pair.",
    "yaml-invisible": "People do not see a character of the text; models read it.",
    "yaml-key": "A key is a string.",
    "yaml-merge": "Merge keys are refused.",
    "yaml-root": "A spec is a mapping.",
    "yaml-scalar": "Readers of YAML disagree on the scalar, or JSON has no such number.",
    "yaml-size": "The file is too large.",
    "yaml-syntax": "The file is not YAML.",
    "yaml-tag": "Tags are refused.",
    "yaml-version": "Specs are read as YAML 1.2.",
}

_SPEC = {
    "spec-conflict": "Two keys exclude each other.",
    "spec-key": "There is no such key here.",
    "spec-missing": "A key is missing.",
    "spec-type": "A key takes a value of another type.",
    "spec-value": "A key takes another value.",
    "catalog-empty": "The catalogue has no tools.",
    "catalog-name": "The name of the catalogue cannot name a package.",
    "catalog-twice": "Two catalogues would become one package.",
    "parameter-root": "The root of the parameters does not say that they are an object.",
    "parameter-name": "Model providers refuse the name of a parameter, and the request with it.",
    "tool-description": "The tool does not say what it does.",
    "tool-name": "The name of the tool is refused by providers or registries.",
    "tool-twice": "Two catalogues have a tool of one name, which no registry can hold both.",
    "tool-twin": "Two tools have one name in Python.",
    "type-endless": "A named type leads to itself before any value is read.",
    "type-name": "A named type has a name of letters, digits, `_`, `-` and `.`.",
    "type-recursive": "The profile core has no recursive types.",
    "type-size": "With its types inlined, the schema is too large or too deep.",
    "type-unused": "No tool uses the named type.",
}

_SCHEMA = {
    "schema-additional-boolean": "In core, `additionalProperties` is a boolean.",
    "schema-anchor": "An `$anchor` is a name, and is there once.",
    "schema-annotation-boolean": "The annotation is a boolean.",
    "schema-annotation-json": "The annotation is not JSON.",
    "schema-annotation-string": "The annotation is a string.",
    "schema-beside-one-of": "In core, nothing but annotations stands beside `oneOf`.",
    "schema-const-not-in-enum": "The `const` is none of the `enum`.",
    "schema-const-value": "The `const` is not of the node's type.",
    "schema-enum-values": "The `enum` is empty, or holds what is not of the node's type.",
    "schema-id-rebase": "An `$id` below the root would move what references mean.",
    "schema-key": "The keyword is said otherwise in the author's DSL.",
    "schema-misplaced": "The keyword says nothing about values of the node's type.",
    "schema-node": "A schema is a mapping.",
    "schema-not-json": "The schema is not JSON.",
    "schema-object-root": "Parameters are an object.",
    "schema-one-of-min": "A `oneOf` has too few branches.",
    "schema-openness": "An object says whether it takes undeclared keys.",
    "schema-operand": "The keyword takes something else.",
    "schema-pattern-syntax": "The pattern is none, or cannot be checked safely.",
    "schema-properties-record": "`properties` is a mapping.",
    "schema-ref": "The reference names no type of the catalogue.",
    "schema-ref-loop": "The reference leads back to itself before any value is read.",
    "schema-ref-target": "The reference leads nowhere.",
    "schema-required": "`required: true` is written on the property.",
    "schema-required-duplicate": "`required` names a property twice.",
    "schema-required-strings": "`required` is a list of strings.",
    "schema-required-undeclared": "`required` names a property that is not declared.",
    "schema-requires-type": "In core, the keyword needs a type beside it.",
    "schema-type": "There is no such type, or no type at all.",
    "schema-type-and-one-of": "A node has a type or `oneOf`.",
    "schema-type-array": "In core, a node has one type.",
    "schema-unsupported-keyword": "The keyword is not enforced, so it is refused.",
}

_TEMPLATES = {
    "card-kind": "There is no such card, or no such variant of it.",
    "card-type": "The key of the card holds something else.",
    "template-absent": "Something may be absent or null where something has to be shown.",
    "template-path": "The placeholder leads nowhere.",
    "template-root": "The template cannot read that.",
    "template-syntax": "The text is no template.",
}

_EXAMPLES = {
    "example-args": "The example's arguments do not pass the parameters.",
    "example-value": "The example's value does not pass the output.",
}

_LINTS = {
    "lint-default": "The `default` does not pass its own schema.",
    "lint-enum": "A member of the `enum` never passes, or stands twice.",
    "lint-examples": "One of the `examples` does not pass its own schema.",
    "lint-format": "Nobody checks the format.",
    "lint-idle": "The keyword says nothing about values of the node's type.",
    "lint-required": "A required property is not declared.",
    "lint-union": "A branch of the union never matches alone, or is there twice.",
    "lint-unsatisfiable": "No value passes the schema.",
}

_OUTPUT = {
    "output-blocked": "Something that is no file stands where a package or a file of ours belongs.",
    "output-edited": "A generated file was edited by hand.",
    "output-foreign": "A file that toolc did not write stands where one of its own belongs.",
    "output-leftover": "The spec of a generated package is gone.",
    "output-stale": "What stands in the output folder is not what the specs say.",
    "output-write": "A file cannot be written or read.",
}

CODES: Final[Mapping[str, str]] = MappingProxyType(
    _FILES | _YAML | _SPEC | _SCHEMA | _TEMPLATES | _EXAMPLES | _LINTS | _OUTPUT
)
"""Every code."""
