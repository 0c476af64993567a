/** The first line of a hidden comment with code for the reader's compiler, and that of a block. */
const COMMENT = /^\s*<!-- ts(?::(.*?)(-->)?)?$/;
const FENCE = /^(\s*)```(?:ts|tsx|typescript)\b/;

/**
 * Returns the TypeScript blocks of a Markdown page as modules. Code keeps the numbers of its lines.
 *
 * A block with imports, or with a hidden comment `<!-- ts: import … -->` before it, begins a module. Other blocks
 * continue the block before them, in an inner scope.
 */
export function typedBlocks(page: string): readonly string[] {
  const lines = page.split("\n");
  const modules: { code: string[]; depth: number }[] = [];
  let hidden: readonly (readonly [number, string])[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const comment = COMMENT.exec(lines[at] ?? "");
    if (comment !== null) {
      hidden = [[at, comment[1] ?? ""]];
      while (comment[2] === undefined && lines[(at += 1)]?.trim() !== "-->")
        hidden = [...hidden, [at, lines[at] ?? ""]];
      continue;
    }
    const fence = FENCE.exec(lines[at] ?? "");
    if (fence === null) continue;
    const begin = at;
    const end = lines.findIndex((line, index) => index > at && line.trim() === "```");
    const code = lines.slice(begin + 1, end);
    const begins = hidden.length > 0 || code.some((line) => /^(?:import|export)\b/.test(line));
    let module = modules.at(-1);
    if (begins || module === undefined) modules.push((module = { code: [], depth: 0 }));
    else module.depth += 1;
    for (const [index, line] of hidden) module.code[index] = line;
    module.code[begin] = module.depth > 0 ? "{" : "export {};";
    for (const [index, line] of code.entries()) module.code[begin + 1 + index] = line;
    hidden = [];
    at = end;
  }
  return modules.map(
    ({ code, depth }) =>
      `${Array.from(code, (line) => line ?? "").join("\n")}\n${"}".repeat(depth)}\n`,
  );
}
