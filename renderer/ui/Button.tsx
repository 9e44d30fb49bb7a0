import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components";

export interface ButtonProps extends Omit<AriaProps, "className" | "style" | "children" | "isPending"> {
  children: ReactNode;
  variant?: "plain" | "main" | "quiet" | "danger";
  size?: "m" | "s";
}

/** A button with a text. */
export function Button({ variant = "plain", size = "m", children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={`btn ${variant} ${size}`}>
      {children}
    </AriaButton>
  );
}

/** A button that looks like a link, for acts inside a sentence or a list of acts. */
export function LinkButton({ children, ...props }: Omit<ButtonProps, "variant" | "size">) {
  return (
    <AriaButton {...props} className="link">
      {children}
    </AriaButton>
  );
}
