"""THE rules, once, as plain functions over a row of bytes; nothing is imported.

Every function stays in the subset of Python that Numba compiles, so that CPython runs these very functions on a
`bytearray` for people, and compiled code runs them on uint8 arrays for batches and for search.

A row of capacity C (the most cards a pile may hold) is `16 * C + 25` bytes:

    C * p + d        card at depth d (0 the bottom) of pile p (0 to 15)
    16 * C + p       how many cards pile p holds
    16 * C + 16 + s  cards on the ascending foundation of suit s (1 to 13), suits in the order S H D C
    16 * C + 20 + s  cards on the descending foundation of suit s (1 to 13)
    16 * C + 24      redeals left

A card is `13 * suit + rank + 1` (1 to 52, rank 0 the ace), plus 64 while face down; 0 is no card.  In a player's
view 64 alone is a card whose face is unknown.  Places are numbered 0-15 piles, 16-19 ascending and 20-23
descending foundations; actions are those of `crescent.moves`.

Arguments that come again and again: `capacity` as above; `wrap`, whether ace and king are adjacent in the piles;
`to_pile`, whether foundation cards may go to piles.  No function checks its arguments: callers do.
"""

FACE_DOWN = 64

# Refusal numbers: the place of a reason in refusals.Reason, from 1; 0 is "legal".
LEGAL = 0
GAME_OVER = 1
NOTHING_TO_MOVE = 2
SAME_PLACE = 3
BASE_CARD = 4
NEVER_BACK_TO_A_PILE = 5
TARGET_EMPTY = 6
NOT_SAME_SUIT = 7
FOUNDATION_COMPLETE = 8
NOT_NEXT_RANK = 9
NOT_ADJACENT = 10
PILE_FULL = 11
NO_REDEAL = 12

# By card byte (0 first): suit, rank, and the cards one rank up and one rank down on the circle.
SUIT = (0,) + (0,) * 13 + (1,) * 13 + (2,) * 13 + (3,) * 13
RANK = (0,) + tuple(range(13)) * 4
HIGHER = (0,) + tuple(card + 1 if card % 13 else card - 12 for card in range(1, 53))
LOWER = (0,) + tuple(card - 1 if card % 13 != 1 else card + 12 for card in range(1, 53))

# Where a bit stands in a 16-bit set: the powers of two up to 2 ** 15 differ modulo 19.
BIT_PLACE = (0, 0, 1, 13, 2, 0, 14, 6, 3, 8, 0, 12, 15, 5, 7, 11, 4, 10, 9)

WORD = 0xFFFFFFFFFFFFFFFF

SCRATCH = 69  # integers that `legal_actions` works with


def row_length(capacity: int) -> int:
    """Bytes of a row."""
    return 16 * capacity + 25


def mix(state: int) -> int:
    """SplitMix64's output function (Steele, Lea and Flood, 2014): an unsigned 64-bit state to its number."""
    word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


def deal(row: bytearray, capacity: int, redeals: int, face_down: bool, number: int) -> None:
    """Fill `row` with the deal of a code number (spec of codes, `CR1`); `number` is unsigned 64-bit when compiled.

    The deck is shuffled in the first 96 bytes and then spread to the piles from the last one down.
    """
    place = 0
    for card in range(1, 53):
        row[place] = card
        place += 1
        if 1 < (card - 1) % 13 + 1 < 13:
            row[place] = card
            place += 1
    state = number
    for last in range(95, 0, -1):
        size = last + 1
        half = 4294967296 % size
        surplus = half * half % size  # 2 ** 64 modulo size: a draw among the topmost `surplus` numbers is void
        void = True
        chosen = 0
        while void:
            state = (state + 0x9E3779B97F4A7C15) & WORD
            word = mix(state)
            high = word >> 32
            low = word & 0xFFFFFFFF
            void = high == 0xFFFFFFFF and low >= 4294967296 - surplus
            chosen = (high % size * half + low % size) % size
        swapped = row[last]
        row[last] = row[chosen]
        row[chosen] = swapped
    for pile in range(15, -1, -1):
        for depth in range(5, -1, -1):
            row[capacity * pile + depth] = row[6 * pile + depth]
        for depth in range(6, capacity):
            row[capacity * pile + depth] = 0
        if face_down:
            for depth in range(5):
                row[capacity * pile + depth] += FACE_DOWN
        row[16 * capacity + pile] = 6
    for foundation in range(16, 24):
        row[16 * capacity + foundation] = 1
    row[16 * capacity + 24] = redeals


def is_won(row: bytes | bytearray, capacity: int) -> bool:
    """Whether all eight foundations hold 13 cards."""
    for foundation in range(16, 24):
        if row[16 * capacity + foundation] != 13:
            return False
    return True


def cards_home(row: bytes | bytearray, capacity: int) -> int:
    """Cards on the foundations, 8 to 104."""
    home = 0
    for foundation in range(16, 24):
        home += row[16 * capacity + foundation]
    return home


def top_card(row: bytes | bytearray, capacity: int, place: int) -> int:
    """The top card's byte of any place, 0 for an empty pile."""
    height = row[16 * capacity + place]
    if place < 16:
        return row[capacity * place + height - 1] if height else 0
    if place < 20:
        return 13 * (place - 16) + height
    return 13 * (place - 20) + 14 - height


def legal_actions(
    row: bytes | bytearray, capacity: int, wrap: bool, to_pile: bool, scratch: list[int], actions: list[int]
) -> int:
    """Write the legal action indices in rising order into `actions` and return how many there are.

    `actions` has room for 409.  `scratch` has 69 integers of 16 bits: by card (0 to 52) the set of piles that it
    tops, all 0 before and after; then by pile its top card.
    """
    heights = 16 * capacity
    full = 0
    for pile in range(16):
        height = row[heights + pile]
        card = row[capacity * pile + height - 1] if height else 0
        scratch[53 + pile] = card
        scratch[card] |= 1 << pile
        if height >= capacity:
            full |= 1 << pile
    scratch[0] = 0
    found = 0
    for pile in range(16):
        card = scratch[53 + pile]
        targets = (scratch[HIGHER[card]] | scratch[LOWER[card]]) & ~full
        if targets and not wrap:
            targets = _neighbours(card, wrap, scratch) & ~full
        while targets:
            lowest = targets & -targets
            target = BIT_PLACE[lowest % 19]
            actions[found] = 15 * pile + target - (1 if target > pile else 0)
            found += 1
            targets ^= lowest
    ascending = 0
    descending = 0
    for suit in range(4):
        height = row[heights + 16 + suit]
        if height < 13:
            ascending |= scratch[13 * suit + height + 1]
        height = row[heights + 20 + suit]
        if height < 13:
            descending |= scratch[13 * suit + 13 - height]
    while ascending:
        lowest = ascending & -ascending
        actions[found] = 240 + BIT_PLACE[lowest % 19]
        found += 1
        ascending ^= lowest
    while descending:
        lowest = descending & -descending
        actions[found] = 256 + BIT_PLACE[lowest % 19]
        found += 1
        descending ^= lowest
    found = _foundation_actions(row, capacity, actions, found)
    if to_pile:
        found = _to_pile_actions(row, capacity, wrap, ~full, scratch, actions, found)
    for pile in range(53, 69):
        scratch[scratch[pile]] = 0
    return found


def _neighbours(card: int, wrap: bool, scratch: list[int]) -> int:
    """The set of piles topped by a card of the same suit and an adjacent rank."""
    targets = 0
    if wrap or RANK[card] < 12:
        targets |= scratch[HIGHER[card]]
    if wrap or RANK[card] > 0:
        targets |= scratch[LOWER[card]]
    return targets


def _foundation_actions(row: bytes | bytearray, capacity: int, actions: list[int], found: int) -> int:
    """The part of `legal_actions` from index 272 to 280: between foundations, and the redeal."""
    start = 16 * capacity + 16
    won = True
    for foundation in range(8):
        own = row[start + foundation]
        other = row[start + (foundation ^ 4)]
        if own + other == 13 and 1 < own and other < 13:
            actions[found] = 272 + foundation
            found += 1
        if own != 13:
            won = False
    if row[start + 8] > 0 and not won:
        actions[found] = 280
        found += 1
    return found


def _to_pile_actions(
    row: bytes | bytearray,
    capacity: int,
    wrap: bool,
    room: int,
    scratch: list[int],
    actions: list[int],
    found: int,
) -> int:
    """The part of `legal_actions` from index 281 on; `room` is the set of piles that are not full."""
    for foundation in range(8):
        if row[16 * capacity + 16 + foundation] == 1:
            continue
        card = top_card(row, capacity, 16 + foundation)
        targets = _neighbours(card, wrap, scratch) & room
        while targets:
            lowest = targets & -targets
            actions[found] = 281 + 16 * foundation + BIT_PLACE[lowest % 19]
            found += 1
            targets ^= lowest
    return found


def source_of(action: int) -> int:
    """The place that an action takes a card from; -1 for the redeal."""
    if action < 240:
        return action // 15
    if action < 256:
        return action - 240
    if action < 272:
        return action - 256
    if action < 280:
        return action - 256
    if action == 280:
        return -1
    return 16 + (action - 281) // 16


def target_of(row: bytes | bytearray, capacity: int, action: int) -> int:
    """The place that an action puts a card on, the foundation found by the moved card's suit; -1 for the redeal.

    Where the source pile is empty the suit is taken for spades.
    """
    if action < 240:
        pile = action // 15
        other = action % 15
        return other + (1 if other >= pile else 0)
    if action < 256:
        return 16 + SUIT[top_card(row, capacity, action - 240)]
    if action < 272:
        return 20 + SUIT[top_card(row, capacity, action - 256)]
    if action < 276:
        return action - 252
    if action < 280:
        return action - 260
    if action == 280:
        return -1
    return (action - 281) % 16


def redeal_refusal(row: bytes | bytearray, capacity: int) -> int:
    """The refusal number of a redeal: `LEGAL`, `GAME_OVER` or `NO_REDEAL`."""
    if is_won(row, capacity):
        return GAME_OVER
    return LEGAL if row[16 * capacity + 24] > 0 else NO_REDEAL


def refusal(row: bytes | bytearray, capacity: int, wrap: bool, to_pile: bool, source: int, target: int) -> int:
    """The refusal number of moving the top card of place `source` to place `target`: the first that applies.

    Any two places may be named, also pairs that no rule allows.  The order is the order of the numbers.
    """
    if is_won(row, capacity):
        return GAME_OVER
    height = row[16 * capacity + source]
    if height == 0:
        return NOTHING_TO_MOVE
    if source == target:
        return SAME_PLACE
    if source >= 16:
        if height == 1:
            return BASE_CARD
        if target < 16 and not to_pile:
            return NEVER_BACK_TO_A_PILE
    card = top_card(row, capacity, source)
    onto = top_card(row, capacity, target)
    if onto == 0:
        return TARGET_EMPTY
    if SUIT[card] != SUIT[onto]:
        return NOT_SAME_SUIT
    if target < 16:
        return _pile_refusal(row, capacity, wrap, card, onto, target)
    if row[16 * capacity + target] == 13:
        return FOUNDATION_COMPLETE
    if RANK[card] - RANK[onto] != (1 if target < 20 else -1):
        return NOT_NEXT_RANK
    return LEGAL


def _pile_refusal(row: bytes | bytearray, capacity: int, wrap: bool, card: int, onto: int, target: int) -> int:
    """The part of `refusal` for a card of the right suit onto a pile that is not empty."""
    apart = RANK[card] - RANK[onto]
    if not (apart == 1 or apart == -1 or (wrap and (apart == 12 or apart == -12))):
        return NOT_ADJACENT
    return PILE_FULL if row[16 * capacity + target] >= capacity else LEGAL


def play(row: bytearray, capacity: int, action: int) -> int:
    """Play a legal action in place; return the change in cards on the foundations: 1, 0 or -1."""
    if action == 280:
        redeal(row, capacity)
        return 0
    source = source_of(action)
    target = target_of(row, capacity, action)
    card = top_card(row, capacity, source)
    height = row[16 * capacity + source] - 1
    row[16 * capacity + source] = height
    change = 0
    if source < 16:
        row[capacity * source + height] = 0
        if height:
            row[capacity * source + height - 1] &= 63  # the card now exposed turns up for good
    else:
        change -= 1
    if target < 16:
        row[capacity * target + row[16 * capacity + target]] = card
    else:
        change += 1
    row[16 * capacity + target] += 1
    return change


def redeal(row: bytearray, capacity: int) -> None:
    """Take the bottom card of every pile of two or more to its top, face up; one redeal less is left."""
    for pile in range(16):
        height = row[16 * capacity + pile]
        if height < 2:
            continue
        start = capacity * pile
        bottom = row[start]
        for depth in range(1, height):
            row[start + depth - 1] = row[start + depth]
        row[start + height - 1] = bottom & 63
    row[16 * capacity + 24] -= 1


def hide(row: bytearray, capacity: int) -> None:
    """Turn a position's row into the player's view in place: every face-down card becomes 64, unknown."""
    for place in range(16 * capacity):
        if row[place] > FACE_DOWN:
            row[place] = FACE_DOWN
