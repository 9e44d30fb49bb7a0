import type { Report } from "../../../shared/model/report";
import { count, ruleText } from "./describe";
import { escapeMarkup as h } from "./escape";

/** Characters shown of a request or an answer. */
const MOST = 4_000;

/** Every rule with its outcome, and the reason where it was not judged; folded. */
export function ruleTable({ rules }: Report): string {
  const rows = rules.map(
    ({ rule, outcome, reason }) =>
      `<tr><td><code>${h(rule)}</code></td><td><span class="chip ${outcome}">${outcome.replace("-", " ")}</span></td><td>${h(ruleText(rule)?.title ?? "")}${reason ? `<br>${h(reason)}` : ""}</td></tr>`,
  );
  return `<details><summary>${count(rules.length, "rule")}</summary>
<table><thead><tr><th>Rule</th><th>Outcome</th><th>What it asks</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></details>`;
}

/** The messages that findings point to. @param id prefix of their anchors */
export function exchangeList({ exchanges }: Report, id: string): string {
  if (exchanges.length === 0) return "";
  const items = exchanges.map(
    (
      exchange,
    ) => `<h3 id="${id}-${h(exchange.id)}">${h(exchange.id)}: ${h(exchange.method)} (${h(exchange.purpose)}), ${Math.round(exchange.durationMs)} ms</h3>
<pre>${shown(exchange.request)}</pre>
<pre>${exchange.failure === undefined ? shown(exchange.response) : h(exchange.failure)}</pre>`,
  );
  return `<details open=""><summary>${count(exchanges.length, "message")} that findings point to</summary>\n${items.join("\n")}\n</details>`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? "no answer";
  if (text.length <= MOST) return h(text);
  return h(`${text.slice(0, MOST)}\n… ${text.length - MOST} more characters`);
}
