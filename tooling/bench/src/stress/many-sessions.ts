import { userMessage } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import type { StoreRig } from "@cutpoint/conformance";
import type { Goal } from "../goals.ts";
import { timed } from "../measure.ts";

const SESSIONS = 100_000;

/** Limits in ms to begin all sessions, and to list them. */
const LONGEST = { begin: 600_000, list: 120_000 };

/** Begins 100,000 sessions in one location, lists them, and appends to one. */
export async function manySessions(name: string, rig: StoreRig): Promise<Goal> {
  const what = `${name}: ${SESSIONS.toLocaleString("en")} sessions in one location`;
  console.error(what);
  await using place = await rig.create();
  const begin = await timed(async () => {
    await using store = await place.open();
    for (let session = 0; session < SESSIONS; session += 1)
      await store.append(`session ${session}`, [entry("a", null)], { expectedHead: null });
  });
  await using store = await place.open();
  const listed = new Set<string>();
  const list = await timed(async () => {
    for await (const sessionId of store.sessions()) listed.add(sessionId);
  });
  const one = await timed(async () => {
    await store.append("session 4711", [entry("b", "a")], { expectedHead: "a" });
    for await (const { id } of store.read("session 4711", { order: "newest-first" }))
      if (id !== "b") break;
  });
  return {
    what,
    goal: `all listed, begun in ${inSeconds(LONGEST.begin)}, listed in ${inSeconds(LONGEST.list)}`,
    measured: `${listed.size} listed; begun in ${inSeconds(begin)}, listed in ${inSeconds(list)}, append and read ${one.toFixed(0)} ms`,
    isReached: listed.size === SESSIONS && begin <= LONGEST.begin && list <= LONGEST.list,
  };
}

function entry(id: string, parentId: string | null): Entry {
  return { type: "message", id, parentId, at: 1, message: userMessage("Hello") };
}

const inSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
