import { userMessage } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import type { StoreRig } from "@cutpoint/conformance";
import type { Goal } from "../goals.ts";

const SESSIONS = 100_000;

/** Limits in s to begin all sessions, and to list them. */
const LONGEST = { begin: 600, list: 120 };

/** Begins 100,000 sessions in one location, lists them, and appends to one. */
export async function manySessions(name: string, rig: StoreRig): Promise<Goal> {
  const what = `${name}: ${SESSIONS.toLocaleString("en")} sessions in one location`;
  console.error(what);
  await using place = await rig.create();
  const begin = await seconds(async () => {
    await using store = await place.open();
    for (let session = 0; session < SESSIONS; session += 1)
      await store.append(`session ${session}`, [entry("a", null)], { expectedHead: null });
  });
  await using store = await place.open();
  const listed = new Set<string>();
  const list = await seconds(async () => {
    for await (const sessionId of store.sessions()) listed.add(sessionId);
  });
  const one = await seconds(async () => {
    await store.append("session 4711", [entry("b", "a")], { expectedHead: "a" });
    for await (const { id } of store.read("session 4711", { order: "newest-first" }))
      if (id !== "b") break;
  });
  return {
    what,
    goal: `all listed, begun in ${LONGEST.begin} s, listed in ${LONGEST.list} s`,
    measured: `${listed.size} listed; begun in ${begin.toFixed(1)} s, listed in ${list.toFixed(1)} s, append and read ${(one * 1000).toFixed(0)} ms`,
    isReached: listed.size === SESSIONS && begin <= LONGEST.begin && list <= LONGEST.list,
  };
}

function entry(id: string, parentId: string | null): Entry {
  return { type: "message", id, parentId, at: 1, message: userMessage("Hello") };
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
