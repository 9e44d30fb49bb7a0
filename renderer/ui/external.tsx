import { create } from "zustand";
import { visible } from "../../shared/model/visible";
import { asHostError, useHost } from "../client/host";
import { useApp } from "../state/store";
import { Button, LinkButton } from "./Button";
import { CopyButton } from "./CopyButton";
import { Dialog } from "./Dialog";

const useRequest = create<{ url?: string }>(() => ({}));

/** Asks to open an http(s) address in the browser: `ExternalDialog` shows the full host and opens it only then. */
export function askOpenExternal(url: string): void {
  useRequest.setState({ url });
}

/** A link out of the app. */
export function ExternalLink({ url, children }: { url: string; children: string }) {
  return <LinkButton onPress={() => askOpenExternal(url)}>{children}</LinkButton>;
}

/** The dialog behind `askOpenExternal`; once in the app. */
export function ExternalDialog() {
  const host = useHost();
  const notify = useApp((state) => state.notify);
  const { url } = useRequest();
  const close = () => useRequest.setState({ url: undefined });
  const address = url === undefined ? undefined : parse(url);
  const open = async () => {
    close();
    if (!address) return;
    await host.call("platform.openExternal", { url: address.href }).catch((error: unknown) => {
      const { message, detail } = asHostError(error);
      notify({ level: "error", message: `Could not open the browser: ${message}`, detail });
    });
  };
  return (
    <Dialog
      title={address ? "Leave the app and open this in the browser?" : "This address cannot be opened"}
      isOpen={url !== undefined}
      onClose={close}
      footer={
        <>
          <CopyButton withText size="m" label="Copy address" text={url ?? ""} />
          <Button onPress={close}>Cancel</Button>
          {address && (
            <Button variant="main" autoFocus onPress={open}>
              Open in browser
            </Button>
          )}
        </>
      }
    >
      {address ? (
        <>
          <div className="field">
            <span className="label">Host</span>
            <code className="in break">{address.host}</code>
          </div>
          <div className="field">
            <span className="label">Full address</span>
            <div className="words">{visible(address.href)}</div>
          </div>
          {address.protocol === "http:" && <p className="quiet">This connection is not encrypted.</p>}
        </>
      ) : (
        <>
          <p>Only http and https addresses are opened outside of the app.</p>
          <div className="words">{visible(url ?? "")}</div>
        </>
      )}
    </Dialog>
  );
}

/** The address as the browser will read it: its host in ASCII (punycode), so that lookalike letters show. */
function parse(url: string): URL | undefined {
  try {
    const address = new URL(url);
    return address.protocol === "http:" || address.protocol === "https:" ? address : undefined;
  } catch {
    return undefined;
  }
}
