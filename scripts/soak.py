"""Step the vector environment ten million times, over all variants, and hold it to what must always be true.

    python scripts/soak.py [--steps 10000000] [--slots 8] [--every 250] [--seed 0]

Rounds go through the variants; each round and variant has an environment of its own, in another autoreset mode, with
another observation, with or without fresh arrays, on one thread or two.  Half of its slots begin a few plies before a
win, so that games end in every way; a few actions are illegal.  At every step: rewards are what the rules can pay, and
ends are told as they should be.  At every check, each 250 steps:

- every slot has 104 cards, each twice, and its return is what came home since its episode began;
- the cards at home of an episode never become fewer, but where a variant lets them go back to the piles;
- in a slot drawn at random, `Position` accepts the row (it is valid in every way), and the mask, the count of legal
  actions and the end are those of the rules in plain Python.

The resident set after each round has to stay within 16 MB of what it was after the second one.

Exit code 0 if all held.  results/soak.txt is such an output.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from crescent import Position, Rules
from crescent_gym import CrescentVectorEnv
from crescent_gym.curriculum.lines import WonLine, solved_lines

BUILT_IN: Final = ("normal", "four", "hidden", "hidden-four", "classic", "relaxed", "easy")
ROUNDS: Final = 10
WARM: Final = 2
"""Rounds until everything has been loaded once."""

GROWTH: Final = 16_000_000
"""Bytes that the resident set may differ by afterwards."""

CARD: Final = 1 / 96
"""What the reward `progress` pays for a card."""


class FoundError(Exception):
    """Something that must not happen."""


def resident() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def card_counts(rows: NDArray[np.uint8], rules: Rules) -> NDArray[np.int64]:
    """How often each card is there, piles and foundations together: (slots, 52)."""
    capacity = rules.pile_capacity
    slots = len(rows)
    faces = (rows[:, : 16 * capacity] & 63).astype(np.int64)
    counts = np.bincount((faces + 53 * np.arange(slots)[:, None]).ravel(), minlength=53 * slots).reshape(slots, 53)[
        :, 1:
    ]
    heights = rows[:, 16 * capacity + 16 : 16 * capacity + 24, None]
    ranks = np.arange(13)
    home = (ranks < heights[:, :4]).astype(np.int64) + (ranks >= 13 - heights[:, 4:].astype(np.int64))
    return counts + home.reshape(slots, 52)


class Soak:
    """One environment, stepped and watched.

    Attributes:
        met: how often what happened.
    """

    def __init__(
        self, env: CrescentVectorEnv, lines: list[WonLine], rng: random.Random, met: Counter[str], every: int
    ) -> None:
        """Start games, half of the slots before a win."""
        self.env, self.rng, self.met = env, rng, met
        self.rules = env.variant.rules
        self.mode = env.autoreset_mode.name
        self.lowest = -CARD if self.rules.foundation_to_pile else 0.0
        self.over = np.zeros(env.num_envs, np.bool_)
        self.returns = np.zeros(env.num_envs)
        self.lines = lines
        self.paid, self.kept = np.zeros((every, env.num_envs)), 0
        env.reset(seed=rng.randrange(2**32))
        self.start()

    def start(self) -> None:
        """Put half of the slots before a win, and begin to count anew."""
        count = self.env.num_envs
        half = np.arange(count) % 2 == 0
        places = [self.rng.choice(self.lines).before_the_win(self.rng.randrange(1, 60)) for _ in range(count)]
        self.env.reset(options={"positions": places, "reset_mask": half | self.over})
        self.over = np.zeros(count, np.bool_)
        self.returns[:] = 0
        self.begin = self.seen = self.home(self.env.state())

    def home(self, rows: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Cards on the foundations of each slot."""
        at = 16 * self.rules.pile_capacity + 16
        total: NDArray[np.int64] = rows[:, at : at + 8].sum(axis=1, dtype=np.int64)
        return total

    def step(self, number: int) -> None:
        """One step, and what holds at every one."""
        actions = self.env.sample_actions()
        wrong = number // 97 % self.env.num_envs if number % 97 == 0 else -1
        if wrong >= 0:
            illegal = np.flatnonzero(~self.env.action_masks()[wrong])
            if self.over[wrong] or not illegal.size:
                wrong = -1
            else:
                actions[wrong] = illegal[number % illegal.size]
                self.met["illegal actions"] += 1
        _, reward, terminated, truncated, info = self.env.step(actions)
        paid = self.paid[self.kept]
        paid[:] = reward
        self.kept += 1
        if wrong >= 0:
            if reward[wrong] != -1 or not terminated[wrong]:
                raise FoundError(f"an illegal action paid {reward[wrong]}")
            paid[wrong] = 0
        over = terminated | truncated
        if self.mode == "NEXT_STEP" and self.over.any():  # these were only dealt anew by this step
            if (self.over & ((reward != 0) | over)).any():
                raise FoundError("a slot that was only dealt anew was paid or ended")
            self.forget(self.over)
        self.returns += reward
        self.over = over
        if over.any():
            self.end(terminated, truncated, info)

    def check_paid(self) -> None:
        """Whether the rules can pay all rewards since the last time; those of illegal actions are seen to."""
        paid = self.paid[: self.kept]
        wrong = paid[~np.isin(paid, (self.lowest, 0, CARD))]
        if wrong.size:
            raise FoundError(f"{wrong.size} of {paid.size} rewards are {', '.join(map(str, np.unique(wrong)[:5]))}")
        self.kept = 0

    def end(self, terminated: NDArray[np.bool_], truncated: NDArray[np.bool_], info: dict[str, Any]) -> None:
        """Count ends, and begin the next episodes where that is no step of its own."""
        over = self.over
        last = info["final_info"] if self.mode == "SAME_STEP" else info
        self.met["won"] += int((last["is_success"] & over).sum())
        self.met["terminated"] += int(terminated.sum())
        self.met["truncated"] += int(truncated.sum())
        if self.mode == "DISABLED":
            self.env.reset(options={"reset_mask": over.copy()})
        if self.mode != "NEXT_STEP":
            self.forget(over)
            self.over = np.zeros_like(over)

    def forget(self, slots: NDArray[np.bool_]) -> None:
        """These begin an episode by a deal."""
        if slots.any():
            self.returns[slots] = 0
            self.begin = np.where(slots, 8, self.begin)
            self.seen = np.where(slots, 8, self.seen)

    def check(self) -> None:
        """What holds between steps."""
        self.check_paid()
        rows = self.env.state()
        counts = card_counts(rows, self.rules)
        if (counts != 2).any():
            raise FoundError(f"cards {counts[(counts != 2).any(axis=1)]}")
        home, on = self.home(rows), ~self.over
        if (np.rint(self.returns * 96) != home - self.begin)[on].any():
            raise FoundError(f"returns {self.returns * 96}, cards home {home} since {self.begin}")
        if not self.rules.foundation_to_pile and (home < self.seen)[on].any():
            raise FoundError(f"cards home went from {self.seen} to {home}")
        self.seen = home
        slot = self.rng.randrange(self.env.num_envs)
        position = Position.from_row(rows[slot].tobytes(), self.rules)
        mask = self.env.action_masks()
        legal = list(position.legal_actions())
        expected = np.zeros(self.rules.action_count, np.bool_)
        expected[legal] = True
        if self.over[slot]:
            self.met[f"checked when {position.outcome or 'cut off or illegal'}"] += 1
            if not mask[slot].all() and not np.array_equal(mask[slot], expected):
                raise FoundError(f"the mask of an ended slot in {position}")
            if not legal and not mask[slot].all():
                raise FoundError(f"the mask of a finished game is not all ones in {position}")
            return
        self.met["checked under way"] += 1
        if position.outcome is not None or not np.array_equal(mask[slot], expected):
            raise FoundError(
                f"outcome {position.outcome}, mask {np.flatnonzero(mask[slot])}, legal {legal}: {position}"
            )


def environment(name: str, turn: int, slots: int) -> CrescentVectorEnv:
    """The environment of a round and variant: everything takes turns."""
    return CrescentVectorEnv(
        slots,
        variant=name,
        observation=("flat", "cards")[turn % 2],
        autoreset_mode=("NextStep", "SameStep", "Disabled")[turn % 3],
        copy=turn % 4 < 2,
        threads=1 + turn % 5 // 4,
        statistics=turn % 7 < 3,
        max_episode_steps=400,
    )


def run(options: argparse.Namespace) -> None:
    """Go through the rounds."""
    names = BUILT_IN
    rng = random.Random(options.seed)
    lines: dict[str, list[WonLine]] = {
        name: solved_lines(range(options.seed, options.seed + 12), name, seed=0) for name in names
    }
    each = options.steps // (ROUNDS * len(names))
    total: Counter[str] = Counter()
    base = 0
    print(f"{'round':<7}{'steps':>12}{'resident, MB':>14}{'seconds':>9}")
    began, done = time.monotonic(), 0
    for turn in range(ROUNDS):
        for place, name in enumerate(names):
            env = environment(name, turn + place, options.slots)
            soak = Soak(env, lines[name], rng, total, options.every)
            for number in range(each):
                soak.step(number)
                if number % options.every == 0:
                    soak.check()
                if number % 5000 == 4999:
                    soak.start()
            soak.check()
            env.close()
            done += each
        now = resident()
        print(f"{turn + 1:<7}{done:>12}{now / 1e6:>14.1f}{time.monotonic() - began:>9.0f}", flush=True)
        if turn + 1 == WARM:
            base = now
        if turn + 1 > WARM and now - base > GROWTH:
            raise FoundError(f"the resident set grew from {base} to {now} bytes")
    for what, count in sorted(total.items()):
        print(f"{what:<32}{count:>12}")
    print(f"{done} steps of {options.slots} slots, variants {', '.join(names)}: every invariant held")


def main() -> int:
    """Run the whole."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--steps", type=int, default=10_000_000, help="of the vector environment, all in all")
    parser.add_argument("--slots", type=int, default=8, help="games that a step plays on")
    parser.add_argument("--every", type=int, default=250, help="steps between checks")
    parser.add_argument("--seed", type=int, default=0, help="of everything random")
    options = parser.parse_args()
    try:
        run(options)
    except FoundError as fault:
        print(f"FAULT: {fault}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
