#!/usr/bin/env bash
# The surveys whose results are in results/, and the table of docs/winnability.md.  Each goes on where its file ends.
# Run it from the project's folder, in an environment that has the extras `gym` and `plots`.
set -euo pipefail

survey() {
  local name=$1
  shift
  crescent survey --deals 1:1000 --nodes 400000 --jobs "${JOBS:-2}" --out "results/survey_$name.jsonl" "$@"
}

mkdir -p results
survey normal --variant normal
survey four --variant four
survey classic --variant classic
survey redeals_0 --variant normal --redeals 0
survey redeals_1 --variant normal --redeals 1
survey redeals_2 --variant normal --redeals 2
python scripts/winnability.py
