import { useState } from "react";
import { useHost } from "../client/host";
import { joinCommand } from "../servers/command-text";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/CopyButton";
import { Segments } from "../ui/Segments";
import { TextField } from "../ui/TextField";

const WAYS = [
  { id: "stdio", label: "stdio" },
  { id: "http", label: "HTTP" },
] as const;

/** Makes the command that serves folders of skills to another client. */
export function ServePage() {
  const host = useHost();
  const [folders, setFolders] = useState("");
  const [way, setWay] = useState<"stdio" | "http">("stdio");
  const [port, setPort] = useState("3920");
  const lines = folders
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const words = ["skill-inspector", "serve", ...lines, ...(way === "http" ? ["--http", port] : [])];
  const command = joinCommand(words);
  const config = JSON.stringify(
    { mcpServers: { skills: { command: words[0], args: words.slice(1) } } },
    null,
    2,
  );
  const pick = () =>
    host
      .call("platform.pickFolder", {})
      .then((folder) => folder !== null && setFolders([...lines, folder].join("\n")))
      // A browser has no folder dialog; the path can be typed.
      .catch(() => undefined);
  return (
    <div className="doc">
      <header className="head">
        <h1 className="name">Serve</h1>
        <p className="desc">
          Serve folders of skills over MCP, with the released skills extension, to any client.
        </p>
      </header>
      <div className="scroll tab-panel">
        <div className="page form serve">
          <div className="with-button">
            <TextField
              label="Folders, one a line"
              mono
              multiline
              rows={3}
              value={folders}
              onChange={setFolders}
              placeholder="/path/to/skills"
              help="Left empty, the samples of this app are served."
            />
            <Button onPress={pick}>Choose…</Button>
          </div>
          <div className="field">
            <span className="label">Over</span>
            <div>
              <Segments label="Transport" value={way} options={WAYS} onChange={setWay} />
            </div>
          </div>
          {way === "http" && (
            <div className="narrow">
              <TextField
                label="Port"
                value={port}
                onChange={setPort}
                inputMode="numeric"
                fault={
                  /^\d{1,5}$/.test(port) && Number(port) < 65_536 ? undefined : "A number from 0 to 65535."
                }
              />
            </div>
          )}
          <Result title="Command" text={command} />
          {way === "stdio" ? (
            <Result title="For a client's mcp.json" text={config} />
          ) : (
            <Result title="Address for the client" text={`http://127.0.0.1:${port}/mcp`} />
          )}
        </div>
      </div>
    </div>
  );
}

function Result({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h2>
        {title} <CopyButton label={`Copy: ${title}`} text={text} />
      </h2>
      <pre className="words">{text}</pre>
    </section>
  );
}
