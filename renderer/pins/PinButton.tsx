import { Pin, PinOff } from "lucide-react";
import { useState } from "react";
import type { Manifest } from "../../shared/model/skill";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { usePin, useSetPin } from "./use-pins";

export interface PinButtonProps {
  serverId: string;
  uri: string;
  manifest: Manifest;
}

/** Remembers the files and digests of a skill's entry as seen, or forgets them; says why where it cannot. */
export function PinButton({ serverId, uri, manifest }: PinButtonProps) {
  const pin = usePin(serverId, uri);
  const setPin = useSetPin(serverId, uri);
  const [why, setWhy] = useState(false);
  if (pin === undefined) return null;
  if (pin) {
    return (
      <Button size="s" variant="quiet" onPress={() => void setPin(false)}>
        <PinOff size={13} aria-hidden="true" /> Forget
      </Button>
    );
  }
  const can = manifest.kind === "files";
  return (
    <>
      <Button size="s" variant="quiet" onPress={() => (can ? void setPin(true) : setWhy(true))}>
        <Pin size={13} aria-hidden="true" /> Remember as seen
      </Button>
      <Dialog
        title="This skill cannot be remembered"
        isOpen={why}
        onClose={() => setWhy(false)}
        footer={
          <Button variant="main" autoFocus onPress={() => setWhy(false)}>
            Close
          </Button>
        }
      >
        <p>{manifest.kind === "dynamic" ? DYNAMIC : UNKNOWN}</p>
      </Dialog>
    </>
  );
}

const DYNAMIC =
  "It is dynamic: its entry states neither files nor digests, so each reading may give something else and there is nothing fixed to hold the next one against.";
const UNKNOWN =
  "The way this server shows it states no files and digests, so there is nothing fixed to hold a later listing against.";
