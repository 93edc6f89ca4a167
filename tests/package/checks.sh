# For the scripts beside it: counts what was judged, so that a run that judged nothing fails, and leaves no scratch files.
set -euo pipefail
source_folder=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# judge WHAT COMMAND…: passes when the command does.
judge() {
  local what=$1
  shift
  if "$@" >"$scratch/judged" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $what"
    sed 's/^/  /' "$scratch/judged"
  fi
}

# answers WHAT EXIT OUTPUT COMMAND…: the exact standard output, and the exit code.
answers() {
  local what=$1 expected_code=$2 expected=$3 code=0 output
  shift 3
  output=$("$@" 2>"$scratch/errors") || code=$?
  if [ "$code" -eq "$expected_code" ] && [ "$output" = "$expected" ]; then
    passed=$((passed + 1))
    return
  fi
  failed=$((failed + 1))
  printf 'FAILED: %s: exit %s, expected %s\n%s\n  expected\n%s\n' "$what" "$code" "$expected_code" "$output" "$expected"
  sed 's/^/  /' "$scratch/errors"
}

# finish NAME: the line for tables of what was judged.
finish() {
  echo "checks | $1 | $((passed + failed)) | $failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

sent='{"status":"ok","complete":true,"rows":[{"zone":"east","parcels":1,"units_decimal":"2"},{"zone":"west","parcels":1,"units_decimal":"3"}]}'

# judge_program PROGRAM: a user's first steps, with nothing of this checkout and no environment.
judge_program() {
  local program=$1 home
  home=$(mktemp -d "$scratch/home.XXXX")
  judge "demo" env -i "$program" demo "$home/demo"
  answers "run" 0 "$sent" env -i -C "$home/demo" "$program" run parcels/exact_units_by_zone state=sent --format json
  answers "a worker process, which is the program itself" 0 "$sent" \
    env -i -C "$home/demo" "$program" run parcels/exact_units_by_zone state=sent --format json --isolation process
  judge "lint of the demo's declarations" env -i -C "$home/demo" "$program" lint
  judge "a rule's page, which is in the program" env -i -C "$home/demo" "$program" explain QG103
  judge "a site, whose styles are in the program" env -i -C "$home/demo" "$program" docs --out "$home/site"
  judge "the site has its styles" test -n "$(find "$home/site" -name '*.css' -size +0)"
}
