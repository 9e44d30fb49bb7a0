import { TextField } from "../ui/TextField";
import type { TransportFieldsProps } from "./TransportFields";

/** What a sign-in needs where the authorization server lets no app register itself. */
export function OAuthFields({ draft, faults, change }: TransportFieldsProps) {
  return (
    <>
      <TextField
        label="Client ID for sign-in"
        mono
        value={draft.clientId}
        onChange={(clientId) => change({ clientId })}
        fault={faults.clientId}
        help="Only where the authorization server lets no app register itself: the ID it gave you, or the address of a client metadata document."
      />
      <TextField
        label="Callback port"
        mono
        inputMode="numeric"
        value={draft.callbackPort}
        onChange={(callbackPort) => change({ callbackPort })}
        fault={faults.callbackPort}
        placeholder="any free one"
        help="Only where http://127.0.0.1:PORT/callback was registered with that ID."
      />
    </>
  );
}
