import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startProvider } from "../src/start-provider.ts";

const module = fileURLToPath(new URL("../src/start-provider.ts", import.meta.url));

/** Returns the ids of two answers. */
async function idsOf(options: { readonly firstId?: number } = {}): Promise<readonly string[]> {
  await using provider = await startProvider({ windowTokens: 100, ...options });
  const ids: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const answer = await fetch(`${provider.url}/v1/messages`, {
      method: "POST",
      body: JSON.stringify({
        model: "any",
        max_tokens: 10,
        messages: [{ role: "user", content: "Hi" }],
      }),
    });
    ids.push(((await answer.json()) as { readonly id: string }).id);
  }
  return ids;
}

/** Returns the same of another process. */
async function idsOfProcess(): Promise<readonly string[]> {
  const program = `import { startProvider } from ${JSON.stringify(module)};
    ${String(idsOf)}
    console.log(JSON.stringify(await idsOf()));`;
  const args = ["--conditions=@cutpoint/source", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as readonly string[];
}

test("ids of providers and of processes differ", async () => {
  const ids = [await idsOf(), await idsOf(), await idsOfProcess(), await idsOfProcess()].flat();
  expect(new Set(ids).size).toBe(8);
});

test("ids count up from firstId", async () => {
  const ids = await idsOf({ firstId: 41 });
  expect(await idsOf({ firstId: 41 })).toEqual(ids);
  expect(ids.every((id) => /^msg_0{10}4\d$/u.test(id))).toBe(true);
  await expect(startProvider({ windowTokens: 100, firstId: -1 })).rejects.toThrow(/firstId/u);
});
