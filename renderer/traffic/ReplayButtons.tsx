import { Pencil, RotateCw } from "lucide-react";
import { useState } from "react";
import type { TrafficRow } from "../../shared/model/traffic";
import { visible } from "../../shared/model/visible";
import { asHostError, useCall, useHost, useOperation } from "../client/host";
import { useApp, useServer } from "../state/store";
import { Button } from "../ui/Button";
import { ReplayDialog } from "./ReplayDialog";
import { readParams, requestOf } from "./request-text";

/** Sends a request again, as it was or as edited; the answer is a new line of the traffic. */
export function ReplayButtons({ row }: { row: TrafficRow }) {
  const host = useHost();
  const server = useServer(row.serverId);
  const notify = useApp((state) => state.notify);
  const showTraffic = useApp((state) => state.showTraffic);
  const operation = useOperation();
  const [editing, setEditing] = useState(false);
  const { data } = useCall("traffic.message", { seq: row.seq });
  const request = data && !data.cut ? requestOf(data.raw) : undefined;
  if (!request || server?.status !== "connected") return null;
  const again = async () => {
    const params = readParams(request.params);
    if (!params.ok) return;
    const op = operation.begin();
    try {
      const sent = await host.call("traffic.replay", {
        serverId: row.serverId,
        method: request.method,
        params: params.value,
        op,
      });
      showTraffic([sent.seq]);
    } catch (error) {
      const { code, message, detail } = asHostError(error);
      if (code !== "cancelled") notify({ level: "error", message: `Not sent again: ${message}`, detail });
    } finally {
      operation.end(op);
    }
  };
  return (
    <>
      <Button size="s" onPress={operation.op === undefined ? () => void again() : operation.cancel}>
        <RotateCw size={13} aria-hidden="true" /> {operation.op === undefined ? "Send again" : "Cancel"}
      </Button>
      <Button size="s" onPress={() => setEditing(true)}>
        <Pencil size={13} aria-hidden="true" /> Edit and send
      </Button>
      {editing && (
        <ReplayDialog
          serverId={row.serverId}
          server={visible(server.config.label)}
          request={request}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}
