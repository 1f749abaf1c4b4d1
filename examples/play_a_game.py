"""Play a coded deal with the agent `greedy`, in ten lines of library code."""

import crescent
from crescent.agents import make

game = crescent.Game("CR1-N-AAAAAAB")
agent = make("greedy", seed=1)
while game.outcome is None:
    game.play(agent.choose(game.view))
print(game.record())
print(f"{game.outcome}: {game.position.cards_home} of 104 cards home in {game.move_count} moves")
