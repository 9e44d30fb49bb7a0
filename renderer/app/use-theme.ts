import { useEffect } from "react";
import { useApp } from "../state/store";

/** Puts the chosen theme on the root element; `system` follows the system while it changes. */
export function useTheme(): void {
  const theme = useApp((state) => state.settings.theme);
  useEffect(() => {
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    const contrast = window.matchMedia("(prefers-contrast: more)");
    const apply = () => {
      const system = contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
      document.documentElement.dataset.theme = theme === "system" ? system : theme;
    };
    apply();
    dark.addEventListener("change", apply);
    contrast.addEventListener("change", apply);
    return () => {
      dark.removeEventListener("change", apply);
      contrast.removeEventListener("change", apply);
    };
  }, [theme]);
}
