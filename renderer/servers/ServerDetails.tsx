import type { ServerState } from "../../shared/model/server";
import { commandLine } from "../../shared/model/server";
import { visible } from "../../shared/model/visible";
import { CopyButton } from "../ui/CopyButton";
import { formatDuration } from "../ui/format";

/** What the server declares and says of itself, and how the app reaches it. */
export function ServerDetails({ server }: { server: ServerState }) {
  const { config, serverInfo, capabilities, instructions, notes } = server;
  const json = capabilities ? JSON.stringify(capabilities, null, 2) : undefined;
  const rows: [string, string | undefined][] = [
    ["Address", addressLine(server)],
    ["Protocol version", server.protocolVersion],
    ["Era", server.era ? `${server.era} (asked for: ${config.era})` : `asked for: ${config.era}`],
    [
      "Calls itself",
      [serverInfo?.name, serverInfo?.title, serverInfo?.version].filter(Boolean).join(", ") || undefined,
    ],
    ["Timeout", `${formatDuration(config.timeoutMs)} for one request`],
    ["At start", config.autoConnect ? "connects by itself" : "waits to be connected"],
    [
      "Serves",
      `${server.counts.skills} skills, ${server.counts.templates} templates, ${server.counts.resources} other resources`,
    ],
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
            <div className="words prose">{visible(instructions)}</div>
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

function addressLine({ config: { transport } }: ServerState): string {
  if (transport.kind === "stdio") return commandLine(transport);
  if (transport.kind === "http") return transport.url;
  return transport.kind === "folder" ? transport.path : "built into the app";
}
