import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Disk } from "../src/disk.ts";
import { nodeDisk } from "../src/disk.ts";
import { createProcessLock } from "../src/process-lock.ts";

const PATH = "lock";

const PAUSED = new Error("the process stands still");

/** Begins what a process has written that was gone before it could say who it is, which is long ago. */
const GONE = "gone";

const LONG_AGO = 60_000;

/** The small files of a disk, by path. */
type Files = Map<string, string>;

/** A process that tries to take the lock, one call to its disk at a time. */
type Attempt = {
  /** Makes the next call; whether the attempt goes on. */
  readonly step: () => boolean;
  readonly isTaken: () => boolean;
};

/**
 * An attempt that is begun anew for each step and given the answers that it had before, so that it stands still between
 * any two of its calls.
 *
 * @param textOf what is written in the place of a text
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
      hold: (path, text) =>
        call(() => {
          if (files.has(path)) return false;
          files.set(path, textOf(text));
          return true;
        }),
      readHolder: (path) =>
        call(() => {
          const text = files.get(path);
          if (text === undefined) return null;
          return { text, identity: text, age: text.startsWith(GONE) ? LONG_AGO : 0 };
        }),
      letGo: (path) => call(() => void files.delete(path)),
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

/** The disk after a process has died that came so far in taking the lock over from one that was dead before. */
function afterCrashes(steps: readonly number[]): Files {
  const files: Files = new Map([[PATH, GONE]]);
  for (const [index, count] of steps.entries()) {
    const { step } = attempt(files, () => `${GONE} ${index}`);
    for (let made = 0; made < count && step(); made += 1);
  }
  return files;
}

/** Lets processes go on in the order of a schedule, then all to their ends; how many of them have the lock. */
function holders(files: Files, schedule: readonly number[]): number {
  const processes = [attempt(files), attempt(files), attempt(files)];
  for (const turn of schedule) processes[turn]?.step();
  for (const { step } of processes) while (step());
  return processes.filter(({ isTaken }) => isTaken()).length;
}

const steps = fc.array(fc.nat({ max: 10 }), { maxLength: 2 });
const schedule = fc.array(fc.nat({ max: 2 }), { minLength: 10, maxLength: 30 });

test("however processes come between each other, one at most takes the lock of one that has ended", () => {
  fc.assert(
    fc.property(steps, schedule, (crashes, turns) => {
      expect(holders(afterCrashes(crashes), turns)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 400 },
  );
});

test("wherever those died who tried before, a later one takes the lock", () => {
  fc.assert(
    fc.property(steps, (crashes) => {
      const files = afterCrashes(crashes);
      expect(holders(files, [])).toBe(1);
    }),
  );
});
