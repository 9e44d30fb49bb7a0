import "./theme/index.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { HostClient } from "../shared/contract";
import { App } from "./app/App";
import { StartFailure } from "./app/StartFailure";
import { startSync } from "./app/sync";
import { createHost, HostContext } from "./client/host";
import { createHttpClient } from "./client/http-client";
import { createIpcClient } from "./client/ipc-client";
import { createQueryClient } from "./client/query-client";
import { ErrorBoundary } from "./ui/ErrorBoundary";

/** The desktop preload puts `skillInspector` on the window; without it the page was served by the web host. */
async function connect(): Promise<HostClient> {
  return "skillInspector" in window ? createIpcClient() : createHttpClient();
}

const root = createRoot(document.getElementById("root")!);
connect().then(
  (client) => {
    const host = createHost(client);
    const queries = createQueryClient();
    startSync(host, queries);
    root.render(
      <StrictMode>
        <ErrorBoundary what="its window">
          <HostContext value={host}>
            <QueryClientProvider client={queries}>
              <App />
            </QueryClientProvider>
          </HostContext>
        </ErrorBoundary>
      </StrictMode>,
    );
  },
  (error: unknown) => root.render(<StartFailure error={error} />),
);
