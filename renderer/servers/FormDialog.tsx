import type { ReactNode } from "react";
import type { ServerState } from "../../shared/model/server";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { ErrorState } from "../ui/ErrorState";
import { ConnectionTest } from "./ConnectionTest";
import { keepsStored } from "./header-draft";
import { ServerFields } from "./ServerFields";
import { useConnectionTest } from "./use-connection-test";
import type { ServerForm } from "./use-server-form";

export interface FormDialogProps {
  title: string;
  form: ServerForm;
  /** The server that is edited. */
  server?: ServerState;
  /** Above the fields. */
  before?: ReactNode;
  /** Below the fields. */
  children?: ReactNode;
  onClose: () => void;
}

/** The form of one server with its buttons: cancel, test, save. */
export function FormDialog({ title, form, server, before, children, onClose }: FormDialogProps) {
  const test = useConnectionTest();
  const { draft, faults, busy } = form;
  const startTest = () => {
    const input = form.read();
    if (input) test.start(input, server?.config.confirmedCommand);
  };
  const change: ServerForm["change"] = (patch) => {
    test.reset();
    form.change(patch);
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <span className="at-start">
            <Button onPress={startTest} isDisabled={busy || test.state.step === "running"}>
              Test connection
            </Button>
          </span>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="main" onPress={form.submit} isDisabled={busy}>
            {server ? "Save" : draft.kind === "stdio" ? "Continue…" : "Add"}
          </Button>
        </>
      }
    >
      {before}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <ServerFields draft={draft} faults={faults} change={change} />
        {children}
        {form.error && <ErrorState problem={form.error} title="The server was not saved" />}
        <input type="submit" hidden />
      </form>
      <ConnectionTest
        test={test}
        withoutSecrets={draft.kind === "http" && draft.bearer === "" && draft.headers.some(keepsStored)}
      />
    </Dialog>
  );
}
