import { defineConfig } from "vitest/config";

/** Unit, rule, contract and server tests. Browser and Electron tests have their own project below. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    environment: "node",
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: "forks",
  },
});
