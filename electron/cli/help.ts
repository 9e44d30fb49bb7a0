/** What stands below the options of the program's own help. */
export const PROGRAM_HELP = `
Targets: a URL (https://host/mcp), a folder of skills, saved evidence, samples, well-known:https://host,
--config FILE --server NAME, or -- command args... for a stdio server.

Examples:
  skill-inspector                               open the app on the sample skills
  skill-inspector check ./skills                check a folder on disk
  skill-inspector check -- node server.js       check a stdio server
  skill-inspector list samples --format json
  skill-inspector read samples skill://acme/billing/dunning/SKILL.md
  skill-inspector help check                    options and examples of one command
Exit codes: 0 fine, 1 findings, 2 usage, 3 not reachable, 4 incomplete.`;

/** Examples of each command, as lines of arguments. */
const EXAMPLES: Record<string, readonly string[]> = {
  check: [
    "check ./skills --fail-on should",
    "check https://host/mcp --header Authorization=MY_TOKEN --era both",
    "check --format sarif --output report.sarif --format text -- npx -y some-server",
    "check --save-evidence run.ndjson -- node server.js",
    "check run.ndjson --profile skills-ext-stable",
    "check --watch -- node server.js",
    "check well-known:https://host --allow-origin https://cdn.example",
  ],
  merge: ["merge part-1.json part-2.json --format junit --output report.xml"],
  list: ["list", "list ./skills", "list https://host/mcp --format json", "list -- node server.js"],
  read: [
    "read samples skill://acme/billing/dunning/SKILL.md",
    "read skill://refunds/assets/form.pdf -- node server.js > form.pdf",
    "read https://host/mcp refunds       a skill by its name",
    "read ./skills refunds/SKILL.md      a file of a folder",
  ],
  complete: [
    "complete samples 'skill://acme/{team}/{skill}/SKILL.md' team",
    "complete samples 'skill://acme/{team}/{skill}/SKILL.md' skill d --with team=billing",
    "complete 'skill://{+path}' path refunds/ -- node server.js",
  ],
  expand: [
    "expand 'skill://acme/{team}/{skill}/SKILL.md' team=billing skill=dunning",
    "expand 'skill://find{?tag*}' tag=a tag=b",
    "expand 'skill://find{?filter*}' filter.team=billing filter.year=2026",
  ],
  uri: [
    "uri skill://acme/billing/dunning/SKILL.md",
    "uri 'skill://acme/{team}/{skill}/SKILL.md' --format json",
    "uri 'skill://my skill/SKILL.md' --profile rfc3986",
  ],
  rules: ["rules", "rules --format json"],
  serve: [
    "serve ./skills",
    "serve ./skills ./more --http 3000",
    "serve ./skills --as skilljack",
    "serve samples --fault wrong-digest --http 0",
    "serve --list-faults",
  ],
  mcp: ["mcp", "mcp ./skills https://host/mcp", "mcp -- node server.js"],
  open: ["open", "open ./skills", "open https://host/mcp", "open -- node server.js"],
  web: ["web", "web ./skills --port 8080 --no-open", "web -- node server.js"],
};

/** What stands below the options of a command's help: how it is used. */
export function examplesOf(command: string): string {
  const lines = EXAMPLES[command]?.map((line) => `  skill-inspector ${line}`) ?? [];
  return lines.length === 0 ? "" : `\nExamples:\n${lines.join("\n")}`;
}
