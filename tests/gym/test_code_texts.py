"""The quick way to write game codes writes what `str` does."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import GameCode
from crescent.variants import Variant, variants
from crescent_gym.code_texts import CodeTexts

every_variant = pytest.mark.parametrize("variant", [variants[name] for name in variants], ids=list(variants))


@every_variant
@given(numbers=st.lists(st.integers(0, 2**35 - 1), max_size=40))
def test_texts_are_those_of_codes(variant: Variant, numbers: list[int]) -> None:
    """One by one and all at once, before and after a pickle."""
    texts = CodeTexts(variant)
    expected = [str(GameCode(number, variant)) for number in numbers]
    assert [texts.of(number) for number in numbers] == expected
    assert texts.of_all(np.array(numbers, np.int64)).tolist() == expected
    assert pickle.loads(pickle.dumps(texts)).of_all(np.array(numbers, np.int64)).tolist() == expected


def test_no_number_has_no_text() -> None:
    """A game that began with a position has no code."""
    assert CodeTexts(variants["normal"]).of(-1) == ""
