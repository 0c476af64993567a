/** Parses `--budget`. Thousands may be separated by `_` or `,`. */
export function parseBudget(command: string, text: string | undefined): number {
  if (text === undefined) throw new Error(`${command} needs --budget <tokens>`);
  const budget = Number(text.replaceAll(/[_,]/gu, ""));
  if (Number.isSafeInteger(budget) && budget > 0) return budget;
  throw new Error(`--budget is ${JSON.stringify(text)}: expected a number of tokens above 0`);
}
