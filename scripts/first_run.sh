#!/usr/bin/env bash
# What a stranger waits for: the README's two commands, word for word, each in a fresh clone, with a fresh home, an empty
# cache of pip and nothing of this shell's environment, timed. Run it as `bash scripts/first_run.sh [FILE [NAME…]]`; the
# file, results/first_run.txt if none is named, gets the table; the names are main-job and test if there are none. It needs
# git, a package index and 3 GB of disk, works on what is committed, and takes the Python that `python3` is.
#
# A machine that reaches its index by settings of its user's must hand them over: PASS names the variables to keep, for
# instance PASS='PIP_INDEX_URL PIP_CERT'.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$(realpath -m "${1:-$root/results/first_run.txt}")
names=("${@:2}")
[ "${#names[@]}" -gt 0 ] || names=(main-job test)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
interpreter=$(python3 -c 'import os, sys; print(os.path.dirname(os.path.realpath(sys.executable)))')

kept=()
for name in ${PASS:-}; do
  kept+=("$name=${!name}")
done

# timed NAME: the command that follows `<!-- command: NAME -->` in the README, run in a bare environment; a line of table.
timed() {
  local name=$1 command clone=$scratch/$1 start code=0
  command=$(sed -n "/^<!-- command: $name -->\$/,/^\`\`\`\$/p" "$root/README.md" | sed -e '1,2d' -e '$d')
  mkdir "$scratch/home-$name"
  git clone --quiet "file://$root" "$clone"
  start=$(date +%s)
  (cd "$clone" && env -i HOME="$scratch/home-$name" PATH="$interpreter:/usr/bin:/bin" "${kept[@]}" \
    bash -euo pipefail -c "$command") >"$scratch/said" 2>&1 </dev/null || code=$?
  printf '%s: %d s, exit code %d, an environment of %s\n  $ %s\n' "$name" "$(($(date +%s) - start))" "$code" \
    "$(du -sh "$clone/.venv" | cut -f 1)" "$command"
  grep -v '^ *$' "$scratch/said" | tail -n 2 | cut -c 1-160 | sed 's/^/  > /'
  rm -rf "$clone" "$scratch/home-$name"
  [ "$code" -eq 0 ] || failed=1
}

failed=0
{
  echo "# bash scripts/first_run.sh"
  echo "# $(date -u +%F), $("$interpreter/python3" --version), $(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg) when it began"
  for name in "${names[@]}"; do
    timed "$name"
  done
} > >(tee "$out")
exit "$failed"
