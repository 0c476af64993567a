import type { MarkdownRenderer } from "vitepress";

/** The lines of a program before this comment are compiled, but not shown. */
const CUT = "// ---cut---\n";

/** Hides the preludes of programs. */
export function hidePrelude(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("hide-prelude", ({ tokens }) => {
    for (const token of tokens)
      if (token.type === "fence" && token.content.includes(CUT))
        token.content = token.content.slice(token.content.indexOf(CUT) + CUT.length);
  });
}
