"""The network that the agent `policy` plays by: what it sees, what it computes, and its weights.

It needs NumPy, which the extra `gym` brings, and is imported when it is used, never by `import crescent`.
"""

from crescent.errors import MissingExtraError

try:
    import numpy as np  # noqa: F401  whether it is there is the question
except ImportError as _error:
    raise MissingExtraError("a trained policy", "gym") from _error
