import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Disk } from "../src/disk.ts";
import { nodeDisk } from "../src/disk.ts";
import { createProcessLock } from "../src/process-lock.ts";
import { cases } from "../../../tooling/laws/src/cases.ts";

const PATH = "lock";

const PAUSED = new Error("the process is paused");

/** Prefix of lock files whose process has ended before it wrote its owner, a long time ago. */
const GONE = "gone";

const LONG_AGO = 60_000;

/** The lock files of a disk, by path. */
type Files = Map<string, string>;

/** A process that tries to take the lock, one disk call at a time. */
type Attempt = {
  /** Makes the next call. Returns whether the attempt continues. */
  readonly step: () => boolean;
  readonly isTaken: () => boolean;
};

/**
 * An attempt that can pause between any two disk calls.
 *
 * Each step runs the attempt again from the start and replays the results of its earlier calls.
 *
 * @param textOf returns the text to store in place of the given text
 */
function attempt(files: Files, textOf = (text: string): string => text): Attempt {
  const answers: unknown[] = [];
  let outcome: string | null = null;

  function run(): void {
    let made = 0;
    let isStepped = false;
    function call<Answer>(perform: () => Answer): Answer {
      if (made < answers.length) return answers[made++] as Answer;
      if (isStepped) throw PAUSED;
      isStepped = true;
      made += 1;
      const answer = perform();
      answers.push(answer);
      return answer;
    }
    const disk: Disk = {
      ...nodeDisk,
      createLockFile: (path, text) =>
        call(() => {
          if (files.has(path)) return false;
          files.set(path, textOf(text));
          return true;
        }),
      readLockFile: (path) =>
        call(() => {
          const text = files.get(path);
          if (text === undefined) return null;
          return { text, identity: text, age: text.startsWith(GONE) ? LONG_AGO : 0 };
        }),
      removeLockFile: (path) => call(() => void files.delete(path)),
    };
    outcome = createProcessLock(disk, PATH).take().type;
  }

  return {
    isTaken: () => outcome === "taken",
    step() {
      if (outcome !== null) return false;
      try {
        run();
      } catch (error) {
        if (error !== PAUSED) throw error;
      }
      return outcome === null;
    },
  };
}

/** Returns the disk after processes have died at these steps, each while taking over the lock of a dead process. */
function afterCrashes(steps: readonly number[]): Files {
  const files: Files = new Map([[PATH, GONE]]);
  for (const [index, count] of steps.entries()) {
    const { step } = attempt(files, () => `${GONE} ${index}`);
    for (let made = 0; made < count && step(); made += 1);
  }
  return files;
}

/** Runs processes in the order of a schedule, then all to their end. Returns how many of them hold the lock. */
function holders(files: Files, schedule: readonly number[]): number {
  const processes = [attempt(files), attempt(files), attempt(files)];
  for (const turn of schedule) processes[turn]?.step();
  for (const { step } of processes) while (step());
  return processes.filter(({ isTaken }) => isTaken()).length;
}

const steps = fc.array(fc.nat({ max: 10 }), { maxLength: 2 });
const schedule = fc.array(fc.nat({ max: 2 }), { minLength: 10, maxLength: 30 });

test("in any interleaving, at most one process takes over the lock of an ended process", () => {
  fc.assert(
    fc.property(steps, schedule, (crashes, turns) => {
      expect(holders(afterCrashes(crashes), turns)).toBeLessThanOrEqual(1);
    }),
    cases(400),
  );
});

test("a later process takes the lock over, wherever earlier ones have died", () => {
  fc.assert(
    fc.property(steps, (crashes) => {
      const files = afterCrashes(crashes);
      expect(holders(files, [])).toBe(1);
    }),
  );
});
