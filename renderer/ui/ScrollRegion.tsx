import type { ReactNode, Ref } from "react";

export interface ScrollRegionProps {
  label: string;
  className: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A part that scrolls by itself: named, and reachable by keyboard so that it can be scrolled without a mouse. */
export function ScrollRegion({ label, className, ref, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section ref={ref} className={`${className} scroll`} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
