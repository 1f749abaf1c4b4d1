"""The loops over slots that `CrescentVectorEnv` calls: step, reset, choose, look.

Slots are stepped in blocks of 16, phase by phase: play the cards, settle the sets, deal anew where a game has ended,
write the outputs.  Phases keep the processor from waiting for bytes that it has just written.
"""

from __future__ import annotations

from pathlib import Path

from numba import int64, uint64

from crescent.jit import Decorator, cache_folder, compiler, helper, inlined
from crescent_gym import flat as flat_observation
from crescent_gym.batch import boards
from crescent_gym.batch.boards import ACTIONS, TO_PILE
from crescent_gym.batch.dealing import deal
from crescent_gym.batch.outputs import is_won, observe, write_mask
from crescent_gym.batch.streams import GOLDEN, next_word, peeked_word, seed_stream, split_mix
from crescent_gym.batch.words import high_product, nth_bit, popcount
from crescent_gym.starts import NO_SEED

compiled: Decorator = compiler(cache_folder(Path(__file__).parent, Path(flat_observation.__file__)))
"""Compiles what Python calls; kept between processes until one of these files changes."""

BLOCK = 16

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""Autoreset modes."""

PROGRESS, SPARSE, NO_REWARD = range(3)
"""Rewards that the loops know; `NO_REWARD` leaves them to the caller."""

TERMINATE, IGNORE = range(2)
"""What an illegal action does; where it shall raise, ask `first_illegal` before."""

MODE, LIMIT, REWARD, POLICY, KIND, AHEAD = range(6)
"""Where each setting stands."""

_PLAYED, _ILLEGAL, _DEALT = range(3)


@compiled
def step_slots(begin, end, actions, slots, chances, rules, higher, lower, settings, outputs, finals, scratch):
    """Step the slots from `begin` to `end`; return how many of them ended and were dealt anew in this very step.

    Args:
        begin, end: the range of slots, int64.
        actions: int64 (n,), all within range.
        slots: the arrays of `Slots`.
        chances: as `choose` says.
        rules, higher, lower: as `boards` says.
        settings: int64 (6,): autoreset mode, time limit (0 for none), reward, what an illegal action does, observation,
            whether to make the next choice too, as `choose` would, while the slots are at hand.
        outputs: observation as cards and as flat numbers (the one asked for has all slots), mask, reward, terminated,
            truncated, legal count, success, and the next choices if they are asked for, each for all slots.
        finals: what SAME_STEP tells of ended episodes, filled from `begin` on: slot, observation in both forms, mask,
            legal count, success.
        scratch: uint8 (96,), uint64 (96,), uint8 (16, 4), uint8 (16,).
    """
    rows, tops, adjacent, words, counts, lengths, streams, numbers, ended = slots
    cards, flats, mask, reward, terminated, truncated, legal_count, success, choices = outputs
    final_slot, final_cards, final_flats, final_mask, final_count, final_success = finals
    mode, limit, paid = settings[MODE], settings[LIMIT], settings[REWARD]
    policy, kind, ahead = settings[POLICY], settings[KIND], settings[AHEAD]
    deck, draws, changes, events = scratch
    finished = begin
    for first in range(uint64(begin), uint64(end), uint64(BLOCK)):
        stop = min(uint64(end), first + uint64(BLOCK))
        for slot in range(first, stop):
            place = slot - first
            action = uint64(actions[slot])
            reward[slot] = 0.0
            if ended[slot] and mode == NEXT_STEP:
                events[place] = _DEALT
            elif is_legal(words, slot, action):
                events[place] = _PLAYED
                change = boards.play(rows, tops, adjacent, slot, action, rules, higher, lower, changes, place)
                if paid == PROGRESS:
                    reward[slot] = change / 96.0
            else:
                events[place] = _ILLEGAL
        for slot in range(first, stop):
            place = slot - first
            if events[place] == _DEALT:
                terminated[slot] = truncated[slot] = success[slot] = False
                _deal_next(
                    rows, tops, adjacent, slot, words, counts, streams, numbers, rules, higher, lower, deck, draws
                )
                _begin(slot, lengths, ended)
                continue
            over = False
            success[slot] = False
            if events[place] == _PLAYED:
                counts[slot] = boards.settle(rows, tops, adjacent, slot, rules, higher, lower, words, changes, place)
                if counts[slot] == 0:
                    over = True
                    success[slot] = is_won(rows, slot, rules)
                    if paid == SPARSE and success[slot]:
                        reward[slot] = 1.0
            elif policy == TERMINATE:
                over = True
                reward[slot] = -1.0
            lengths[slot] += 1
            terminated[slot] = over
            truncated[slot] = limit > 0 and lengths[slot] >= limit
            ended[slot] = over or truncated[slot]
        if mode == SAME_STEP:
            for slot in range(first, stop):
                if ended[slot]:
                    final_slot[finished] = slot
                    final_count[finished] = counts[slot]
                    final_success[finished] = success[slot]
                    write_mask(words, slot, counts[slot], rules, final_mask, uint64(finished))
                    observe(rows, slot, rules, kind, final_cards, final_flats, uint64(finished))
                    finished += 1
                    success[slot] = False
                    _deal_next(
                        rows, tops, adjacent, slot, words, counts, streams, numbers, rules, higher, lower, deck, draws
                    )
                    _begin(slot, lengths, ended)
        for slot in range(first, stop):
            legal_count[slot] = counts[slot]
            write_mask(words, slot, counts[slot], rules, mask, slot)
            observe(rows, slot, rules, kind, cards, flats, slot)
        if ahead:
            for slot in range(first, stop):
                choices[slot] = _choice(words, counts, slot, chances, rules)
    return finished - begin


@helper
def _deal_next(rows, tops, adjacent, slot, words, counts, streams, numbers, rules, higher, lower, deck, draws):
    """Deal a slot's next game, the next number of its stream."""
    number = next_word(streams, slot) >> uint64(29)
    numbers[slot] = number
    deal(rows, tops, adjacent, slot, number, rules, higher, lower, deck, draws)
    counts[slot] = boards.legal(rows, tops, adjacent, slot, rules, higher, lower, words)


@inlined
def _begin(slot, lengths, ended):
    """Count an episode from its start."""
    lengths[slot] = 0
    ended[slot] = False


@compiled
def deal_slots(chosen, slots, rules, higher, lower, scratch):
    """Deal the next game of every slot that `chosen`, bool (n,), names."""
    rows, tops, adjacent, words, counts, lengths, streams, numbers, ended = slots
    deck, draws, _changes, _events = scratch
    for slot in range(uint64(chosen.shape[0])):
        if chosen[slot]:
            _deal_next(rows, tops, adjacent, slot, words, counts, streams, numbers, rules, higher, lower, deck, draws)
            _begin(slot, lengths, ended)


@compiled
def look_at_slots(chosen, slots, rules, higher, lower):
    """Begin an episode with the row that stands in every slot that `chosen`, bool (n,), names."""
    rows, tops, adjacent, words, counts, lengths, _streams, _numbers, ended = slots
    for slot in range(uint64(chosen.shape[0])):
        if chosen[slot]:
            boards.look(rows, tops, adjacent, slot, rules, higher, lower)
            counts[slot] = boards.legal(rows, tops, adjacent, slot, rules, higher, lower, words)
            _begin(slot, lengths, ended)


@compiled
def show_slots(slots, rules, kind, cards, flats, mask, legal_count, success):
    """Write what a step would show of every slot as it stands."""
    rows, _tops, _adjacent, words, counts, _lengths, _streams, _numbers, _ended = slots
    for slot in range(uint64(rows.shape[0])):
        legal_count[slot] = counts[slot]
        success[slot] = counts[slot] == 0 and is_won(rows, slot, rules)
        write_mask(words, slot, counts[slot], rules, mask, slot)
        observe(rows, slot, rules, kind, cards, flats, slot)


@compiled
def write_masks(slots, rules, mask):
    """Write the mask of every slot."""
    words, counts = slots[3], slots[4]
    for slot in range(uint64(mask.shape[0])):
        write_mask(words, slot, counts[slot], rules, mask, slot)


@compiled
def seed_slots(seeds, streams, pool):
    """Start the streams of the slots that have a seed; `seeds` is uint64 (n, 5) as `streams.seed_stream` says."""
    for slot in range(uint64(seeds.shape[0])):
        if seeds[slot, 0] != NO_SEED:
            seed_stream(streams, slot, seeds, pool)


@compiled
def choose(begin, end, slots, chances, rules, actions):
    """Choose a legal action for the slots from `begin` to `end`, all alike; where none is legal, any, as the mask says.

    `chances` is uint64 (n,), a SplitMix64 state a slot, which a choice moves on; `actions` is int64 (n,).  A choice is
    the upper word of a product, which favours no action by more than 1 in 2 ** 55.
    """
    words, counts = slots[3], slots[4]
    for slot in range(uint64(begin), uint64(end)):
        actions[slot] = _choice(words, counts, slot, chances, rules)


@inlined
def _choice(words, counts, slot, chances, rules):
    """Choose for one slot.

    Which bit is meant is found without branches, which a processor would guess wrong more often than not.
    """
    chances[slot] += uint64(GOLDEN)
    chance = split_mix(chances[slot])
    if counts[slot] == 0:
        return high_product(chance, uint64(rules[ACTIONS]))
    left = high_product(chance, uint64(counts[slot]))
    place, before, seen = uint64(0), uint64(0), uint64(0)
    for word in range(uint64(6) if rules[TO_PILE] else uint64(4)):
        seen += popcount(words[slot, word])
        beyond = left >= seen
        place += uint64(beyond)
        before = seen if beyond else before
    return (place << uint64(6)) + nth_bit(words[slot, place], left - before)


@compiled
def look_ahead(actions, count, ended, streams, dealt, numbers):
    """Look whether a step can be made, and at what it will deal anew in mode NEXT_STEP.

    Args:
        actions: int64 (n,).
        count: how many actions there are.
        ended: bool (n,), which slots' episodes have ended.
        streams: as `streams` says.
        dealt, numbers: int64 (n,), for the slots that have ended, rising, and the code numbers of their next deals.

    Returns:
        How many have ended; or, where an action is not from 0 to count - 1, -1 less the first such slot.
    """
    signs = int64(0)
    for slot in range(actions.shape[0]):  # without branches, so that it goes several slots at once
        signs |= actions[slot] | (count - 1 - actions[slot])
    if signs < 0:
        for slot in range(actions.shape[0]):
            if actions[slot] < 0 or actions[slot] >= count:
                return int64(-1 - slot)
    found = uint64(0)
    for slot in range(uint64(ended.shape[0])):
        if ended[slot]:
            dealt[found] = slot
            numbers[found] = peeked_word(streams, slot) >> uint64(29)
            found += uint64(1)
    return int64(found)


@compiled
def first_illegal(actions, slots, passed_over):
    """The first slot with an illegal action that `passed_over`, bool (n,), does not name, or -1."""
    words = slots[3]
    for slot in range(uint64(actions.shape[0])):
        if not passed_over[slot] and not is_legal(words, slot, uint64(actions[slot])):
            return int64(slot)
    return int64(-1)


@inlined
def is_legal(words, slot, action):
    """Whether an action, uint64, is among a slot's legal ones."""
    return (words[slot, action >> uint64(6)] >> (action & uint64(63))) & uint64(1) != uint64(0)
