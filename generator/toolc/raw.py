"""Raw JSON Schema from YAML: taken as it is."""

from __future__ import annotations

from typing import cast

from .compiled import Compiled, record
from .nodes import Node, is_whole
from .spec import Steps
from .walk import Schema


def take(node: Node) -> Compiled:
    """The raw schema that *node* is; whether it is one, the runtime's check says."""
    nodes: dict[Steps, Node] = {}
    schema = cast(Schema, record(node, (), nodes))
    return Compiled(schema, nodes, is_whole(node))
