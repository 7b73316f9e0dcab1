"""The templates of one tool: `render`, `meta`, and the cards of `present`."""

from __future__ import annotations

from collections.abc import Mapping

from .cards import CALLS, RESULTS, Card, Cards
from .compiled import Compiled
from .fitting import Fitting
from .forms import Form, did_you_mean, is_broken, one_of, place_of
from .meta_schema import meta_schema
from .nodes import Scalar, Table
from .spec import SchemaSpec
from .templates_lang import CardTemplate, Root, TemplateObject, TemplateText
from .types_table import TypesTable
from .validate_templates import CONTENT, FAILURE, Templates
from .walk import Schema


class Presenting:
    """Reads the templates of the tool that *form* is."""

    def __init__(
        self, form: Form, parameters: Compiled, output: Compiled, types: TypesTable
    ) -> None:
        self._form = form
        self._types = types
        self._both: dict[Root, Schema] = {"args": parameters.schema, "value": output.schema}

    def render(self) -> TemplateText | None:
        """The template of the model-facing text."""
        node = self._form.get("render")
        return self._templates("'render'", self._both).text(node, "render") if node else None

    def meta(self) -> tuple[TemplateObject | None, SchemaSpec | None]:
        """The template of the durable metadata, and the schema of what it yields."""
        form = self._form.form("meta", "meta")
        table = self._templates("'meta'", self._both).table(form.table) if form else None
        if table is None:
            return None, None
        return table, SchemaSpec(meta_schema(table, self._both), {(): table.at})

    def cards(self, meta: SchemaSpec | None) -> tuple[CardTemplate | None, CardTemplate | None]:
        """The cards of the pending and of the completed call."""
        form = self._form.form("present", "'present'")
        if form is None:
            return None, None
        form.known(("call", "result"))
        args: dict[Root, Schema] = {"args": self._both["args"]}
        durable: dict[Root, Schema] = {"meta": meta.schema} if meta else {}
        result = args | durable | {"content": CONTENT, "failure": FAILURE}
        return self._card(form, "call", CALLS, args), self._card(form, "result", RESULTS, result)

    def _templates(self, where: str, roots: Mapping[Root, Schema]) -> Templates:
        read = {root: (schema, self._types.shapes(schema)) for root, schema in roots.items()}
        return Templates(where, read, self._form.findings)

    def _card(
        self, present: Form, key: str, cards: Cards, roots: Mapping[Root, Schema]
    ) -> CardTemplate | None:
        form = present.form(key, f"the card of {key!r}")
        card = _variant(form, cards) if form else None
        if form is None or card is None:
            return None
        name, keys = card
        entries = {k: node for k, node in form.table.entries.items() if k != "card"}
        body = Table(form.table.at, form.table.owner, entries)
        table = self._templates(f"'present.{key}'", roots).table(body)
        shapes = {root: self._types.shapes(schema) for root, schema in roots.items()}
        what = f"a card {name!r}"
        if table is None or not Fitting(shapes, form.findings).entries(
            what, table, keys.keys, keys.required
        ):
            return None
        return CardTemplate(name, table.entries, table.at)


def _variant(form: Form, cards: Cards) -> tuple[str, Card] | None:
    """The card that *form* names, and the keys it has in the variant that its tag names."""
    name = _word(form, "card", tuple(cards))
    if name is None:
        return None
    found = cards[name]
    if isinstance(found, Card):
        return name, found
    tag, variants = found
    variant = _word(form, tag, tuple(variants))
    return None if variant is None else (name, variants[variant])


def _word(form: Form, key: str, words: tuple[str, ...]) -> str | None:
    """The value of *key*, which is one of *words*."""
    node = form.table.entries.get(key)
    if node is None:
        form.missing(key, f"one of {one_of(words)}")
        return None
    value = node.value if isinstance(node, Scalar) else None
    if isinstance(value, str) and value in words:
        return value
    if not is_broken(node):
        known = f"one of {one_of(words)}"
        hint = did_you_mean(value, words, known) if isinstance(value, str) else known
        message = f"no such {key}: {value!r}" if isinstance(value, str) else f"{key!r} is a word"
        form.findings.error(place_of(node), "card-kind", message, hint)
    return None
