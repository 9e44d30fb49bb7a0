import { visible } from "../../shared/model/visible";
import type { ParsedTemplate } from "../../shared/uri/rfc6570";

/** A template that is none by RFC 6570: where each fault is, and what to write instead. */
export function InvalidTemplate({ template }: { template: ParsedTemplate }) {
  const { text, faults } = template;
  return (
    <section className="tpl-invalid" aria-label="Faults of the template">
      <p className="doc-banner bad">
        This is not a valid URI template, so no URI can be made from it. Nothing is sent to the server.
      </p>
      <div className="tpl-expansion">
        <code className="tpl-expansion-text">{pieces(template)}</code>
      </div>
      <ol className="tpl-faults">
        {faults.map((fault) => (
          <li key={`${fault.at} ${fault.code}`}>
            <span className="tpl-at">column {fault.at + 1}</span>
            <span>
              {visible(fault.message)}
              {fault.replacement !== undefined && (
                <>
                  {" "}
                  Write{" "}
                  <code>
                    {visible(text.slice(0, fault.at))}
                    <mark>{visible(fault.replacement)}</mark>
                    {visible(text.slice(fault.at + fault.length))}
                  </code>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The text with its faulty spans marked; a fault of no length marks the place before it. */
function pieces({ text, faults }: ParsedTemplate) {
  const out = [];
  let at = 0;
  for (const fault of faults) {
    if (fault.at < at) continue;
    out.push(<span key={`t${at}`}>{visible(text.slice(at, fault.at))}</span>);
    const end = fault.at + Math.max(fault.length, 1);
    out.push(
      <span key={`f${fault.at}`} className="tpl-fault" title={visible(fault.message)}>
        {visible(text.slice(fault.at, end)) || "␣"}
      </span>,
    );
    at = end;
  }
  out.push(<span key="end">{visible(text.slice(at))}</span>);
  return out;
}
