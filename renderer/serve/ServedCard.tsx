import { ExternalLink, Square } from "lucide-react";
import { useState } from "react";
import type { ServedServer, ServeOptions } from "../../shared/contract";
import { visible } from "../../shared/model/visible";
import { callServer } from "../app/server-calls";
import { asHostError, type HostError, useHost } from "../client/host";
import { joinCommand } from "../servers/command-text";
import { useApp } from "../state/store";
import { Button } from "../ui/Button";
import { Chip } from "../ui/Chip";
import { CopyButton } from "../ui/CopyButton";
import { ErrorState } from "../ui/ErrorState";
import { count } from "../ui/format";
import { freeLabel } from "./label";
import { HandOver, Recipes } from "./Recipes";
import { Requests } from "./Requests";
import { commandWords, mcpJson } from "./recipe";

export interface ServedCardProps {
  server: ServedServer;
  options: ServeOptions;
}

/** A server that runs: its address, how to hand it to a client, and the requests it gets. */
export function ServedCard({ server, options }: ServedCardProps) {
  const host = useHost();
  const [error, setError] = useState<HostError>();
  const convention = options.conventions.find(({ id }) => id === server.convention);
  const act = (work: () => Promise<void>) => {
    setError(undefined);
    void work().catch((thrown: unknown) => setError(asHostError(thrown)));
  };
  const stop = () => act(async () => void (await host.call("serve.stop", { id: server.id })));
  const open = () =>
    act(async () => {
      const { servers, open: show } = useApp.getState();
      const how = convention?.site
        ? { kind: "well-known" as const, url: server.url }
        : { kind: "http" as const, url: server.url, headers: [] };
      const known = [...servers.values()].find(
        ({ config: { transport } }) => transport.kind === how.kind && transport.url === server.url,
      );
      if (known) return show({ kind: "server", serverId: known.config.serverId });
      const taken = [...servers.values()].map(({ config }) => config.label);
      const state = await callServer(host, "servers.add", {
        label: freeLabel(server, taken),
        transport: how,
        autoConnect: true,
      });
      show({ kind: "server", serverId: state.config.serverId });
    });
  return (
    <article className="served" aria-label={`Server at ${server.url}`}>
      <div className="served-head">
        <code className="served-url break">{server.url}</code>
        <CopyButton label="Copy the address" text={server.url} />
        <span className="served-actions">
          <Button size="s" onPress={open}>
            <ExternalLink size={13} aria-hidden="true" />
            Open it here
          </Button>
          <Button size="s" variant="danger" onPress={stop}>
            <Square size={12} aria-hidden="true" />
            Stop
          </Button>
        </span>
      </div>
      <p className="served-facts">
        <Chip>{convention?.title ?? server.convention}</Chip>
        {server.faults.map((fault) => (
          <Chip key={fault} tone="warn" title={options.faults.find(({ id }) => id === fault)?.what}>
            {fault}
          </Chip>
        ))}
        {server.folders.map((folder) => (
          <code key={folder} className="quiet break">
            {visible(folder)}
          </code>
        ))}
      </p>
      {error && <ErrorState problem={error} />}
      {server.skipped.length > 0 && (
        <details>
          <summary>{count(server.skipped.length, "path is", "paths are")} left out</summary>
          <ul className="served-skipped">
            {server.skipped.map(({ path, reason }) => (
              <li key={path}>
                <code className="break">{visible(path)}</code>: {visible(reason)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <Requests requests={server.requests} answered={server.answered} />
      {!convention?.site && (
        <div className="served-hand-over">
          <div className="served-copy">
            <CopyButton withText label="Copy mcp.json" text={mcpJson({ url: server.url })} />
            <CopyButton
              withText
              label="Copy stdio command"
              text={joinCommand(commandWords(server, options.conventions[0]!.id))}
            />
          </div>
          <details>
            <summary>For a client's mcp.json</summary>
            <HandOver title="mcp.json" text={mcpJson({ url: server.url })} />
          </details>
          <Recipes title="The same over stdio" recipe={server} fallback={options.conventions[0]!.id} />
        </div>
      )}
    </article>
  );
}
