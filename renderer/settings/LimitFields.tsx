import { useEffect, useState } from "react";
import { LIMIT_IDS, LIMITS, type LimitId, limitFault } from "../../shared/model/limits";
import { saveSettings } from "../app/settings";
import { useHost } from "../client/host";
import { useApp } from "../state/store";
import { LinkButton } from "../ui/Button";
import { TextField } from "../ui/TextField";

/** What is taken of a server before the app stops, each limit with its range and its default. */
export function LimitFields() {
  return (
    <>
      <p>What a server sends beyond these is told, and not taken: memory and time stay bounded.</p>
      <div className="limits">
        {LIMIT_IDS.map((id) => (
          <LimitField key={id} id={id} />
        ))}
      </div>
    </>
  );
}

/** The number is taken once the field is left, so that a half-typed one changes nothing. */
function LimitField({ id }: { id: LimitId }) {
  const host = useHost();
  const limits = useApp((state) => state.settings.limits);
  const limit = LIMITS[id];
  const [text, setText] = useState(String(limits[id]));
  useEffect(() => setText(String(limits[id])), [limits, id]);
  const save = (value: number) => saveSettings(host, { limits: { ...limits, [id]: value } });
  const fault = limitFault(id, text.trim() === "" ? Number.NaN : Number(text));
  const unit = limit.unit === "" ? "" : ` (${limit.unit})`;
  const range = `${limit.min.toLocaleString("en")} to ${limit.max.toLocaleString("en")}`;
  return (
    <div>
      <TextField
        label={`${limit.title}${unit}`}
        value={text}
        onChange={setText}
        onBlur={() => fault === undefined && Number(text) !== limits[id] && save(Number(text))}
        fault={fault}
        inputMode="numeric"
        help={`${limit.help} ${range}, by default ${limit.default.toLocaleString("en")}.`}
      />
      {limits[id] !== limit.default && (
        <LinkButton aria-label={`Reset ${limit.title}`} onPress={() => save(limit.default)}>
          Reset to {limit.default.toLocaleString("en")}
        </LinkButton>
      )}
    </div>
  );
}
