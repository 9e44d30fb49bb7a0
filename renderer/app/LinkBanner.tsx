import { CircleAlert } from "lucide-react";
import { useUi } from "../state/ui-state";
import { Button } from "../ui/Button";

/** Says that what is shown may be old, while the host's events do not come. */
export function LinkBanner() {
  const { link, linkMessage } = useUi();
  if (link === "ok") return null;
  return (
    <div className={`banner ${link}`} role="alert">
      <CircleAlert size={14} aria-hidden="true" />
      <span>
        {link === "lost"
          ? "The connection to the app's host is lost; trying again. What is shown may be old."
          : "This page's session is over. What is shown is no longer kept current."}{" "}
        {linkMessage}
      </span>
      {link === "ended" && (
        <Button size="s" onPress={() => window.location.reload()}>
          Reload
        </Button>
      )}
    </div>
  );
}
