import type { MenuItemConstructorOptions } from "electron";
import { expect, it } from "vitest";
import { createCrashLoop } from "../../../electron/desktop/crash-loop";
import { followDrops } from "../../../electron/desktop/drops";
import { menuTemplate } from "../../../electron/desktop/menu";
import type { AppCommand, EventMessage } from "../../../shared/contract";

const items = (template: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])]);

it.each(["linux", "darwin", "win32"] as const)(
  "the menu of %s sends each command, and no key twice",
  (platform) => {
    const sent: AppCommand[] = [];
    const own = items(menuTemplate(platform, (command) => sent.push(command))).filter(
      ({ id }) => id !== undefined,
    );
    for (const { click } of own) click?.({} as never, undefined, {} as never);
    expect(sent).toEqual(own.map(({ id }) => id));
    expect(new Set(sent)).toEqual(
      new Set<AppCommand>([
        "add-server",
        "open-folder",
        "search",
        "back",
        "forward",
        "show-skills",
        "show-uri",
        "show-serve",
        "show-settings",
        "refresh",
        "toggle-traffic",
      ]),
    );
    const keys = own.flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    // The page acts on its keys itself: registered here too, each would act twice.
    expect(
      own.every(({ accelerator, registerAccelerator }) => !accelerator || registerAccelerator === false),
    ).toBe(true);
  },
);

it("a page that crashes again and again is not loaded for ever", () => {
  let now = 0;
  const loop = createCrashLoop(3, 60_000, () => now);
  expect([loop.crashed(), loop.crashed(), loop.crashed(), loop.crashed()]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  now = 61_000;
  expect(loop.crashed()).toBe(false);
});

/** A drop as the page's window hears it. */
function drop(types: string[], paths: (string | undefined)[]) {
  const target = new EventTarget();
  const seen: EventMessage[] = [];
  const files = paths.map((path) => ({ path }));
  followDrops(
    target as Window,
    (file) => (file as unknown as { path?: string }).path,
    (events) => seen.push(...events),
  );
  const event = Object.assign(new Event("drop", { cancelable: true }), { dataTransfer: { types, files } });
  const over = Object.assign(new Event("dragover", { cancelable: true }), { dataTransfer: { types, files } });
  target.dispatchEvent(over);
  target.dispatchEvent(event);
  return { seen, prevented: event.defaultPrevented && over.defaultPrevented };
}

it("dropped folders and files arrive with their real paths", () => {
  expect(drop(["Files"], ["/a b/é", "/c/SKILL.md"])).toEqual({
    seen: [{ event: "dropped", data: { paths: ["/a b/é", "/c/SKILL.md"] } }],
    prevented: true,
  });
});

it("a drop without a path is refused in words, never as undefined", () => {
  const { seen, prevented } = drop(["text/uri-list", "Files"], [undefined]);
  expect(seen).toEqual([
    { event: "notice", data: { level: "warning", message: expect.stringContaining("can be dropped") } },
  ]);
  expect(prevented).toBe(true);
});

it("dragged text is left to the page", () => {
  expect(drop(["text/plain"], [])).toEqual({ seen: [], prevented: false });
});
