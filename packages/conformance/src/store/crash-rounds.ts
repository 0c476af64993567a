import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { SessionStore } from "@cutpoint/session";
import { chain, readAll, SESSION } from "./probe.ts";
import { processEntryOf, type StoreLocation, type StoreRig } from "./rig.ts";
import { startProcess } from "./start-process.ts";

/** What killing a writing process again and again has shown; every figure is a sum over all rounds. */
export type CrashReport = {
  readonly rounds: number;
  /** Entries that were acknowledged before a kill; all of them were there afterwards. */
  readonly acknowledged: number;
  /** Rounds whose last batch was written, as a whole, though it was never acknowledged. */
  readonly unanswered: number;
};

/** A process gets at most this long to write before it is killed, in ms. */
const LONGEST_LIFE = 60;

const BATCH = 3;

/** So that a long run does not read longer and longer logs. */
const ROUNDS_IN_A_LOG = 10;

/**
 * Lets a process append batches to one session, kills it at a random moment (SIGKILL) and opens the place again, as
 * often as it is told; throws where an acknowledged entry is missing, a batch is there in part, or an entry is damaged.
 *
 * @param random a number from 0 up to 1, to be replaced where a run is to be repeated
 */
export async function crashRounds(
  rig: StoreRig,
  rounds: number,
  random: () => number = Math.random,
): Promise<CrashReport> {
  const reports: CrashReport[] = [];
  for (let done = 0; done < rounds; done += ROUNDS_IN_A_LOG)
    reports.push(await roundsInOneLog(rig, Math.min(ROUNDS_IN_A_LOG, rounds - done), random));
  const sum = (of: (report: CrashReport) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  return {
    rounds,
    acknowledged: sum((report) => report.acknowledged),
    unanswered: sum((report) => report.unanswered),
  };
}

async function roundsInOneLog(
  rig: StoreRig,
  rounds: number,
  random: () => number,
): Promise<CrashReport> {
  await using place = await rig.create();
  let acknowledged = 0;
  let unanswered = 0;
  let before: readonly string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ids = await oneLife(place, `round-${round}`, random() * LONGEST_LIFE);
    await using store = await place.open();
    const said = [...before, ...ids];
    let there = await expectNothingLost(store, said, round);
    // The last batch of the process may have been on its way to a server until now.
    if (!(await goesOn(store, there, round))) {
      there = await expectNothingLost(store, said, round);
      assert.ok(await goesOn(store, there, round), `round ${round}: the log goes on`);
    }
    acknowledged += ids.length;
    unanswered += Number(there.length > said.length);
    before = [...there, `after-${round}`];
  }
  return { rounds, acknowledged, unanswered };
}

/** The ids that a process was told are written, before it was killed. */
async function oneLife(
  place: StoreLocation,
  name: string,
  life: number,
): Promise<readonly string[]> {
  const writer = startProcess(processEntryOf(place), { name, batches: "forever", size: BATCH });
  await writer.opened;
  writer.begin();
  await delay(life);
  writer.kill();
  const complaint = await writer.ended;
  assert.equal(complaint, null, `${name}: the process failed before it was killed`);
  return writer.acknowledged.flat();
}

/** The ids that are there: those that were said to be, then at most one whole batch, each entry as it was appended. */
async function expectNothingLost(
  store: SessionStore,
  said: readonly string[],
  round: number,
): Promise<readonly string[]> {
  const entries = await readAll(store);
  const there = entries.map((entry) => entry.id);
  assert.deepEqual(entries, chain(there), `round ${round}: every entry as it was appended`);
  assert.deepEqual(there.slice(0, said.length), said, `round ${round}: what was acknowledged`);
  const more = there.length - said.length;
  assert.ok(more === 0 || more === BATCH, `round ${round}: a batch of which ${more} are there`);
  return there;
}

/** Whether an entry can be appended after the newest. */
async function goesOn(
  store: SessionStore,
  there: readonly string[],
  round: number,
): Promise<boolean> {
  const expectedHead = there.at(-1) ?? null;
  const next = chain([`after-${round}`], expectedHead);
  return (await store.append(SESSION, next, { expectedHead })).type === "appended";
}
