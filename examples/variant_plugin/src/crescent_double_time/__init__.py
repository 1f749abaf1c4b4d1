"""Double time: six redeals, but no pile may hold more than nine cards, and ace and king are not adjacent."""

from crescent import Rules, Variant

DOUBLE_TIME = Variant(
    name="double-time",
    tag="DT",
    rules=Rules(redeals=6, pile_capacity=9, wrap=False),
    description="six redeals, nine cards a pile, no step from ace to king",
)
