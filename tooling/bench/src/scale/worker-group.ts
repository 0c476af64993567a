import type { WorkerLine, WorkerTask } from "./worker.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

/** Worker processes that are started again if they end, as an orchestrator does. */
export type WorkerGroup = {
  begin(): void;
  /** Kills one worker, each in its turn. */
  killNext(): Promise<void>;
  /** Ends all workers after their current turns. */
  end(): Promise<void>;
  readonly kills: () => number;
  /** Processes that ended although nobody killed them. */
  readonly deaths: () => number;
};

/** Starts a worker per task. Resolves when all are ready. */
export async function startWorkers(
  tasks: readonly WorkerTask[],
  receive: (line: WorkerLine) => void,
): Promise<WorkerGroup> {
  let isOver = false;
  let kills = 0;
  let ends = 0;
  const workers: WorkerProcess[] = [];

  function start(index: number, task: WorkerTask): WorkerProcess {
    const worker = startWorker(task, receive);
    workers[index] = worker;
    void worker.ended.then(() => {
      if (isOver) return;
      ends += 1;
      start(index, task).begin();
    });
    return worker;
  }

  try {
    await Promise.all(tasks.map((task, index) => start(index, task).ready));
  } catch (error) {
    isOver = true;
    await Promise.all(workers.map((worker) => worker.kill()));
    throw error;
  }
  return {
    begin() {
      for (const worker of workers) worker.begin();
    },
    async killNext() {
      const worker = workers[kills % workers.length];
      kills += 1;
      await worker?.kill();
    },
    async end() {
      isOver = true;
      await Promise.all(workers.map((worker) => worker.end()));
    },
    kills: () => kills,
    deaths: () => ends - kills,
  };
}
