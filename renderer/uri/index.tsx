import "../document/document.css";
import "../template/template.css";
import "./uri.css";
import { useDeferredValue, useMemo, useState } from "react";
import { profiles } from "../../shared/rules/profiles";
import { inspectUri, MAX_INSPECTED } from "../../shared/uri/workbench";
import { useApp } from "../state/store";
import type { Target } from "../state/target";
import { Button } from "../ui/Button";
import { Chip } from "../ui/Chip";
import { EmptyState } from "../ui/EmptyState";
import { Tab, TabList, TabPanel, Tabs } from "../ui/Tabs";
import { CompareTwo } from "./CompareTab";
import { TemplateTab } from "./TemplateTab";
import { VerdictsTab } from "./VerdictsTab";
import { tally, verdictRows } from "./verdict-rows";

/** The URI workbench: a URI or template, its parts, what each convention says of it, and how to put it right. */
export function UriView({ target }: { target: Extract<Target, { kind: "uri" }> }) {
  const given = target.text ?? "";
  const [edited, setEdited] = useState({ given, text: given });
  const text = edited.given === given ? edited.text : given;
  const deferred = useDeferredValue(text);
  const [second, setSecond] = useState("");
  const [tab, setTab] = useState("verdicts");
  const open = useApp((state) => state.open);
  const tooLong = deferred.length > MAX_INSPECTED;
  const inspection = useMemo(
    () => (deferred === "" || tooLong ? undefined : inspectUri(deferred, profiles)),
    [deferred, tooLong],
  );
  const rows = useMemo(() => inspection && verdictRows(inspection), [inspection]);
  const { errors, warnings } = tally(rows ?? []);
  return (
    <div className="doc">
      <header className="head">
        <div className="uri">URI</div>
        <h1 className="name">Check a URI or template</h1>
        <form
          className="uri-input"
          onSubmit={(event) => {
            event.preventDefault();
            open(text === "" ? { kind: "uri" } : { kind: "uri", text: text.slice(0, MAX_INSPECTED) });
          }}
        >
          <input
            className="in mono"
            aria-label="URI or template"
            placeholder="Paste a URI, such as skill://acme/billing/dunning/SKILL.md, or a template"
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => setEdited({ given, text: event.target.value })}
          />
          <Button variant="main" type="submit">
            Check
          </Button>
        </form>
      </header>
      {tooLong ? (
        <EmptyState title="The text is too long">
          URIs and templates up to {MAX_INSPECTED.toLocaleString("en")} characters are judged.
        </EmptyState>
      ) : !inspection || !rows ? (
        <Examples onUse={(example) => setEdited({ given, text: example })} />
      ) : (
        <Tabs selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
          <TabList aria-label="Views of this URI">
            <Tab id="verdicts">
              Verdicts
              {errors > 0 && (
                <Chip tone="bad" label={`${errors} with faults`}>
                  {errors}
                </Chip>
              )}
              {warnings > 0 && (
                <Chip tone="warn" label={`${warnings} with warnings`}>
                  {warnings}
                </Chip>
              )}
            </Tab>
            <Tab id="template">As template</Tab>
            <Tab id="compare">Compare two</Tab>
          </TabList>
          <TabPanel id="verdicts" className="tab-panel scroll tpl-panel">
            <VerdictsTab inspection={inspection} rows={rows} />
          </TabPanel>
          <TabPanel id="template" className="tab-panel scroll tpl-panel">
            <TemplateTab text={deferred} />
          </TabPanel>
          <TabPanel id="compare" className="tab-panel scroll tpl-panel">
            <CompareTwo first={deferred} second={second} onSecond={setSecond} />
          </TabPanel>
        </Tabs>
      )}
    </div>
  );
}

const EXAMPLES = [
  "skill://acme/billing/../Refunds/skill.md",
  "skill://acme/{team}/{skill}/SKILL.md",
  "skill:///dunning/SKILL.md",
  "skill://demo/{path*}",
];

function Examples({ onUse }: { onUse: (text: string) => void }) {
  return (
    <EmptyState title="Nothing to judge yet">
      <p>
        Each standard and convention says what it makes of the address, why, and how to put it right. Nothing
        is sent to any server.
      </p>
      <ul className="plain uri-examples" aria-label="Examples">
        {EXAMPLES.map((example) => (
          <li key={example}>
            <button type="button" className="link mono" onClick={() => onUse(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
