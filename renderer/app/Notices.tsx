import { X } from "lucide-react";
import { useEffect } from "react";
import { visible } from "../../shared/model/visible";
import { type Notice, useApp } from "../state/store";
import { IconButton } from "../ui/IconButton";

const INFO_MS = 6_000;

/** Short messages at the bottom right; errors stay until they are closed. */
export function Notices() {
  const notices = useApp((state) => state.notices);
  return (
    <section className="notices" aria-label="Notices" aria-live="polite">
      {notices.map((notice) => (
        <One key={notice.id} notice={notice} />
      ))}
    </section>
  );
}

function One({ notice }: { notice: Notice }) {
  const dismiss = useApp((state) => state.dismiss);
  useEffect(() => {
    if (notice.level !== "info") return;
    const timer = setTimeout(() => dismiss(notice.id), INFO_MS);
    return () => clearTimeout(timer);
  }, [notice, dismiss]);
  return (
    <div className={`notice ${notice.level}`}>
      <div className="break">
        <p>{visible(notice.message)}</p>
        {notice.detail && <p className="quiet">{visible(notice.detail)}</p>}
      </div>
      <IconButton label="Close this notice" size="s" onPress={() => dismiss(notice.id)}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
