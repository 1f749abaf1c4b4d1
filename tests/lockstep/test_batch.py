"""The batch, in vector instructions, plays what the kernel plays: rows, legal actions, views, flat numbers, deals.

`crescent_gym.batch` holds a specialised twin of `crescent.kernel`. Here both get the same rows and the same actions and
must agree to the byte at every ply; and what the batch draws by itself must be what NumPy and the kernel draw.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from crescent import Position, Rules, kernel, variants
from crescent.jit import compiler
from crescent_gym import starts
from crescent_gym.batch import dealing, outputs, steps, streams
from crescent_gym.batch.batch import Batch
from crescent_gym.batch.shown import Shown
from crescent_gym.flat import Flat
from tests.boards import STAGES, random_board, random_heights
from tests.laws.strategies import positions

BOARDS: Final = 12
PLIES: Final = 110
WORD: Final = 2**64

RULES: Final = {name: variants[name].rules for name in variants} | {
    "no wrap": Rules(wrap=False),
    "low piles": Rules(pile_capacity=6),
    "low piles, hidden, back to the piles": Rules(pile_capacity=7, face_down=True, foundation_to_pile=True),
    "no wrap, back to the piles, no redeal": Rules(redeals=0, wrap=False, foundation_to_pile=True),
    "hidden, high piles, no wrap": Rules(redeals=99, pile_capacity=31, face_down=True, wrap=False),
}


def batch_of(rules: Rules, count: int = 1, kind: int = outputs.CARDS, **settings: int) -> Batch:
    """A batch that never deals by itself, and lets illegal actions pass."""
    plan = {"reward": steps.PROGRESS, "policy": steps.IGNORE, "mode": steps.DISABLED, "limit": 0, "threads": 1}
    return Batch(count, rules, kind=kind, fresh=True, **{**plan, **settings})


def place(batch: Batch, rows: list[bytes]) -> Shown:
    """Begin with these rows."""
    given = {slot: (row, starts.NO_NUMBER) for slot, row in enumerate(rows)}
    batch.start(np.ones(batch.count, np.bool_), given)
    return batch.show()


def legal_of(row: bytes, rules: Rules) -> list[int]:
    """The kernel's legal actions."""
    actions = [0] * 409
    count = kernel.legal_actions(
        row, rules.pile_capacity, rules.wrap, rules.foundation_to_pile, [0] * kernel.SCRATCH, actions
    )
    return actions[:count]


def view_of(row: bytes, rules: Rules) -> NDArray[np.uint8]:
    """The kernel's view."""
    hidden = bytearray(row)
    if rules.face_down:
        kernel.hide(hidden, rules.pile_capacity)
    return np.frombuffer(hidden, np.uint8)


def check(row: bytes, slot: int, rules: Rules, by: dict[str, Batch], shown: dict[str, Shown]) -> list[int]:
    """Everything that a batch holds and shows of a slot, against the kernel's word; the legal actions."""
    legal = legal_of(row, rules)
    mask = np.zeros(rules.action_count, np.int8)
    mask[legal or slice(None)] = 1
    view = view_of(row, rules)
    for kind, batch in by.items():
        assert batch.rows()[slot].tobytes() == row
        words = sum(int(word) << (64 * place) for place, word in enumerate(batch.slots.words[slot]))
        assert words % 2**rules.action_count == sum(1 << action for action in legal)
        assert words >> rules.action_count == 0
        assert batch.slots.counts[slot] == shown[kind].legal_count[slot] == len(legal)
        assert shown[kind].mask[slot].tobytes() == batch.masks()[slot].tobytes() == mask.tobytes()
        assert shown[kind].success[slot] == kernel.is_won(row, rules.pile_capacity)
    assert shown["cards"].observation[slot].tobytes() == view.tobytes()
    assert shown["flat"].observation[slot].tobytes() == Flat().encode(view, rules).tobytes()
    return legal


def some_row(rng: random.Random, rules: Rules) -> bytes:
    """A deal, or a board at some stage of a game."""
    if rng.random() < 0.3:
        return Position.deal(rng.randrange(2**35), rules).row
    heights = random_heights(rng, rng.choice(STAGES))
    if rng.random() < 0.3:
        heights[4] = max(1, 13 - heights[0])
    text = random_board(
        rng,
        heights,
        redeals=rng.randint(0, rules.redeals),
        capacity=rules.pile_capacity,
        face_down=rules.face_down,
    )
    return Position.parse(text, rules).row


def chosen(rng: random.Random, legal: list[int], everything: int, met: Counter[str]) -> int:
    """An action: a legal one of a kind that is rarely met, another legal one, or any."""
    if not legal or rng.random() < 0.1:
        return rng.randrange(everything)
    action = rng.choice(legal)
    rare = [other for other in legal if met[kind_of(other)] < met[kind_of(action)]]
    return rng.choice(rare) if rare and rng.random() < 0.5 else action


def kind_of(action: int) -> str:
    """Which kind of move an action is."""
    limits = {240: "to a pile", 256: "up", 272: "down", 280: "across", 281: "redeal", 409: "back"}
    return next(kind for limit, kind in limits.items() if action < limit)


@pytest.mark.parametrize("name", RULES)
def test_batch_and_kernel_agree_through_random_games(name: str) -> None:
    """Rows, legal bits, masks, views, flat numbers, rewards and ends agree at every ply; all kinds of moves occur."""
    rules, rng, met = RULES[name], random.Random(name), Counter[str]()
    by = {"cards": batch_of(rules, BOARDS), "flat": batch_of(rules, BOARDS, outputs.FLAT)}
    rows = [some_row(rng, rules) for _ in range(BOARDS)]
    shown = {kind: place(batch, rows) for kind, batch in by.items()}
    for _ in range(PLIES):
        actions = []
        before = rows
        rows = []
        for slot, row in enumerate(before):
            legal = check(row, slot, rules, by, shown)
            action = chosen(rng, legal, rules.action_count, met)
            actions.append(action)
            after = bytearray(row)
            if action in legal:
                met[kind_of(action)] += 1
                kernel.play(after, rules.pile_capacity, action)
            rows.append(bytes(after))
        shown = {kind: batch.step(np.array(actions))[0] for kind, batch in by.items()}
        for slot, (row, old) in enumerate(zip(rows, before, strict=True)):
            _check_step(slot, row, old, rules, shown)
        over = [slot for slot, row in enumerate(rows) if not legal_of(row, rules)]
        met["won"] += sum(kernel.is_won(rows[slot], rules.pile_capacity) for slot in over)
        if over:
            rows = [some_row(rng, rules) if slot in over else row for slot, row in enumerate(rows)]
            shown = {kind: place(batch, rows) for kind, batch in by.items()}
    kinds = {"to a pile", "up", "down", "across", "won"}
    kinds |= {"redeal"} if rules.redeals else set()
    kinds |= {"back"} if rules.foundation_to_pile else set()
    assert kinds <= set(+met)


def _check_step(slot: int, row: bytes, before: bytes, rules: Rules, shown: dict[str, Shown]) -> None:
    """Reward and end of a slot's step."""
    change = kernel.cards_home(row, rules.pile_capacity) - kernel.cards_home(before, rules.pile_capacity)
    for seen in shown.values():
        assert seen.reward[slot] == change / 96
        assert seen.terminated[slot] == (row != before and not legal_of(row, rules))
        assert not seen.truncated[slot]


@settings(max_examples=60)
@given(position=positions())
def test_any_position_is_looked_at_as_the_kernel_looks_at_it(position: Position) -> None:
    """Any board under any rules gives the kernel's legal actions, view and flat numbers, and so does each successor."""
    rules = position.rules
    by = {"cards": batch_of(rules, 2), "flat": batch_of(rules, 2, outputs.FLAT)}
    shown = {kind: place(batch, [position.row, position.row]) for kind, batch in by.items()}
    legal = check(position.row, 0, rules, by, shown)
    if not legal:
        return
    after = [bytearray(position.row) for _ in range(2)]
    pair = (legal[0], legal[-1])
    for row, action in zip(after, pair, strict=True):
        kernel.play(row, rules.pile_capacity, action)
    shown = {kind: batch.step(np.array(pair))[0] for kind, batch in by.items()}
    for slot, row in enumerate(after):
        check(bytes(row), slot, rules, by, shown)


SEEDS: Final = [0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 2**64, 2**96 - 1, 2**96, 2**127, 2**128 - 1]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_stream_is_numpys(seed: int) -> None:
    """The deals of a seeded slot are the upper 35 bits of NumPy's raw PCG64 numbers, for seeds of every length."""
    _check_stream(seed)


@given(seed=st.integers(0, 2**128 - 1))
def test_any_stream_is_numpys(seed: int) -> None:
    """Likewise for any seed; and its four words are the state and increment that NumPy shows."""
    _check_stream(seed)


def _check_stream(seed: int) -> None:
    batch, raw = batch_of(Rules()), np.random.PCG64(np.random.SeedSequence(seed))
    batch.seed(starts.checked_seeds([seed], 1))
    for _ in range(4):
        state = raw.state["state"]
        words = [int(word) for word in batch.slots.streams[0]]
        assert (words[0] << 64 | words[1], words[2] << 64 | words[3]) == (state["state"], state["inc"])
        batch.deal(np.ones(1, np.bool_))
        assert batch.slots.numbers[0] == raw.random_raw() >> 29


@compiler(None)
def deal_number(number, slots, rules, higher, lower, deck, draws):  # type: ignore[no-untyped-def]  # compiled  # noqa: ANN001, ANN201
    """Deal a number of 64 bits into slot 0."""
    dealing.deal(slots[0], slots[1], slots[2], np.uint64(0), np.uint64(number), rules, higher, lower, deck, draws)


def dealt(number: int, rules: Rules) -> bytes:
    """What the batch deals for a number, which need not be a code's."""
    batch = batch_of(rules)
    scratch: Any = batch._scratch[0]
    deal_number(np.uint64(number), batch.slots.arrays, batch.rules, batch.higher, batch.lower, *scratch[:2])
    return bytes(batch.rows()[0])


def kernel_deal(number: int, rules: Rules) -> bytes:
    """What the kernel deals for it."""
    row = bytearray(kernel.row_length(rules.pile_capacity))
    kernel.deal(row, rules.pile_capacity, rules.redeals, rules.face_down, number)
    return bytes(row)


def unmixed(word: int) -> int:
    """The state that SplitMix64 mixes to `word`: each of its steps can be undone."""
    word ^= word >> 31 ^ word >> 62
    word = word * pow(0x94D049BB133111EB, -1, WORD) % WORD
    word ^= word >> 27 ^ word >> 54
    word = word * pow(0xBF58476D1CE4E5B9, -1, WORD) % WORD
    return word ^ word >> 30 ^ word >> 60


def number_that_draws(word: int, draw: int) -> int:
    """The 64-bit number whose draw of this place (0 the first) is `word`."""
    return (unmixed(word) - streams.GOLDEN * (draw + 1)) % WORD


@settings(max_examples=50)
@given(number=st.integers(0, 2**35 - 1), name=st.sampled_from(sorted(RULES)))
def test_any_number_is_dealt_as_the_kernel_deals_it(number: int, name: str) -> None:
    """A code's number gives the same row by both."""
    assert dealt(number, RULES[name]) == kernel_deal(number, RULES[name])


@pytest.mark.parametrize("draw", [0, 1, 40, 93, 94])
@pytest.mark.parametrize("below", [1, 2, 16, 60, 90, 95, 96, 97])
def test_rejected_draws_are_drawn_again(draw: int, below: int) -> None:
    """A draw among the topmost numbers, which no code is known to meet, is void exactly where the kernel voids it."""
    number = number_that_draws(WORD - below, draw)
    assert kernel.mix((number + streams.GOLDEN * (draw + 1)) % WORD) == WORD - below
    assert dealt(number, Rules()) == kernel_deal(number, Rules())


def test_a_rejected_draw_changes_the_deal() -> None:
    """The crafted numbers above do meet the rejection: some of them take another draw than the first."""
    voided = 0
    for draw in range(0, 95, 5):
        size = 96 - draw
        voided += WORD % size >= 1
        number = number_that_draws(WORD - 1, draw)
        assert dealt(number, Rules()) == kernel_deal(number, Rules())
    assert voided > 10


def test_the_topmost_accepted_draw_is_taken_modulo_exactly() -> None:
    """The quick division gives the exact remainder at the edges of every size's range."""
    rng = random.Random(0)
    for draw in range(95):
        size = 96 - draw
        top = WORD - WORD % size - 1
        for word in (0, size - 1, size, top, top - size, rng.randrange(WORD) // size * size):
            number = number_that_draws(word, draw)
            assert dealt(number, Rules()) == kernel_deal(number, Rules())


def test_words_that_are_mixed_are_the_kernels() -> None:
    """The twin's SplitMix64 is the kernel's."""

    @compiler(None)
    def mixed(word: int) -> Any:  # noqa: ANN401  what Numba returns
        return streams.split_mix(np.uint64(word))

    rng = random.Random(9)
    for word in (0, 1, WORD - 1, *(rng.randrange(WORD) for _ in range(100))):
        assert int(mixed(np.uint64(word))) == kernel.mix(word)
