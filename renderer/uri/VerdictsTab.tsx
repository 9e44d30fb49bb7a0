import type { ReactNode } from "react";
import { visible } from "../../shared/model/visible";
import type { UriInspection } from "../../shared/uri/workbench";
import { CopyButton } from "../ui/CopyButton";
import { OpenOn } from "./OpenOn";
import { PartsLine } from "./PartsLine";
import { VerdictTable } from "./VerdictTable";
import type { VerdictRow } from "./verdict-rows";

/** Parts, verdicts, and the forms the input could have. */
export function VerdictsTab({
  inspection,
  rows,
}: {
  inspection: UriInspection;
  rows: readonly VerdictRow[];
}) {
  const { input, corrected, changes = [] } = inspection;
  return (
    <div className="uri-page">
      <PartsLine inspection={inspection} />
      {inspection.faults.length > 0 && (
        <ol className="tpl-faults" aria-label="Faults">
          {inspection.faults.slice(0, 20).map((fault) => (
            <li key={`${fault.at} ${fault.code}`}>
              <span className="tpl-at">column {fault.at + 1}</span>
              <span>{visible(fault.message)}</span>
            </li>
          ))}
        </ol>
      )}
      <VerdictTable rows={rows} />
      {corrected !== undefined ? (
        <Form name="Corrected" uri={corrected} good help={changes.map(visible).join("; ")}>
          {inspection.kind === "uri" && <OpenOn uri={corrected} />}
        </Form>
      ) : (
        inspection.kind === "uri" && (
          <div className="uri-form">
            <h2>As it is</h2>
            <div className="uri-value">
              <code>{visible(input)}</code>
              <OpenOn uri={input} />
            </div>
          </div>
        )
      )}
      {inspection.kind === "uri" && inspection.normal !== undefined && inspection.normal !== corrected && (
        <Form
          name="Normal form"
          uri={inspection.normal}
          help="What every parser may make of it (RFC 3986 section 6.2.2)"
        />
      )}
      {inspection.kind === "uri" &&
        inspection.released !== undefined &&
        inspection.released !== corrected && (
          <Form
            name="In the released extension"
            uri={inspection.released}
            help="The address the released skills extension would give it"
          />
        )}
    </div>
  );
}

interface FormProps {
  name: string;
  uri: string;
  help?: string;
  good?: boolean;
  children?: ReactNode;
}

function Form({ name, uri, help, good, children }: FormProps) {
  return (
    <div className="uri-form">
      <h2>{name}</h2>
      <div className="uri-value">
        <code className={good ? "ok-text" : undefined}>{visible(uri)}</code>
        <CopyButton label={`Copy: ${name}`} text={uri} />
        {children}
      </div>
      {help && <p className="quiet">{help}</p>}
    </div>
  );
}
