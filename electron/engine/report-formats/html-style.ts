/**
 * The style of the HTML report: the tokens of the app's look, light by default and dark where the reader's system
 * asks for it. Paper is always light and shows what is folded.
 */
const LIGHT = `
  color-scheme: light;
  --bg: #ffffff; --bg-side: #f6f7f9; --bg-raised: #ffffff; --bg-hover: #eceef2; --bg-code: #f4f5f8;
  --line: #e2e5ea; --line-strong: #c9ced6;
  --ink: #16191f; --ink-2: #4b5261; --ink-3: #5a616e; --accent: #3451c6; --focus: #3451c6;
  --ok: #14693c; --ok-bg: #e4f5ec; --warn: #8a5a00; --warn-bg: #fdf1d8; --bad: #b3261e; --bad-bg: #fdeae8; --note: #3451c6; --note-bg: #e8edfc;`;

const DARK = `
  color-scheme: dark;
  --bg: #15171c; --bg-side: #101216; --bg-raised: #1c1f26; --bg-hover: #22262f; --bg-code: #1b1e25;
  --line: #272b34; --line-strong: #3a404c;
  --ink: #e8eaee; --ink-2: #b4bac6; --ink-3: #98a0ae; --accent: #8da4ff; --focus: #8da4ff;
  --ok: #5fd39a; --ok-bg: #12301f; --warn: #f0c063; --warn-bg: #33270c; --bad: #ff8a80; --bad-bg: #3a1613; --note: #9db1ff; --note-bg: #1d2748;`;

export const HTML_STYLE = `
:root {${LIGHT}
  --font-ui: "Inter Variable", Inter, system-ui, sans-serif;
  --font-mono: "JetBrains Mono Variable", "JetBrains Mono", ui-monospace, Menlo, Consolas, monospace;
}
@media screen and (prefers-color-scheme: dark) { :root {${DARK} } }
* { box-sizing: border-box; margin: 0; }
body { font: 400 13px/1.5 var(--font-ui); color: var(--ink); background: var(--bg); }
main { max-width: 960px; margin: 0 auto; padding: 32px 24px 64px; }
code, pre { font-family: var(--font-mono); font-size: .92em; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
h1 { font-size: 26px; line-height: 1.2; letter-spacing: -.01em; font-weight: 650; overflow-wrap: anywhere; }
h2 { font-size: 20px; line-height: 1.3; margin: 40px 0 8px; }
h3 { font: 600 12px/1.5 var(--font-mono); color: var(--ink-2); margin: 24px 0 8px; overflow-wrap: anywhere; }
.by { color: var(--ink-2); margin-top: 4px; }
.facts { display: flex; gap: 6px; flex-wrap: wrap; margin: 12px 0; padding: 0; list-style: none; }
.chip { font-weight: 500; font-size: 11px; line-height: 18px; padding: 0 7px; border-radius: 9px; background: var(--bg-hover); color: var(--ink-2); white-space: nowrap; }
.chip.ok, .chip.pass { background: var(--ok-bg); color: var(--ok); }
.chip.warning { background: var(--warn-bg); color: var(--warn); }
.chip.error, .chip.fail { background: var(--bad-bg); color: var(--bad); }
.chip.info, .chip.untestable { background: var(--note-bg); color: var(--note); }
.alert { border: 1px solid var(--warn); background: var(--warn-bg); color: var(--warn); border-radius: 6px; padding: 8px 12px; margin: 12px 0; }
.find { border: 1px solid var(--line); border-radius: 10px; padding: 12px 14px; margin-bottom: 10px; background: var(--bg-raised); break-inside: avoid; }
.find > * + * { margin-top: 6px; }
.find .msg { font-weight: 600; overflow-wrap: anywhere; }
.find .why { color: var(--ink-2); }
.find .src { font-size: 12px; color: var(--ink-3); display: flex; flex-wrap: wrap; gap: 4px 12px; }
.cmp { font: 12.5px/1.5 var(--font-mono); display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
.cmp div { background: var(--bg-code); border-radius: 4px; padding: 4px 8px; overflow-wrap: anywhere; white-space: pre-wrap; }
.cmp b { font: 500 11px/1.5 var(--font-ui); color: var(--ink-3); display: block; }
.cmp .a { box-shadow: inset 3px 0 var(--bad); } .cmp .e { box-shadow: inset 3px 0 var(--ok); }
details { border-top: 1px solid var(--line); padding: 8px 0; }
summary { cursor: pointer; font-weight: 600; }
table { border-collapse: collapse; width: 100%; margin-top: 8px; }
th, td { text-align: left; vertical-align: top; padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--ink-2); font-weight: 600; }
pre { background: var(--bg-code); border: 1px solid var(--line); border-radius: 6px; padding: 10px 12px; white-space: pre-wrap; margin-top: 6px; }
@media (max-width: 640px) { .cmp { grid-template-columns: 1fr; } }
@media print {
  main { max-width: none; padding: 0; }
  details::details-content { content-visibility: visible; block-size: auto; }
  details > * { display: revert; }
}
`;
