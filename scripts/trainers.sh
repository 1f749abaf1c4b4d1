#!/usr/bin/env bash
# Every training library at today's version, with Gymnasium at 1.1 and at its newest, each in a fresh environment of its
# own: does it train, and is every step of it legal by the rules? Run it as `bash scripts/trainers.sh [FILE]`; the file,
# results/trainers.txt if none is named, gets a line of versions and a line of outcome for each. Needs a package index,
# 1 GB of disk at a time and some ten minutes. TORCH names the PyTorch to install, for instance torch==2.13.0.
#
# RLlib pins a release of Gymnasium; the others are forced upon it here, which pip complains of.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$(realpath "${1:-$root/results/trainers.txt}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_PROGRESS_BAR=off PIP_QUIET=2 RAY_DEDUP_LOGS=0

python3 -m venv "$scratch/build"
"$scratch/build/bin/pip" install build
"$scratch/build/bin/python" -m build --wheel --outdir "$scratch/dist" "$root" >/dev/null
wheel=$(echo "$scratch"/dist/*.whl)

# try EXTRA GYMNASIUM PROGRAM…: a fresh environment, and the programs in it. GYMNASIUM is a version, `newest`, or `own`.
try() {
  local extra=$1 wanted=$2 program venv=$scratch/venv
  shift 2
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install "${TORCH:-torch}"
  "$venv/bin/pip" install "$wheel[$extra]"
  case $wanted in
    own) ;;
    newest) "$venv/bin/pip" install --upgrade gymnasium 2>/dev/null || true ;;
    *) "$venv/bin/pip" install "gymnasium==$wanted" 2>/dev/null || true ;;
  esac
  for program in "$@"; do
    echo "## $program, Gymnasium $wanted"
    PIP_QUIET=0 "$venv/bin/pip" list --format=freeze |
      grep -E '^(gymnasium|numpy|ray|sb3_contrib|sb3-contrib|stable_baselines3|stable-baselines3|tensordict|torch|torchrl)==' |
      tr '\n' ' '
    echo
    if (cd "$scratch" && "$venv/bin/python" "$root/scripts/count_illegal.py" "$root/examples/$program" \
      --folder "$scratch/run-$RANDOM" >"$scratch/said" 2>"$scratch/errors"); then
      tail -n 2 "$scratch/said"
    else
      echo "FAILED: $(grep -v '^ ' "$scratch/errors" | tail -n 1)"
    fi
  done
}

{
  echo "# bash scripts/trainers.sh"
  echo "# $(date -u +%F), $("$scratch/build/bin/python" --version), crescent-patience $(basename "$wheel" | cut -d- -f2)"
  for gymnasium in 1.1.0 newest; do
    try sb3 "$gymnasium" train_sb3.py train_ppo.py
    try torchrl "$gymnasium" train_torchrl.py
  done
  for gymnasium in own 1.1.0 newest; do
    try rllib "$gymnasium" train_rllib.py
  done
} | tee "$out"
