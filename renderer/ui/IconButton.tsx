import type { ReactNode } from "react";
import { Button, type ButtonProps, Tooltip, TooltipTrigger } from "react-aria-components";

export interface IconButtonProps extends Omit<ButtonProps, "className" | "style" | "children"> {
  /** Name for screen readers and the tooltip. */
  label: string;
  /** Shown in the tooltip, e.g. `Ctrl K`. */
  shortcut?: string;
  size?: "m" | "s";
  children: ReactNode;
}

/** A button with an icon alone; its label shows as a tooltip. */
export function IconButton({ label, shortcut, size = "m", children, ...props }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <Button {...props} aria-label={label} className={`icon-btn ${size}`}>
        {children}
      </Button>
      <Tooltip offset={6} className="tooltip">
        {label}
        {shortcut && <span className="kbd">{shortcut}</span>}
      </Tooltip>
    </TooltipTrigger>
  );
}
