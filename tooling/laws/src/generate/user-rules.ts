import { readFileSync } from "node:fs";

/** Statements of users by language. */
type ByLanguage = Readonly<Record<string, readonly string[]>>;

/** Rules that are valid until they are revoked. */
export const RULES: ByLanguage = byLanguage("rules");

/** Statements with similar words that are not rules. */
export const OTHER_STATEMENTS: ByLanguage = byLanguage("other-statements");

/** Rules that were written after the signs, to measure them. */
export const MEASURED_RULES: readonly string[] = linesOf(read("measured-rules"));

/** Rules in the words of users, each written before the signs that find it. */
export const SPOKEN_RULES: readonly string[] = linesOf(read("spoken-rules"));

/** Sentences of users with words of rules that are no rules. */
export const SPOKEN_OTHERS: readonly string[] = linesOf(read("spoken-others"));

/** Rules, written for 14 personas such as a teacher and a cook. */
export const PERSONA_RULES: ByLanguage = byLanguage("persona-rules");

/** Requests, questions, reports and quotes of the same personas. */
export const PERSONA_OTHERS: ByLanguage = byLanguage("persona-others");

/** Rules as users state them beside a request. */
export const CHAT_RULES: readonly string[] = linesOf(read("chat-rules"));

/** Requests, facts and habits in chats with words such as "always" and "from now on" that are no rules. */
export const CHAT_OTHERS: readonly string[] = linesOf(read("chat-others"));

/** Rules and the statements that revoke them. */
export const REVOKED: readonly (readonly [rule: string, revocation: string])[] = linesOf(
  read("revoked-rules"),
).map((line) => {
  const [rule = "", revocation = ""] = line.split(" => ");
  return [rule, revocation];
});

/** Reads the sections of a file: a language after `#`, then one statement in each line. */
function byLanguage(name: string): ByLanguage {
  const sections = read(name).split(/^# /mu).slice(1).map(linesOf);
  return Object.fromEntries(sections.map(([language = "", ...lines]) => [language, lines]));
}

function read(name: string): string {
  return readFileSync(new URL(`../../data/${name}.txt`, import.meta.url), "utf8");
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
