import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The renderer. It is served from app:// and from the browser host, so every address in it is relative. */
export default defineConfig({
  root: fileURLToPath(new URL("renderer", import.meta.url)),
  base: "./",
  plugins: [react()],
  resolve: {
    alias: {
      // Its browser build decodes entities with an element, and markdown is parsed in a worker, which has none.
      "decode-named-character-reference": fileURLToPath(
        new URL("node_modules/decode-named-character-reference/index.js", import.meta.url),
      ),
    },
  },
  // Workers are modules of their own; the page's policy admits no inlined code and no data: addresses.
  worker: { format: "es" },
  build: {
    outDir: fileURLToPath(new URL("dist/renderer", import.meta.url)),
    emptyOutDir: true,
    target: "chrome114",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    reportCompressedSize: false,
  },
});
