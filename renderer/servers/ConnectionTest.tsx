import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ServerState } from "../../shared/model/server";
import { visible } from "../../shared/model/visible";
import { Button } from "../ui/Button";
import { Chip } from "../ui/Chip";
import { ErrorState } from "../ui/ErrorState";
import { Spinner } from "../ui/Spinner";
import { capabilityNames } from "./capabilities";
import type { ConnectionTestControl } from "./use-connection-test";

export interface ConnectionTestProps {
  test: ConnectionTestControl;
  /** Secret headers are kept whose values a test does not send. */
  withoutSecrets: boolean;
}

/** What a test of the connection asks, does and found. */
export function ConnectionTest({ test, withoutSecrets }: ConnectionTestProps) {
  const { state } = test;
  const box = useRef<HTMLDivElement>(null);
  const { step } = state;
  useEffect(() => {
    if (step !== "idle") box.current?.scrollIntoView({ block: "nearest" });
  }, [step]);
  if (step === "idle") return null;
  return (
    <div ref={box} className="test-box" aria-live="polite">
      {state.step === "confirm" && (
        <>
          <p>
            <b>Start this program for the test?</b> It runs on your computer with your rights and is ended
            after the handshake.
          </p>
          <pre className="words command">{visible(state.line)}</pre>
          <div className="actions">
            <Button variant="main" size="s" onPress={test.agree}>
              Start it once
            </Button>
            <Button size="s" onPress={test.reset}>
              Not now
            </Button>
          </div>
        </>
      )}
      {state.step === "running" && (
        <div className="actions">
          <Spinner>Waiting for the server to answer the handshake…</Spinner>
          <Button size="s" onPress={test.reset}>
            Cancel the test
          </Button>
        </div>
      )}
      {state.step === "failed" && <ErrorState title="The test did not connect" problem={state.problem} />}
      {state.step === "connected" && <Connected server={state.server} />}
      {withoutSecrets && (
        <p className="quiet">
          A test does not send secret values that are stored already. Type them again to test with them.
        </p>
      )}
    </div>
  );
}

function Connected({ server }: { server: ServerState }) {
  const { era, protocolVersion, serverInfo, capabilities, notes } = server;
  const self = [serverInfo?.title ?? serverInfo?.name, serverInfo?.version].filter(Boolean).join(" ");
  const names = capabilityNames(capabilities);
  return (
    <>
      <p className="test-ok">
        <CircleCheck size={15} aria-hidden="true" />
        <b>The server answers</b>
        {protocolVersion && <Chip>{`${protocolVersion} · ${era ?? "unknown"} era`}</Chip>}
        {self && <span className="quiet break">It calls itself {visible(self)}.</span>}
      </p>
      <p className="chips">
        {names.length === 0
          ? "It declares no capabilities."
          : names.map((name) => <Chip key={name}>{visible(name)}</Chip>)}
      </p>
      {notes.length > 0 && (
        <ul className="notes plain">
          {notes.map((note) => (
            <li key={note}>{visible(note)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
