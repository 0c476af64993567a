/** Packages that change what a model sees. */
const CHANGES_VIEWS =
  /^packages\/(?:adapter-[^/]+|core|extractive|host-kit|prompts|session)\/README\.md$/;

/** The last sections of their READMEs, in this order. Only a section for migrating users may follow. */
const ENDS = ["What the model sees", "Tokens", "Prompt cache", "Limits"];

/** Finds READMEs that do not end with the effect of the package on a request, one sentence each. */
export function readmeProblems(
  pages: Iterable<readonly [path: string, text: string]>,
): readonly string[] {
  return [...pages]
    .filter(([path]) => CHANGES_VIEWS.test(path))
    .filter(([, text]) => endsOf(text) !== ENDS.join())
    .map(([path]) => `${path}: expected the last sections ${ENDS.join(", ")}, each with a text`);
}

/** Returns the headings of the last sections, without those that have no text. */
function endsOf(text: string): string {
  const sections = text
    .replaceAll(/^```[^]*?^```$/gmu, "code")
    .split(/^## /mu)
    .filter((section) => !section.startsWith("Migrating from "));
  return sections
    .slice(-ENDS.length)
    .filter((section) => /\n\s*\S/u.test(section))
    .map((section) => section.split("\n", 1)[0])
    .join();
}
