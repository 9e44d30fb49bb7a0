import { Download } from "lucide-react";
import { visible } from "../../shared/model/visible";
import { useCall } from "../client/host";
import { useApp } from "../state/store";
import { setUi, useUi } from "../state/ui-state";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/CopyButton";
import { Dialog } from "../ui/Dialog";
import { ErrorState } from "../ui/ErrorState";
import { Spinner } from "../ui/Spinner";
import { saveFile } from "../ui/save-file";

/** All servers as `mcp.json`, to copy or to save. */
export function ExportDialog() {
  const exporting = useUi((state) => state.exporting);
  if (!exporting) return null;
  return <Export onClose={() => setUi({ exporting: false })} />;
}

function Export({ onClose }: { onClose: () => void }) {
  const { data, error } = useCall("servers.export", {}, { gcTime: 0, staleTime: 0 });
  const servers = useApp((state) => state.servers);
  const left = [...servers.values()]
    .map(({ config }) => config)
    .filter(({ transport }) => transport.kind !== "stdio" && transport.kind !== "http");
  const secret = [...servers.values()].some(
    ({ config: { transport } }) =>
      transport.kind === "http" && transport.headers.some((header) => header.secret),
  );
  return (
    <Dialog
      title="All servers as mcp.json"
      wide
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          {data && <CopyButton withText size="m" label="Copy" text={data.text} />}
          <Button
            variant="main"
            isDisabled={!data}
            onPress={() => data && saveFile("mcp.json", data.text, "application/json")}
          >
            <Download size={14} aria-hidden="true" /> Download
          </Button>
        </>
      }
    >
      {error && <ErrorState problem={error} title="The servers could not be exported" />}
      {!data && !error && <Spinner>Writing…</Spinner>}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <pre className="words export" tabIndex={0}>
          {visible(data.text)}
        </pre>
      )}
      {secret && <p>Values of secret headers are left out: fill them in where the file is used.</p>}
      {left.length > 0 && (
        <p className="quiet">
          Not in it, for other programs cannot use them: {left.map(({ label }) => visible(label)).join(", ")}.
        </p>
      )}
    </Dialog>
  );
}
