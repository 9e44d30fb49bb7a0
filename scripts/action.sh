#!/usr/bin/env bash
# The step of action.yml: makes the words of `mcp-skill-inspector check` out of the inputs, which come by the
# environment and are never read as code, and hands on its exit code, report and counts.
# Works with the bash 3.2 of macOS runners, where an empty array counts as unset.
set -euo pipefail

refuse() {
  # In a message for the runner, line breaks and percent signs would end it.
  local text="${1//'%'/%25}"
  text="${text//$'\r'/%0D}"
  echo "::error title=MCP Skill Inspector::${text//$'\n'/%0A}"
  echo "exit-code=2" >>"$GITHUB_OUTPUT"
  exit 2
}

words=(check)

# option NAME VALUE: adds --NAME=VALUE unless the value is empty.
option() {
  [ -n "$2" ] || return 0
  case "$2" in *$'\n'* | *$'\r'*) refuse "The input $1 holds a line break." ;; esac
  words+=("--$1=$2")
}

format() {
  [ -n "$2" ] || return 0
  words+=("--format=$1")
  option output "$2"
}

[[ "$INPUT_VERSION" =~ ^[0-9A-Za-z][0-9A-Za-z.+-]*$ ]] || refuse "The input version, $INPUT_VERSION, is no version."
[[ "$INPUT_PROBES" =~ ^(true|false)$ ]] || refuse "The input probes is true or false, not $INPUT_PROBES."
[[ "$INPUT_SUMMARY" =~ ^(true|false)$ ]] || refuse "The input summary is true or false, not $INPUT_SUMMARY."

given=0
for one in "$INPUT_TARGET" "$INPUT_COMMAND" "$INPUT_CONFIG"; do
  if [ -n "$one" ]; then given=$((given + 1)); fi
done
[ "$given" -eq 1 ] || refuse "Give one of the inputs target, command and config; $given are given."
case "$INPUT_TARGET" in -*) refuse "The input target, $INPUT_TARGET, begins with a dash and would be an option." ;; esac

option config "$INPUT_CONFIG"
option server "$INPUT_SERVER"
option profile "$INPUT_PROFILE"
option fail-on "$INPUT_FAIL_ON"
option era "$INPUT_ERA"
option timeout "$INPUT_TIMEOUT"
option budget "$INPUT_BUDGET"
option max-skills "$INPUT_MAX_SKILLS"
option baseline "$INPUT_BASELINE"
option shard "$INPUT_SHARD"
option save-evidence "$INPUT_SAVE_EVIDENCE"
if [ "$INPUT_PROBES" = false ]; then words+=(--no-probes); fi
while IFS= read -r line || [ -n "$line" ]; do
  option header "${line%$'\r'}"
done <<<"$INPUT_HEADERS"

folder="$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/skill-inspector-XXXXXX")"
report="${INPUT_JSON:-$folder/report.json}"
words+=(--format=text)
format json "$report"
format sarif "$INPUT_SARIF"
format junit "$INPUT_JUNIT"
format html "$INPUT_HTML"
if [ "$INPUT_SUMMARY" = true ]; then format markdown "$folder/summary.md"; fi

if [ -n "$INPUT_TARGET" ]; then words+=("$INPUT_TARGET"); fi
if [ -n "$INPUT_COMMAND" ]; then
  lines=()
  while IFS= read -r line || [ -n "$line" ]; do
    line="${line%$'\r'}"
    if [[ "$line" =~ [^[:space:]] ]]; then lines+=("$line"); fi
  done <<<"$INPUT_COMMAND"
  if [ "${#lines[@]}" -eq 0 ]; then refuse "The input command is blank."; fi
  if [ "${#lines[@]}" -eq 1 ]; then
    case "${lines[0]}" in
    *[\"\'\\\$\`]*) refuse "The input command holds a quote, backslash or \$, and no shell reads it: write one word per line." ;;
    esac
    read -ra lines <<<"${lines[0]}"
  fi
  words+=(-- "${lines[@]}")
fi

code=0
npx --yes "mcp-skill-inspector@$INPUT_VERSION" "${words[@]}" || code=$?

echo "exit-code=$code" >>"$GITHUB_OUTPUT"
if [ -f "$report" ]; then
  case "$report" in /* | [A-Za-z]:*) ;; *) report="$PWD/$report" ;; esac
  echo "report=$report" >>"$GITHUB_OUTPUT"
  node -e '
    const report = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    const sum = (name) => (report.runs ?? [report]).reduce((total, run) => total + run.summary[name], 0);
    console.log(`errors=${sum("errors")}\nwarnings=${sum("warnings")}`);
  ' "$report" >>"$GITHUB_OUTPUT"
fi
if [ -f "$folder/summary.md" ]; then
  # A summary of more than 1 MiB is dropped whole.
  head -c 1000000 "$folder/summary.md" >>"$GITHUB_STEP_SUMMARY"
  echo >>"$GITHUB_STEP_SUMMARY"
fi
exit "$code"
