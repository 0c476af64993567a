import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { taskRunner } from "./tasks/run-task.ts";
import { tasks } from "./tasks/tasks.ts";

const examples = join(import.meta.dirname, "../../../examples");

describe.each(["langchain", "openai-agents"])("%s", { tags: ["long"] }, (host) => {
  test.each(Object.entries(tasks))("%s prints what the user needs", async (_task, check) => {
    const cwd = await mkdtemp(join(tmpdir(), "cutpoint-task-"));
    const folder = join(examples, `${host}-tasks`);
    try {
      const printed = await check(taskRunner(folder, cwd, ["--conditions=@cutpoint/source"]));
      expect(printed).not.toContain("undefined");
    } finally {
      await rm(cwd, { recursive: true });
    }
  });
});
