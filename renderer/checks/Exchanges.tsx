import type { ReportExchange } from "../../shared/model/report";
import { visible } from "../../shared/model/visible";
import { CopyButton } from "../ui/CopyButton";
import { formatDuration } from "../ui/format";

/** Longest JSON that is laid out at once; more would only slow the page. */
const SHOWN = 20_000;

export interface ExchangesProps {
  ids: readonly string[];
  exchanges?: ReadonlyMap<string, ReportExchange>;
}

/** The requests and answers behind a finding. */
export function Exchanges({ ids, exchanges }: ExchangesProps) {
  if (!exchanges) return <p className="messages quiet">The messages can be shown once the run has ended.</p>;
  return (
    <div className="messages">
      {ids.map((id) => {
        const exchange = exchanges.get(id);
        return exchange ? (
          <One key={id} exchange={exchange} />
        ) : (
          <p key={id} className="quiet">
            Message {id} is not in the report.
          </p>
        );
      })}
    </div>
  );
}

function One({ exchange }: { exchange: ReportExchange }) {
  const { id, method, purpose, durationMs, httpStatus, failure } = exchange;
  return (
    <section className="exchange">
      <h4>
        <code>{visible(method)}</code>
        <span className="quiet">
          {id}, {purpose}, {formatDuration(durationMs)}
          {httpStatus !== undefined && `, HTTP ${httpStatus}`}
        </span>
      </h4>
      <Json title="Request" value={exchange.request} />
      {exchange.response === undefined ? (
        <div className="json">
          <h5>Answer</h5>
          <p>{visible(failure ?? "There is none.")}</p>
        </div>
      ) : (
        <Json title="Answer" value={exchange.response} />
      )}
    </section>
  );
}

function Json({ title, value }: { title: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2) ?? "";
  return (
    <div className="json">
      <h5>
        {title} <CopyButton label={`Copy ${title.toLowerCase()}`} text={text} />
      </h5>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <pre className="words" tabIndex={0}>
        {visible(text.slice(0, SHOWN))}
        {text.length > SHOWN &&
          `\n… ${(text.length - SHOWN).toLocaleString("en-US")} more characters: copy shows all`}
      </pre>
    </div>
  );
}
