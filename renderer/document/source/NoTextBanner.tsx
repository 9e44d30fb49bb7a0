import { useMemo } from "react";
import { typeByName } from "../file-type";
import { whyNoText } from "./no-text";

/** Says why the bytes of a file are shown whose name promises text. */
export function NoTextBanner({ bytes, name }: { bytes: Uint8Array; name: string }) {
  const why = useMemo(() => whyNoText(bytes), [bytes]);
  if (!why) return null;
  const what = typeByName(name);
  return (
    <p className="doc-banner warn" role="note">
      {`By its name this is ${what === "Text" ? "a text file" : `a ${what} file`}, but it cannot be shown as text: at offset ${why.offset.toLocaleString("en-US")} ${why.reason}. These are its bytes.`}
    </p>
  );
}
