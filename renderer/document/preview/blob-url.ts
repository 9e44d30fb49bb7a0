import { useEffect, useState } from "react";

/** An object URL for bytes, taken back when the component goes. */
export function useBlobUrl(bytes: Uint8Array | undefined, type: string | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!bytes || type === undefined) return;
    const made = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [bytes, type]);
  return url;
}
