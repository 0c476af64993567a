/** Matches whole words or phrases in any case. */
function anyOf(...phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${phrases.join("|")})(?![\\p{L}\\p{N}_])`, "giu");
}

type Sign = "success" | "trouble" | "past" | "next";

/**
 * Words of an answer about the state of the work, in English, German, French, Spanish, Italian, Portuguese and Russian.
 * Chinese and Japanese have no word boundaries, so they follow in {@link WIDE}.
 */
const WORDS: Readonly<Record<Sign, RegExp>> = {
  success: anyOf(
    "done|fixed|finished|completed?|implemented|works|working|pass(?:es|ed|ing)?|succeed(?:s|ed)|successful(?:ly)?|merged|deployed|released|published|committed|pushed|added|removed|updated|created|renamed|moved|resolved|ready|green|verified|confirmed|found|ported|migrated|reverted|restored|undone|rolled back|cleaned up|in place",
    "fertig|erledigt|behoben|läuft|abgeschlossen|umgesetzt|grün|erfolgreich|bestanden|gefunden|hinzugefügt|zurückgesetzt",
    "terminée?s?|corrigée?s?|réussi\\p{L}*|passent|ajoutée?s?|annulée?s?|fonctionne(?:nt)?",
    "terminad[oa]s?|hech[oa]s?|corregid[oa]s?|list[oa]s?|pasan|resuelt[oa]s?|completad[oa]s?|revertid[oa]s?|funciona",
    "fatt[oa]|risolt[oa]|completat[oa]|passano|feito|feita|concluíd[oa]|corrigid[oa]|passam|pront[oa]",
    "готов[оа]?|сделан[оа]?|исправлен[оа]?|исправил\\p{L}*|завершен[оа]?|проходят|успешно|работает|откатил\\p{L}*",
  ),
  trouble: anyOf(
    "still|fail(?:s|ing)|broken|breaks|red|block(?:ed|s|ing)|cannot|can['’]?t|unable|waiting|awaiting|pending|partly|partial(?:ly)?|half(?:way)?|incomplete|unfinished|remain(?:s|ing)?|left to|in progress|so far|not yet|unresolved|stuck|requires? (?:your|an?|the)|need(?:s)? (?:your|you|access|approval|credentials|an?)|until|yet|(one|two|three|four|five|six|seven|eight|nine|\\d+) (?:out )?of (?:the )?(?!\\1 )(?:two|three|four|five|six|seven|eight|nine|ten|\\d+)|to-?do|isn['’]t|aren['’]t|doesn['’]t|don['’]t|no (?:access|permission|credentials|result|output)|not (?:work|done|fixed|finished|working|complete|merged|deployed|ready|resolved|pass\\p{L}*)|yet to|is missing|are missing|not (?:all|every\\p{L}*)|the rest",
    "schlägt|schlagen|noch|blockiert|kann nicht|können nicht|warte\\p{L}*|wartet|teilweise|unvollständig|fehlt|fehlen|offen|nicht",
    "échoue(?:nt)?|encore|toujours|bloquée?s?|impossible|attend\\p{L}*|partiel\\p{L}*|pas|manque(?:nt)?|incompl\\p{L}*",
    "falla(?:n|ndo)?|todavía|aún|bloquead[oa]s?|no puedo|no se puede|espera\\p{L}*|parcial\\p{L}*|falta(?:n)?|pendientes?",
    "fallisc\\p{L}+|ancora|bloccat[oa]|non|attes[ao]|parzial\\p{L}*|manca|falha(?:m|ndo)?|ainda|bloquead[oa]|não|aguard\\p{L}*|pendente",
    "не|ещё|еще|пока|падает|падают|заблокирован\\p{L}*|жду|жд[её]м|ожида\\p{L}*|частично|осталось|невозможно",
  ),
  past: anyOf(
    "failed|could(?: not|n['’]t)|(?:was|were) (?:not|un\\p{L}+|blocked|denied|rejected)|wasn['’]t|weren['’]t|did(?: not|n['’]t)|timed out|crashed|denied|rejected|fehlgeschlagen|konnte\\p{L}* nicht|échoué|falló|fallito|falhou|упал[аои]?|не удалось",
  ),
  next: anyOf(
    "next (?:steps?|up|I|we|is|comes)|I['’]ll|I will|I['’]m going to|let me(?! know)|remaining (?:work|steps?|tasks?|items?)|to-?do|still (?:need|have|to)|follow-?up|(?:I|we|you) (?:still )?(?:need|have) to",
    "als Nächstes|nächste\\p{L}*|noch zu|muss noch|ensuite|prochaine?s?|je vais|reste à|a continuación|próxim\\p{L}*|voy a|prossim\\p{L}*|дальше|следующ\\p{L}*",
  ),
};

const WIDE: Readonly<Record<Sign, RegExp>> = {
  success: /完成|修复了|已修复|通过了?|成功|解决了|修正しました|完了|通りました|直りました/u,
  trouble:
    /失败|仍然|还是|还没|尚未|无法|不能|等待|部分|未完成|阻塞|まだ|できません|失敗|待ち|一部|未完了|ブロック/u,
  past: /没能|できませんでした/u,
  next: /接下来|下一步|还需要|次に|これから/u,
};

/** Trouble that a sentence says is over: "no longer fails", "0 failed", "fixed the failing test". */
const OVER =
  /(?<![\p{L}\p{N}_])(?:no longer|no more|not any|nothing|none|no|0|zero|without|never|kein\p{L}*|nicht mehr|plus|sans|aucun\p{L}*|ya no|sin|ningun\p{L}*|fixed|fixes|resolved|solved|unblocked|removed|repaired|behoben|corrigé\p{L}*|corregid\p{L}*)(?![\p{L}\p{N}_])(?: (?!but|aber|mais|pero)[^\s.;]+){0,4}? (?:fail\p{L}*|broken|block\p{L}*|errors?|problems?|issues?|red|pending|remain\p{L}*|stuck|waiting|tests? fail\p{L}*|schlägt|fehlt|échoue\p{L}*|falla\p{L}*|missing|left)/giu;
/** A sentence about what happened before: "The test was failing because …". */
const BEFORE =
  /(?<![\p{L}\p{N}_])(?:was|were|had|used to|previously|war|waren|était|estaba)(?![\p{L}\p{N}_])/iu;

/** Hides code, so that names of branches and functions are not taken for words. */
export function withoutCode(sentence: string): string {
  return sentence.includes("`") ? sentence.replace(/`[^`]*`/gu, "·") : sentence;
}

/** Returns whether a sentence has a sign. Trouble that is over is none. */
export function hasSign(sentence: string, sign: Sign): boolean {
  const words = withoutCode(sentence);
  const open = sign === "success" || sign === "next" ? words : words.replace(OVER, "·");
  if (sign === "trouble" && BEFORE.test(open)) return /still|yet|noch|encore|todavía/iu.test(open);
  return open.search(WORDS[sign]) !== -1 || WIDE[sign].test(open);
}

export function isQuestion(sentence: string): boolean {
  return /[?？]["'”’)]*\s*$/u.test(sentence);
}

const PROBLEM =
  /error|fail|exception|traceback|panic|fatal|denied|cannot|can't|not found|no such|undefined|unexpected|invalid|timed? ?out|refused|fehler|erreur|échec|错误|失败|エラー/iu;

/** Returns whether a line of output names a problem. */
export function statesProblem(line: string): boolean {
  return PROBLEM.test(line);
}

/** A count of failures in the output of a test run that is not 0. */
const FAILURES =
  /(?<![\p{L}\p{N}_.])([1-9]\d{0,5}) (?:tests? |specs? |suites? |checks? )?(?:failed|failing|failures?|errors?)(?![\p{L}\p{N}_])|(?:failed|failures|errors)["']?[:=] ?([1-9]\d{0,5})(?![\p{L}\p{N}_.])|^(?:--- )?FAIL(?:ED)?(?![\p{L}\p{N}_])/mu;

/** Returns whether the end of an output reports failures. */
export function countsFailures(output: string): boolean {
  return FAILURES.test(output.slice(-4_000));
}
