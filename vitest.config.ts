import { defineConfig } from "vitest/config";

const common = { environment: "node", pool: "forks", hookTimeout: 60_000 } as const;
const serial = { fileParallelism: false, testTimeout: 60_000 } as const;

/**
 * Four projects, so that each kind of test gets only what it needs: `unit` nothing but the sources, `servers` the
 * built command line, `web` a Chromium, `desktop` an Electron under Xvfb. `scripts/test.mjs` runs them in this order.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: ["test/{servers,official,faults,fuzz,e2e,bench}/**"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...common,
          name: "servers",
          include: ["test/{servers,official,faults,fuzz}/**/*.test.ts"],
          testTimeout: 60_000,
          // Each test starts processes of its own; more files at once only make their time limits lie.
          maxWorkers: 2,
        },
      },
      {
        // By `node scripts/official.mjs` alone: the official suite takes too long for every run.
        test: { ...common, name: "agreement", include: ["test/official/agreement.ts"] },
      },
      {
        test: {
          ...common,
          ...serial,
          name: "web",
          include: ["test/e2e/web/**/*.test.ts"],
          globalSetup: ["scripts/test/setup-web.mjs"],
        },
      },
      {
        test: {
          ...common,
          ...serial,
          name: "desktop",
          include: ["test/e2e/desktop/**/*.test.ts"],
          globalSetup: ["scripts/test/setup-desktop.mjs"],
        },
      },
    ],
  },
});
