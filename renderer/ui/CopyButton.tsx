import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./Button";
import { copyText } from "./copy-text";
import { IconButton } from "./IconButton";

export interface CopyButtonProps {
  /** The text, or how to get it when it is only made on demand. */
  text: string | (() => string | Promise<string>);
  label?: string;
  /** Shows the label as text instead of as a tooltip. */
  withText?: boolean;
  size?: "m" | "s";
}

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label = "Copy", withText, size = "s" }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "done" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 1_600);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await copyText(typeof text === "string" ? text : await text());
      setState("done");
    } catch {
      setState("failed");
    }
  };
  const said = state === "done" ? "Copied" : state === "failed" ? "Could not copy" : label;
  const icon =
    state === "done" ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />;
  if (withText) {
    return (
      <Button size={size} onPress={copy}>
        {icon}
        <span aria-live="polite">{said}</span>
      </Button>
    );
  }
  return (
    <IconButton label={said} size={size} onPress={copy}>
      {icon}
    </IconButton>
  );
}
