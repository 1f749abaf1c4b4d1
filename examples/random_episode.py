"""Play one random episode through Gymnasium, choosing among the legal actions by the mask."""

import gymnasium

import crescent_gym  # noqa: F401  importing it registers the environments

env = gymnasium.make("crescent_gym/Crescent-v0", render_mode="ansi")
env.action_space.seed(1)
observation, info = env.reset(seed=1)
print(f"{info['code']}: an observation of {observation.size} numbers, {info['legal_count']} legal actions")
steps, total, terminated, truncated = 0, 0.0, False, False
while not (terminated or truncated):
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    steps, total = steps + 1, total + float(reward)
print(env.render())
print(f"{'won' if info['is_success'] else 'not won'} after {steps} steps, return {total:.3f}")
env.close()
