import { Download } from "lucide-react";
import { asHostError, type Host, useHost } from "../client/host";
import { useApp } from "../state/store";
import { Button } from "../ui/Button";
import { Menu } from "../ui/Menu";
import { saveFile } from "../ui/save-file";
import type { Checks } from "./use-checks";

const FORMATS = [
  { id: "json", label: "JSON, with every message", type: "application/json" },
  { id: "html", label: "HTML page", type: "text/html" },
  { id: "markdown", label: "Markdown", type: "text/markdown" },
  { id: "sarif", label: "SARIF, for code scanning", type: "application/sarif+json" },
  { id: "junit", label: "JUnit XML, for a build server", type: "application/xml" },
] as const;

/** Saves the last report in one of its formats, or everything the run saw. */
export function ExportMenu({ serverId, checks }: { serverId: string; checks: Checks }) {
  const host = useHost();
  const notify = useApp((state) => state.notify);
  if (checks.running || !checks.report) return null;
  const save = async (get: () => ReturnType<typeof ask>, type: string) => {
    try {
      const file = await get();
      if (!file) throw new Error("The host no longer has this report: check again.");
      saveFile(file.name, (await host.bytes(file.handle)).slice(), type);
    } catch (error) {
      const { message, detail } = asHostError(error);
      notify({ level: "error", message: `The report was not saved: ${message}`, detail });
    }
  };
  return (
    <Menu
      label="Save the report"
      trigger={
        <Button>
          <Download size={14} aria-hidden="true" /> Save report
        </Button>
      }
      entries={[
        ...FORMATS.map(({ id, label, type }) => ({
          id,
          label,
          run: () => void save(() => ask(host, serverId, id), type),
        })),
        "-" as const,
        {
          id: "evidence",
          label: "Evidence, to check again without the server",
          run: () => void save(() => host.call("checks.evidence", { serverId }), "application/x-ndjson"),
        },
      ]}
    />
  );
}

const ask = (host: Host, serverId: string, format: (typeof FORMATS)[number]["id"]) =>
  host.call("checks.export", { serverId, format });
