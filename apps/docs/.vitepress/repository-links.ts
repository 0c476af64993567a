import { dirname, join, relative } from "node:path";
import type { MarkdownRenderer } from "vitepress";

const REPOSITORY = "https://github.com/cutpoint/cutpoint/blob/main";

/** Links that leave `docs/`, such as those to READMEs and programs, become links to the repository. */
export function linkToRepository(
  markdown: MarkdownRenderer,
  { docs, root }: { readonly docs: string; readonly root: string },
): void {
  markdown.core.ruler.push("link-to-repository", ({ env, tokens }) => {
    const { path } = env as { readonly path: string };
    for (const { children } of tokens)
      for (const token of children ?? []) {
        const href = token.attrGet("href");
        if (href === null || /^[a-z]+:|^[#/]/u.test(href)) continue;
        const target = join(dirname(path), href);
        if (relative(docs, target).startsWith(".."))
          token.attrSet("href", `${REPOSITORY}/${relative(root, target).replaceAll("\\", "/")}`);
      }
  });
}
