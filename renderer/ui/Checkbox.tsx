import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps } from "react-aria-components";

/** A labelled check box. */
export function Checkbox({
  children,
  ...props
}: Omit<CheckboxProps, "className" | "children"> & { children: ReactNode }) {
  return (
    <AriaCheckbox {...props} className="check">
      {({ isSelected }) => (
        <>
          <span className="box" aria-hidden="true">
            {isSelected && <Check size={12} strokeWidth={3} />}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}
