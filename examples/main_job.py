"""The main job: an agent plays a coded deal through the environment, and the shell verifies the record of it.

    python main_job.py [FILE]

FILE is where the record goes; by default a temporary one.
"""

import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import gymnasium

import crescent
import crescent_gym  # noqa: F401  importing it registers the environments
from crescent.agents import make

CODE = crescent.GameCode.parse("CR1-N-AAAAAAB")

env = gymnasium.make("crescent_gym/Crescent-v0", render_mode="ansi")
agent = make("greedy", seed=1)
_, info = env.reset(options={"code": CODE})
print(f"The deal {info['code']}:\n\n{env.render()}\n")

moves = []
terminated = truncated = False
while not (terminated or truncated):
    moves.append(agent.choose(env.get_wrapper_attr("view")))
    _, _, terminated, truncated, info = env.step(moves[-1].index)
print(f"The agent greedy has played {len(moves)} steps:\n\n{env.render()}\n")

with tempfile.TemporaryDirectory() as folder:
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "game.crescent"
    record = crescent.Record(CODE.deal(), moves, CODE, tags={"Player": "greedy"})
    record.save(file)
    print(f"Its record, verified by the shell:\n\n$ crescent replay {file.name}", flush=True)
    command = shutil.which("crescent", path=sysconfig.get_path("scripts")) or "crescent"
    sys.exit(subprocess.run([command, "replay", str(file)], check=False).returncode)
