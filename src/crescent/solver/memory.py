"""The arrays that searches work in: about 340 bytes for each node."""

from __future__ import annotations

from array import array

from crescent.rules import Rules
from crescent.solver.evaluation import Tables
from crescent.solver.hashing import words_table
from crescent.solver.packed import ROW, faces_table, table_size, zeros
from crescent.solver.tree import MOST_CHILDREN, Tree


def new_tree(nodes: int) -> Tree:
    """Arrays for searches that make so many nodes."""
    nodes += MOST_CHILDREN
    return Tree(
        rows=zeros("b", ROW * nodes),
        raws=zeros("Q", 16 * nodes),
        hashes=zeros("Q", nodes),
        parent=zeros("i", nodes),
        action=zeros("h", nodes),
        row=zeros("i", nodes),
        moves=zeros("i", nodes),
        value=zeros("q", nodes),
        table=zeros("Q", table_size(nodes)),
        queue=zeros("q", nodes),
        children=zeros("q", 4 * MOST_CHILDREN),
        keys=zeros("Q", MOST_CHILDREN),
        topped=zeros("q", 64),
        next_topped=zeros("q", 16),
        bottom=zeros("q", 16),
        top=zeros("q", 16),
        mixed=zeros("Q", 16),
    )


def new_tables(rules: Rules, nodes: int, weights: array[int]) -> Tables:
    """Tables for searches that make so many nodes by these rules; `weights` are kept, `fill_tables` is to be called."""
    size = table_size(nodes + MOST_CHILDREN)
    settings = array("q", [rules.pile_capacity, int(rules.foundation_to_pile), nodes, 65 - size.bit_length()])
    return Tables(settings, weights, faces_table(rules.wrap), words_table(size), zeros("h", 4096), zeros("h", 4096))
