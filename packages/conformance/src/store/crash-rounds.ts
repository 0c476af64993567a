import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { SessionStore } from "@cutpoint/session";
import { chain, readAll, SESSION } from "./probe.ts";
import { processEntryOf, type StoreLocation, type StoreRig } from "./rig.ts";
import { startProcess } from "./start-process.ts";

/** Result of killing a writing process repeatedly. All values are sums over the rounds. */
export type CrashReport = {
  readonly rounds: number;
  /** Entries that were acknowledged before a kill. All of them were stored. */
  readonly acknowledged: number;
  /** Rounds whose last batch was written, but not acknowledged. */
  readonly unanswered: number;
};

/** Longest time a process writes before it is killed, in ms. */
const LONGEST_LIFE = 60;

const BATCH = 3;

/** Limits the length of the logs that are read. */
const ROUNDS_IN_A_LOG = 10;

/**
 * Starts a process that appends batches, kills it at a random moment (SIGKILL) and reads the log, `rounds` times.
 *
 * @param random returns a number from 0 up to 1. Pass a seeded one to repeat a run.
 * @throws if an acknowledged entry is missing, a batch is incomplete or an entry is damaged
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
    const expected = [...before, ...ids];
    let stored = await expectNothingLost(store, expected, round);
    // The last batch of the killed process can still arrive at a server.
    if (!(await canAppend(store, stored, round))) {
      stored = await expectNothingLost(store, expected, round);
      assert.ok(await canAppend(store, stored, round), `round ${round}: the log can be extended`);
    }
    acknowledged += ids.length;
    unanswered += Number(stored.length > expected.length);
    before = [...stored, `after-${round}`];
  }
  return { rounds, acknowledged, unanswered };
}

/** Returns the ids that were acknowledged before the process was killed. */
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

/** Returns the stored ids: the acknowledged ones, then at most one complete batch. */
async function expectNothingLost(
  store: SessionStore,
  expected: readonly string[],
  round: number,
): Promise<readonly string[]> {
  const entries = await readAll(store);
  const stored = entries.map((entry) => entry.id);
  assert.deepEqual(entries, chain(stored), `round ${round}: every entry as it was appended`);
  assert.deepEqual(
    stored.slice(0, expected.length),
    expected,
    `round ${round}: acknowledged entries`,
  );
  const more = stored.length - expected.length;
  assert.ok(more === 0 || more === BATCH, `round ${round}: a batch of which ${more} are stored`);
  return stored;
}

/** Whether an entry can be appended after the newest. */
async function canAppend(
  store: SessionStore,
  stored: readonly string[],
  round: number,
): Promise<boolean> {
  const expectedHead = stored.at(-1) ?? null;
  const next = chain([`after-${round}`], expectedHead);
  return (await store.append(SESSION, next, { expectedHead })).type === "appended";
}
