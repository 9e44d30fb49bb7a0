import type { ServerState } from "../../shared/model/server";
import { visible } from "../../shared/model/visible";
import { CopyButton } from "../ui/CopyButton";
import { count, formatDuration } from "../ui/format";
import { AccountDetails } from "./AccountDetails";
import { conventionNames } from "./convention-names";
import { addressOf } from "./found";
import { Instructions } from "./Instructions";
import { STATUS_WORDS } from "./StatusDot";

/** What the server declares and says of itself, and how the app reaches it. */
export function ServerDetails({ server }: { server: ServerState }) {
  const { config, serverInfo, capabilities, instructions, notes, exit } = server;
  const json = capabilities ? JSON.stringify(capabilities, null, 2) : undefined;
  const rows: [string, string | undefined][] = [
    ["Address", addressOf(config.transport)],
    ["Protocol version", server.protocolVersion],
    ["Era", server.era ? `${server.era} (asked for: ${config.era})` : `asked for: ${config.era}`],
    [
      "Calls itself",
      [serverInfo?.name, serverInfo?.title, serverInfo?.version].filter(Boolean).join(", ") || undefined,
    ],
    ["Timeout", `${formatDuration(config.timeoutMs)} for one request`],
    ["At start", config.autoConnect ? "connects by itself" : "waits to be connected"],
    ["Status", exit ? `${STATUS_WORDS[server.status]}; ${exitWords(exit)}` : STATUS_WORDS[server.status]],
    [
      "Serves",
      [
        count(server.counts.skills, "skill"),
        count(server.counts.templates, "template"),
        count(server.counts.resources, "other resource"),
      ].join(", "),
    ],
    ["Skills recognised by", conventionNames(server.conventions).join(", ") || undefined],
    ["Headers", headerNames(config.transport)],
  ];
  return (
    <div className="page">
      <dl className="facts-list">
        {rows.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="break">{visible(value)}</dd>
            </div>
          ),
        )}
      </dl>
      <AccountDetails server={server} />
      {notes.length > 0 && (
        <section>
          <h2>How the connection came about</h2>
          <ul className="notes plain">
            {notes.map((note) => (
              <li key={note}>{visible(note)}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Instructions</h2>
        {instructions ? (
          <>
            <p className="quiet">The server's own words to a model. They are shown, never followed.</p>
            <Instructions serverId={config.serverId} text={instructions} />
          </>
        ) : (
          <p className="quiet">The server gives none.</p>
        )}
      </section>
      <section>
        <h2>Capabilities {json && <CopyButton label="Copy capabilities" text={json} />}</h2>
        {json ? (
          <pre className="words">{visible(json)}</pre>
        ) : (
          <p className="quiet">Known once it is connected.</p>
        )}
      </section>
    </div>
  );
}

/** How a process ended, in words. */
function exitWords({ code, signal }: NonNullable<ServerState["exit"]>): string {
  return signal ? `the process ended by signal ${signal}` : `the process ended with exit code ${code}`;
}

/** Headers by name; of their values only that they are secret. */
function headerNames(transport: ServerState["config"]["transport"]): string | undefined {
  if (transport.kind !== "http" || transport.headers.length === 0) return undefined;
  return transport.headers.map(({ name, secret }) => (secret ? `${name} (secret)` : name)).join(", ");
}
