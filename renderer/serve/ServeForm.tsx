import { Play } from "lucide-react";
import { useState } from "react";
import type { ServeOptions } from "../../shared/contract";
import { asHostError, type HostError, useHost } from "../client/host";
import { Button } from "../ui/Button";
import { Choice } from "../ui/Choice";
import { ErrorState } from "../ui/ErrorState";
import { Spinner } from "../ui/Spinner";
import { TextField } from "../ui/TextField";
import { FaultPicker } from "./FaultPicker";
import { FolderFields } from "./FolderFields";
import { Recipes } from "./Recipes";

/** What to serve and how, with the two ways to hand it to a client: started here, or by the client itself. */
export function ServeForm({ options }: { options: ServeOptions }) {
  const host = useHost();
  const [text, setText] = useState(options.samples);
  const [convention, setConvention] = useState(options.conventions[0]!.id);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [port, setPort] = useState("");
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<HostError>();
  const folders = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const site = options.conventions.find(({ id }) => id === convention)?.site === true;
  const portFault = /^\d{0,5}$/.test(port) && Number(port) < 65_536 ? undefined : "A number from 0 to 65535.";
  const start = async () => {
    setStarting(true);
    setError(undefined);
    try {
      const chosen = { folders, convention, faults: [...faults] };
      await host.call("serve.start", port === "" ? chosen : { ...chosen, port: Number(port) });
    } catch (thrown) {
      setError(asHostError(thrown));
    } finally {
      setStarting(false);
    }
  };
  return (
    <section aria-label="New server">
      <h2>New server</h2>
      <div className="serve-columns">
        <div className="form">
          <FolderFields text={text} onChange={setText} samples={options.samples} />
          <Choice
            label="Convention"
            value={convention}
            options={options.conventions.map(({ id, title }) => ({ id, label: title }))}
            onChange={setConvention}
          />
          <div className="narrow">
            <TextField
              label="Port"
              value={port}
              onChange={setPort}
              inputMode="numeric"
              placeholder="any free one"
              fault={portFault}
            />
          </div>
          <div className="serve-start">
            <Button
              variant="main"
              onPress={start}
              isDisabled={starting || folders.length === 0 || portFault !== undefined}
            >
              <Play size={14} aria-hidden="true" />
              Start
            </Button>
            {starting && <Spinner>Reading the folders…</Spinner>}
            {folders.length === 0 && <span className="quiet">Choose a folder first.</span>}
          </div>
          {error && <ErrorState title="It did not start" problem={error} />}
        </div>
        <FaultPicker faults={options.faults} chosen={faults} onChange={setFaults} />
      </div>
      {!site && (
        <Recipes
          title="Or let the client start it"
          recipe={{ folders, convention, faults }}
          fallback={options.conventions[0]!.id}
        />
      )}
    </section>
  );
}
