import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DefaultTheme } from "vitepress";

const INTRODUCTION = `# Cutpoint

> Compacts long model conversations in TypeScript, so that agents and chats continue after they outgrow the context window.
`;

/** Writes the list of pages for language models (https://llmstxt.org), and a file with the text of all pages. */
export async function writeLlmsTxt(
  sidebar: readonly DefaultTheme.SidebarItem[],
  { docs, outDir }: { readonly docs: string; readonly outDir: string },
): Promise<void> {
  const index = [INTRODUCTION];
  const full = [INTRODUCTION];
  for (const { items = [], text = "" } of sidebar) {
    index.push(`\n## ${text}\n\n`);
    for (const { link = "", text: title = "" } of items) {
      const file = link.endsWith("/") ? `${link}index.md` : `${link}.md`;
      index.push(`- [${title}](${link})\n`);
      full.push(`\n---\n\n${await readFile(join(docs, file), "utf8")}`);
    }
  }
  await writeFile(join(outDir, "llms.txt"), index.join(""));
  await writeFile(join(outDir, "llms-full.txt"), full.join(""));
}
