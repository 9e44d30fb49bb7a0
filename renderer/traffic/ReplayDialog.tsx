import { useState } from "react";
import { asHostError, type HostError, useHost, useOperation } from "../client/host";
import { useApp } from "../state/store";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { ErrorState } from "../ui/ErrorState";
import { TextField } from "../ui/TextField";
import { type RequestText, readParams } from "./request-text";

export interface ReplayDialogProps {
  serverId: string;
  /** The server's name, for the title. */
  server: string;
  request: RequestText;
  onClose: () => void;
}

/** A request to change and send. Params are checked as they are typed. */
export function ReplayDialog({ serverId, server, request, onClose }: ReplayDialogProps) {
  const host = useHost();
  const showTraffic = useApp((state) => state.showTraffic);
  const operation = useOperation();
  const [method, setMethod] = useState(request.method);
  const [text, setText] = useState(request.params);
  const [problem, setProblem] = useState<HostError>();
  const params = readParams(text);
  const sending = operation.op !== undefined;
  const send = async () => {
    if (!params.ok) return;
    const op = operation.begin();
    setProblem(undefined);
    try {
      const sent = await host.call("traffic.replay", {
        serverId,
        method: method.trim(),
        params: params.value,
        op,
      });
      showTraffic([sent.seq]);
      onClose();
    } catch (error) {
      const failure = asHostError(error);
      if (failure.code !== "cancelled") setProblem(failure);
    } finally {
      operation.end(op);
    }
  };
  return (
    <Dialog
      title={`Send a request to ${server}`}
      isOpen
      wide
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => setText(request.params)} isDisabled={text === request.params}>
            As it was
          </Button>
          <Button onPress={sending ? operation.cancel : onClose}>Cancel</Button>
          <Button
            variant="main"
            onPress={() => void send()}
            isDisabled={sending || !params.ok || method.trim() === ""}
          >
            {sending ? "Waiting for the answer…" : "Send"}
          </Button>
        </>
      }
    >
      <TextField
        label="Method"
        mono
        value={method}
        onChange={setMethod}
        {...(method.trim() === "" ? { fault: "A request needs a method." } : {})}
      />
      <TextField
        label="Params (JSON)"
        mono
        multiline
        rows={14}
        autoFocus
        value={text}
        onChange={setText}
        help="The id and _meta are written anew for the connection."
        {...(params.ok ? {} : { fault: params.fault })}
      />
      {problem && <ErrorState problem={problem} title="The request was not sent" />}
    </Dialog>
  );
}
