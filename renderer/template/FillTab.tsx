import { useMemo, useState } from "react";
import { visible } from "../../shared/model/visible";
import { expand } from "../../shared/uri/expand";
import type { ParsedTemplate } from "../../shared/uri/rfc6570";
import { multiSegmentHint } from "../../shared/uri/template-help";
import { openUri } from "../app/actions";
import { asHostError, type HostError, useHost, useOperation } from "../client/host";
import { useServer } from "../state/store";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/CopyButton";
import { ErrorState } from "../ui/ErrorState";
import { Spinner } from "../ui/Spinner";
import { COLOURS, colourOf, ExpansionLine } from "./ExpansionLine";
import { contextFor, initialField, valuesOf } from "./field-value";
import { formKey, setField, setForm, useForm } from "./form-store";
import { InvalidTemplate } from "./InvalidTemplate";
import { remember } from "./recent";
import { VariableField } from "./VariableField";

export interface FillTabProps {
  serverId: string;
  template: ParsedTemplate;
}

/** The form of a template: fields, what they expand to, and reading the result. */
export function FillTab({ serverId, template }: FillTabProps) {
  const host = useHost();
  const server = useServer(serverId);
  const operation = useOperation();
  const key = formKey(serverId, template.text);
  const typed = useForm(key);
  const [error, setError] = useState<HostError>();
  const fields = useMemo(
    () =>
      Object.fromEntries(
        template.variables.map((name) => [
          name,
          Object.hasOwn(typed, name) ? typed[name]! : initialField(template, name),
        ]),
      ),
    [template, typed],
  );
  const values = useMemo(() => valuesOf(fields), [fields]);
  const expansion = useMemo(() => expand(template, values), [template, values]);
  const hints = useMemo(() => multiSegmentHint(template, values), [template, values]);
  if (!template.ok) return <InvalidTemplate template={template} />;
  const missing = template.variables.filter((name) => values[name] === undefined);
  const connected = server?.status === "connected";
  const uri = expansion.ok ? expansion.uri : undefined;

  const read = async () => {
    if (uri === undefined || !connected || uri === "") return;
    const op = operation.begin();
    setError(undefined);
    try {
      await openUri(host, serverId, uri, op);
      remember(host, key, { uri, fields });
    } catch (thrown) {
      const problem = asHostError(thrown);
      if (problem.code !== "cancelled") setError(problem);
    } finally {
      operation.end(op);
    }
  };

  return (
    <form
      className="tpl-form"
      onSubmit={(event) => {
        event.preventDefault();
        void read();
      }}
    >
      <ExpansionLine template={template} values={values} uri={uri} />
      {template.variables.map((name) => (
        <VariableField
          key={name}
          template={template}
          name={name}
          colour={colourOf(template, name)}
          field={fields[name]!}
          onChange={(field) => setField(key, name, field)}
          hints={hints.filter((hint) => hint.variable === name)}
          ask={
            server?.completions && connected
              ? {
                  serverId,
                  template: template.text,
                  variable: name,
                  context: contextFor(template, name, fields),
                }
              : undefined
          }
        />
      ))}
      {template.variables.length === 0 && (
        <p className="quiet">This template has no variables: it names one URI.</p>
      )}
      {!expansion.ok &&
        expansion.faults.map((fault) => (
          <p key={`${fault.at} ${fault.code}`} className="doc-banner bad" role="alert">
            {visible(fault.message)}
          </p>
        ))}
      <div className="tpl-acts">
        <Button variant="main" type="submit" isDisabled={uri === undefined || !connected}>
          Read
        </Button>
        {operation.op !== undefined && (
          <>
            <Spinner>Reading…</Spinner>
            <Button onPress={operation.cancel}>Cancel</Button>
          </>
        )}
        {uri !== undefined && <CopyButton withText size="m" label="Copy URI" text={uri} />}
        {Object.keys(typed).length > 0 && (
          <Button variant="quiet" onPress={() => setForm(key, {})}>
            Clear all
          </Button>
        )}
      </div>
      {!connected && (
        <p className="quiet">The server is not connected, so nothing can be read or completed.</p>
      )}
      {missing.length > 0 && template.variables.length <= COLOURS && (
        <p className="quiet">
          {missing.map(visible).join(", ")} {missing.length === 1 ? "has" : "have"} no value and{" "}
          {missing.length === 1 ? "is" : "are"} left out of the URI.
        </p>
      )}
      {error && <ErrorState title="The server did not give it" problem={error} />}
    </form>
  );
}
