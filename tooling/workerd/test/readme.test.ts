import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startWorker } from "@cutpoint/workerd";
import { expect, test } from "vitest";

const README = join(import.meta.dirname, "../../../packages/store-sqlite/README.md");

/** Inside of this package, so that the program finds its dependencies. */
const CACHE = join(import.meta.dirname, "../node_modules/.cache");

const ENTRY = `
export default {
  async fetch(request, { AGENT }) {
    return new Response(await AGENT.get(AGENT.idFromName("a")).ask("What is a cut point?"));
  },
};
`;

test("the agent of the README runs in a Durable Object and keeps its session", async () => {
  const programs = readFileSync(README, "utf8").matchAll(/^```ts\n(.*?)^```$/gmsu);
  const agent = [...programs]
    .map(([, code = ""]) => code)
    .find((code) => code.includes("cloudflare:"));
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "readme-"));
  try {
    const file = join(folder, "worker.ts");
    writeFileSync(file, `${agent ?? ""}${ENTRY}`);
    await using worker = await startWorker({
      entry: pathToFileURL(file),
      durableObjects: { AGENT: "Agent" },
    });
    expect(await worker.request("/")).toBe("1 messages");
    expect(await worker.request("/")).toBe("3 messages");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
