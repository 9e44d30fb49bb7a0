import { lazy, Suspense } from "react";
import { ChecksPage } from "../checks";
import { ServePage } from "../serve/ServePage";
import { ServerPage } from "../servers/ServerPage";
import { SettingsPage } from "../settings/SettingsPage";
import { useTarget } from "../state/store";
import { pageKey, type Target } from "../state/target";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Spinner } from "../ui/Spinner";
import { Welcome } from "./Welcome";

// Reading brings the markdown and highlighting code along: loaded apart, the window is there sooner.
const DocumentView = lazy(() => import("../document").then((module) => ({ default: module.DocumentView })));
const TemplateView = lazy(() => import("../template").then((module) => ({ default: module.TemplateView })));
const UriView = lazy(() => import("../uri").then((module) => ({ default: module.UriView })));

/** What is open. */
export function Centre() {
  const target = useTarget();
  if (!target) return <Welcome />;
  return (
    <ErrorBoundary what="this page" resetKey={JSON.stringify(target)}>
      <Suspense
        fallback={
          <div className="state">
            <Spinner>Loading…</Spinner>
          </div>
        }
      >
        <Page key={pageKey(target)} target={target} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Page({ target }: { target: Target }) {
  switch (target.kind) {
    case "skill":
    case "file":
    case "resource":
      return <DocumentView target={target} />;
    case "template":
      return <TemplateView target={target} />;
    case "uri":
      return <UriView target={target} />;
    case "checks":
      return <ChecksPage serverId={target.serverId} by={target.by} />;
    case "server":
      return <ServerPage serverId={target.serverId} />;
    case "serve":
      return <ServePage />;
    case "settings":
      return <SettingsPage />;
  }
}
