import { Plus, X } from "lucide-react";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { IconButton } from "../ui/IconButton";
import { TextField } from "../ui/TextField";
import { type HeaderDraft, isSecret, keepsStored, newHeader } from "./header-draft";
import { OAuthFields } from "./OAuthFields";
import type { TransportFieldsProps } from "./TransportFields";

/** URL, bearer token, headers, and the older transport. */
export function HttpFields({ draft, faults, change }: TransportFieldsProps) {
  const authorization = draft.headers.find(({ name }) => name.trim().toLowerCase() === "authorization");
  const kept = authorization !== undefined && keepsStored(authorization);
  return (
    <>
      <TextField
        label="URL"
        mono
        autoFocus
        value={draft.url}
        onChange={(url) => change({ url })}
        fault={faults.url}
        placeholder="https://example.com/mcp"
        help="An MCP endpoint, or a site that publishes skills: well-known:https://example.com."
      />
      <details
        open={
          [draft.bearer, draft.clientId, draft.callbackPort].some((text) => text !== "") ||
          draft.headers.length > 0 ||
          draft.sse ||
          faults.headers !== undefined
        }
      >
        <summary>Sign-in, headers and older transport</summary>
        <div className="form">
          <TextField
            label="Bearer token"
            mono
            type="password"
            value={draft.bearer}
            onChange={(bearer) => change({ bearer })}
            placeholder={kept ? "a value is stored; typing here replaces it" : ""}
            help="Sent as the Authorization header and kept as a secret: never shown again."
          />
          <Headers
            headers={draft.headers}
            fault={faults.headers}
            onChange={(headers) => change({ headers })}
          />
          <OAuthFields draft={draft} faults={faults} change={change} />
          <Checkbox isSelected={draft.sse} onChange={(sse) => change({ sse })}>
            The older HTTP with SSE transport (2024-11-05), without trying the newer one first
          </Checkbox>
        </div>
      </details>
    </>
  );
}

interface HeadersProps {
  headers: readonly HeaderDraft[];
  fault?: string;
  onChange: (headers: readonly HeaderDraft[]) => void;
}

function Headers({ headers, fault, onChange }: HeadersProps) {
  const patch = (key: number, part: Partial<HeaderDraft>) =>
    onChange(headers.map((header) => (header.key === key ? { ...header, ...part } : header)));
  return (
    <fieldset className="headers">
      <legend className="label">HTTP headers</legend>
      {headers.map((header, at) => (
        <HeaderRow
          key={header.key}
          header={header}
          number={at + 1}
          onChange={(part) => patch(header.key, part)}
          onRemove={() => onChange(headers.filter(({ key }) => key !== header.key))}
        />
      ))}
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <div>
        <Button size="s" onPress={() => onChange([...headers, newHeader()])}>
          <Plus size={13} aria-hidden="true" /> Add header
        </Button>
      </div>
    </fieldset>
  );
}

interface HeaderRowProps {
  header: HeaderDraft;
  number: number;
  onChange: (part: Partial<HeaderDraft>) => void;
  onRemove: () => void;
}

function HeaderRow({ header, number, onChange, onRemove }: HeaderRowProps) {
  const secret = isSecret(header);
  return (
    <div className="header-row">
      <TextField
        label={`Name of header ${number}`}
        labelHidden
        mono
        placeholder="X-Name"
        value={header.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label={`Value of header ${number}`}
        labelHidden
        mono
        type={secret ? "password" : "text"}
        placeholder={keepsStored(header) ? "stored, not shown" : "value"}
        value={header.value}
        onChange={(value) => onChange({ value })}
      />
      <Checkbox
        isSelected={secret}
        isDisabled={header.stored !== undefined || isSecret({ ...header, secret: false })}
        onChange={(chosen) => onChange({ secret: chosen })}
      >
        Secret
      </Checkbox>
      <IconButton size="s" label={`Remove header ${number}`} onPress={onRemove}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
