import { useEffect, useRef } from "react";
import { connect } from "../app/actions";
import { useHost } from "../client/host";
import { useServer } from "../state/store";
import { Button } from "../ui/Button";

export interface ReopenButtonProps {
  serverId: string;
  /** Asks the server again. */
  onAgain: () => void;
}

/** The next act after a failed read: connect where the server is not connected (and then read), else try again. */
export function ReopenButton({ serverId, onAgain }: ReopenButtonProps) {
  const host = useHost();
  const status = useServer(serverId)?.status;
  const wanted = useRef(false);
  useEffect(() => {
    if (status !== "connected" || !wanted.current) return;
    wanted.current = false;
    onAgain();
  }, [status, onAgain]);
  if (status === "connected" || status === undefined) return <Button onPress={onAgain}>Try again</Button>;
  return (
    <Button
      variant="main"
      isDisabled={status === "connecting"}
      onPress={() => {
        wanted.current = true;
        void connect(host, serverId);
      }}
    >
      {status === "connecting" ? "Connecting…" : "Connect"}
    </Button>
  );
}
