import { FileInput } from "lucide-react";
import { type ClipboardEvent, useEffect, useRef, useState } from "react";
import type { FoundServers } from "../../shared/config/mcp-json";
import { visible } from "../../shared/model/visible";
import { asHostError, useHost } from "../client/host";
import { Button } from "../ui/Button";
import { TextField } from "../ui/TextField";
import { type FoundGroup, rowsOf } from "./found";

export interface PasteBoxProps {
  /** Read at once. */
  start?: string;
  onFound: (groups: FoundGroup[]) => void;
}

/** One field for whatever a README or another program gives, and the way to what other programs have. */
export function PasteBox({ start = "", onFound }: PasteBoxProps) {
  const host = useHost();
  const [text, setText] = useState(start);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const look = async (ask: () => Promise<FoundGroup[] | string>) => {
    setBusy(true);
    const answer = await ask().catch((thrown: unknown) => asHostError(thrown).message);
    setBusy(false);
    if (typeof answer === "string") return setFault(visible(answer));
    setFault(undefined);
    onFound(answer);
  };
  const read = (pasted: string) =>
    look(async () => {
      const found: FoundServers = await host.call("configs.read", { text: pasted });
      if (found.servers.length === 0) return found.problems.join(" ") || "There are no servers in it.";
      return [{ rows: rowsOf(found.servers), problems: found.problems }];
    });
  const importOthers = () =>
    look(async () => {
      const configs = await host.call("configs.found", {});
      if (configs.length === 0)
        return "No configuration of Claude Desktop, VS Code, Cursor or Claude Code was found in its usual place.";
      // One file can be the usual place of two: of the user and of the folder the app was started in.
      const files = [...new Map(configs.reverse().map((config) => [config.path, config])).values()].reverse();
      return files.map(({ servers, ...config }) => ({ ...config, rows: rowsOf(servers) }));
    });
  const first = useRef(start);
  const readFirst = useRef(read);
  useEffect(() => {
    if (first.current.trim() !== "") void readFirst.current(first.current);
  }, []);
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text/plain");
    if (text.trim() !== "" || pasted.trim() === "") return;
    event.preventDefault();
    setText(pasted);
    void read(pasted);
  };
  return (
    <div className="paste-box" onPaste={onPaste}>
      <TextField
        label="Paste anything: a command, a URL or an mcp.json"
        mono
        multiline
        rows={3}
        value={text}
        onChange={(next) => {
          setText(next);
          setFault(undefined);
        }}
        fault={fault}
        placeholder={'npx -y @scope/server\nhttps://example.com/mcp\n{"mcpServers": {…}}'}
      />
      <div className="actions">
        <Button size="s" isDisabled={busy || text.trim() === ""} onPress={() => read(text)}>
          Read it
        </Button>
        <Button size="s" isDisabled={busy} onPress={importOthers}>
          <FileInput size={13} aria-hidden="true" /> Import from other programs…
        </Button>
      </div>
    </div>
  );
}
