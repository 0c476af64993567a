import { sentencesOf } from "../read/sentences.ts";
import { anyOf, isQuestion, withoutCode } from "../read/signs.ts";

const SMALL =
  "\\d+|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|dix|dos|tres|cuatro|cinco|diez|два|две|три|четыре|пять";
/** A part of a number, as in `three of the five` or `2 von 6`. */
const SOME_OF = `(?<some>${SMALL}|one|eine[rs]?|une?|una) (?:\\p{L}+ )?(?:out of|of|von|der|sur|de|di|из)(?: the| den| les| las| los)? (?!\\k<some>(?!\\p{N}))(?:${SMALL})`;

/**
 * The work is not finished, whatever else an answer says. In English, German, French, Spanish, Italian, Portuguese and
 * Russian, then in Chinese and Japanese, which have no word boundaries.
 */
const OPEN: RegExp = anyOf(
  [
    "fail(?:s|ing)|broken|breaks|(?:is|are) red|block(?:ed|s|ing)|cannot|can['’]?t|unable|not (?:able|allowed|permitted|possible)|waiting|waits for|awaiting|pending|in progress|so far|not yet|yet to|unresolved|unfinished|incomplete|stuck|remain(?:s|ing)?|left to|halfway|part(?:ly|ially)|partial|half of|not (?:work|done|fixed|finished|working|complete|merged|deployed|ready|resolved|pass\\p{L}*)|(?:isn|aren|doesn|don)['’]t (?:work|pass|done|fixed|finished|working|ready|compile|build|run)|refuses?|forbidden|unauthorized|no (?:access|permission|credentials|way to|rights?)|lack(?:s|ing)?|not (?:all|every\\p{L}*)|the rest|(?:come|comes|is|are|up) next|next on|keeps? \\p{L}+ing|forever|time out|times out|hangs|crash(?:es|ing)|will (?:take|finish)|(?:once|until|unless|after|when|as soon as) you(?:['’]ve)?|need(?:s)? (?:your|you|access|approval|credentials)|requires? your|let me know (?:which|whether|if|what|when)|please (?:tell|confirm|choose|decide|provide|send|approve|pick|answer|say|give|share|grant|check)|(?:is|are|was|were) down|unavailable|unreachable|not available|(?:is|are) missing|above the limit|exceeds?",
    SOME_OF,
    "schl(?:ägt|agen)|blockiert|gesperrt|kann nicht|können nicht|kann ich nicht|nicht (?:möglich|erlaubt|weiter|verfügbar|erreichbar)|unmöglich|darf nicht|darf ich nicht|wart(?:e|et|en|ete)|(?:steht|stehen) (?:\\p{L}+ )?aus|ausstehend|teilweise|zum teil|unvollständig|fehl(?:t|en)|offen|noch (?:nicht|zu|immer|offen)|weiterhin|brich(?:t|st)|stürzt|hängt|leider|(?:funktionier|geht|läuft|klapp|lauf|gehen)\\p{L}* (?:\\p{L}+ )?nicht|als nächstes|der rest|bisher|sobald (?:du|sie)|bitte (?:sag|bestätig|wähl|prüf|gib|entscheid)\\p{L}*|kein(?:e|en)? (?:zugang|zugriff|rechte?|berechtigung)|soll ich",
    "échoue(?:nt)?|toujours|bloquée?s?|impossible|attend(?:s|ons|re)?|en attente|partiel\\p{L}*|manque(?:nt)?|incompl\\p{L}*|pas encore|reste(?:nt)?|n['’]ai pas|je ne peux pas",
    "falla(?:n|ndo)?|todavía|aún|bloquead[oa]s?|no (?:puedo|se puede|funciona|tengo)|espera\\p{L}*|parcial\\p{L}*|falta(?:n)?|pendientes?|sigue(?:n)?",
    "fallisc\\p{L}+|ancora|bloccat[oa]|non (?:posso|funziona|ancora)|attes[ao]|parzial\\p{L}*|manca(?:no)?|falha(?:m|ndo)?|ainda|não (?:posso|funciona|consigo)|aguard\\p{L}*|pendente",
    "не (?:могу|работает|удаётся|удается|проход\\p{L}+|готов\\p{L}*|получается)|нет (?:доступа|прав)|ещё|еще|пока|пада[ею]т|заблокирован\\p{L}*|жду|жд[её]м|ожида\\p{L}*|частично|осталось|невозможно",
  ],
  "失败|仍然|还是|还没|尚未|无法|不能|等待|部分|未完成|阻塞|まだ|できません|失敗|待ち|待って|一部|未完了|ブロック",
);

/** A word that takes a success back, unless a later sentence reports one. */
const LIMITED: RegExp = anyOf(
  [
    "still|yet|not|\\p{L}+n['’]t|never|except|apart from|until|unless|too \\p{L}+|half|some of|most of|should|must|would|(?:has|have|needs?) to",
    "noch|nicht|nie|nur|außer|bis|zu (?:früh|spät|lang|langsam|groß|viele?|hoch)|pas|encore|sauf|no(?! \\p{L}+ (?:changes|modifications|conflicts|differences))|nunca|salvo|non|não|не",
  ],
  "不|没|ない|ません",
);

/** A problem, unless the same sentence reports a success, as in `fixed the wrong total`. */
const PROBLEM: RegExp = anyOf([
  "failed|crash(?:ed)?|failures?|errors?|problems?|wrong\\p{L}*|incorrect\\p{L}*|invalid|mismatch\\p{L}*|disagree\\p{L}*|denied|rejected|refused|timed out|timeouts?|leaks?|slow(?:er|ly)?|flaky|regress\\p{L}*|conflicts?|expired|locked|protected|read-only|offline|missing|[45]\\d\\d|warnings?|twice",
  "fehlgeschlagen|fehler\\p{L}*|falsch\\p{L}*|langsam\\p{L}*|abgelaufen|kaputt|konnte\\p{L}*|échoué|erreurs?|falló|errores|error|fallito|falhou|упал[аои]?|ошибк\\p{L}*",
]);

/** The work is finished. */
const FINISHED: RegExp = anyOf(
  [
    "done|fixed|finished|complete(?:d|ly)?|works|working|pass(?:es|ed|ing)?|succeed(?:s|ed)|successful(?:ly)?|merged|deployed|released|published|pushed|committed|shipped|resolved|solved|green|live|verified|confirmed|restored|reverted|rolled back|undone|in place|up and running|clean(?:ed up|ly)?|ready|migrated|ported|gone|implemented|found|turns out",
    "fertig\\p{L}*|erledigt|behoben|läuft|laufen|abgeschlossen|umgesetzt|grün|erfolgreich|best(?:eht|anden|ehen)|gelöst|rückgängig gemacht|zurückgesetzt|wiederhergestellt|funktionier(?:t|en)|erreichbar|gefunden",
    "terminée?s?|corrigée?s?|réussi\\p{L}*|passent|annulée?s?|fonctionne(?:nt)?|terminad[oa]s?|hech[oa]s?|corregid[oa]s?|list[oa]s?|pasan|resuelt[oa]s?|completad[oa]s?|revertid[oa]s?|funciona",
    "fatt[oa]|risolt[oa]|completat[oa]|passano|feito|feita|concluíd[oa]|corrigid[oa]|passam|pront[oa]|готов[оа]?|сделан[оа]?|исправ\\p{L}+|завершен[оа]?|проходят|успешно|работает|откатил\\p{L}*",
  ],
  "完成|修复了|已修复|通过|成功|解决了|好了|加好|已经?|修正しました|変更しました|追加しました|完了|通りました|直りました",
);

/** The model has changed something, or describes how it is now. */
const CHANGED: RegExp = anyOf([
  "added|removed|updated|created|renamed|moved|changed|replaced|deleted|dropped|wrote|written|turned (?:on|off)|switched|rewrote|now|again|instead of|back|(?:is|are|was|were|have|has) (?:\\p{L}+ed|off|on|back)",
  "hinzugefügt|angepasst|jetzt|nun|statt|wieder|(?:ist|sind|wurden?|habe|haben|hat) (?:[^\\s,;]+ ){0,8}?\\p{L}{3,}(?:t|en)(?=$|[.,;:!]| und| oder)",
  "ajoutée?s?|maintenant|(?:est|sont|été|ai) (?:\\p{L}+ )?\\p{L}+(?:é|ée|és|ées)|ahora|(?:está|están|he|ha|han) (?:\\p{L}+ )?\\p{L}+[ai]d[oa]s?|adesso|agora|теперь",
]);
/** A sentence that begins with what was done, as in `Pinned Node to 22` and `I checked …`. */
const DID =
  /^[^\p{L}]{0,9}(?:(?:I|we)(?:['’]ve| have)? )?(?:(?!noted|agreed|indeed|need|red(?!\p{L}))\p{L}{1,20}ed|ran|wrote|\p{L}{0,9}ge\p{L}{1,16}t)(?!\p{L})/iu;

/** A negated word of trouble: `no longer fails`, `0 failed`, `fixed the failing test`, `you don't need to`. */
const OVER: RegExp = new RegExp(
  [
    "(?<![\\p{L}\\p{N}_])(?:no longer|no more|not any|nothing|nobody|no one|none|no|0|zero|without|never|kein\\p{L}*|nicht mehr|nichts|niemand|ohne|plus|sans|aucun\\p{L}*|ya no|sin|ningun\\p{L}*|больше не|без|fixed|fixes|resolved|solved|unblocked|removed|repaired|behoben|corrigé\\p{L}*|corregid\\p{L}*)(?![\\p{L}\\p{N}_])(?: (?!but|aber|mais|pero|access|way|zugriff|zugang)[^\\s.;]+){0,4}? (?:fail\\p{L}*|crash\\p{L}*|broken|break\\p{L}*|block\\p{L}*|errors?|problems?|issues?|warnings?|red|pending|remain\\p{L}*|stuck|waiting|schlägt|fehlt|fehlern?|noch|échoue\\p{L}*|erreurs?|falla\\p{L}*|errores|missing|left|need\\p{L}*|changed?)",
    "(?:(?:do|does)(?:n['’]t| not) (?:need|have) to|no need|not (?:needed|necessary|only|just)|nothing else|ready (?:to \\p{L}+ )?(?:when(?:ever)?|once|as soon as) you|nicht (?:nötig|nur)|(?:who|that|which) still)(?![\\p{L}\\p{N}_])",
  ].join("|"),
  "giu",
);
/** About what happened before: `The test was failing because …`. */
const BEFORE =
  /(?<![\p{L}\p{N}_])(?:was|were|had|used to|previously|at first|wurde[nt]?|war(?:en)?|zuerst|était|estaba)(?![\p{L}\p{N}_])/iu;
const STILL = /(?<!\p{L})(?:still|yet|noch|encore|todavía)(?!\p{L})/iu;

/** Ends a part of a sentence that the next part may contradict. */
const TURN =
  /(?<=[.!?]) |[;；] ?|, yet(?!\p{L})|,? (?:but|however|although|though|while|aber|jedoch|allerdings|doch|mais|cependant|pero|però|mas|но|однако)(?!\p{L})|但是?|不过|[がけ]、/iu;

/** A sentence that is a verdict, as in `Done.` and `All fixed!`. */
const VERDICT =
  /^[^\p{L}]{0,9}(?:all )?(?:done|fixed|finished|complete[d]?|committed|pushed|merged|deployed|erledigt|fertig|behoben|terminé|corrigé|hecho|listo|fatto|feito|готово|сделано)(?: and (?:pushed|committed|merged|deployed|verified))?[^\p{L}]{0,9}$|^(?:完成|已完成|完了)[^\p{L}]*$/iu;
/** An answer with more sentences is a report: it describes what was done, and mostly what that does not do. */
const REPORT_SENTENCES = 6;
/** The sentences at the start and at the end of a report that can say that the work is done. */
const OPENING = 2;
const CLOSING = 3;
const PARENTHESES = /(?<=\S )\([^()]{0,300}\)/gu;
/** A condition describes another case. */
const CONDITION = /(?<!\p{L})(?:if|when(?:ever)?|unless|falls|wenn|si|quand) [^,.;:]{1,200},/giu;
/** Open work in a report, of which other words of {@link OPEN} only describe something. */
const REPORTS_OPEN: RegExp = anyOf(
  [
    "still (?:fail\\p{L}*|red|broken|block\\p{L}*|wait\\p{L}*|open|need(?:s|ed)?|missing|stuck|running)|(?:is|are|remains?|stays?) (?:still )?(?:blocked|failing|broken|red|stuck|unresolved|unfinished|incomplete|in progress|pending)|blocked (?:by|on)|waiting (?:for|on)|awaiting|(?:(?:has|have|is|are|am|do|does)(?: not|n['’]t)|no) (?:\\p{L}+ ){1,5}yet|not yet|yet to be|halfway|partially done",
    "I (?:still )?(?:cannot|can['’]t|could not|couldn['’]t|was not able|am unable|do not have|don['’]t have (?:access|permission))|we (?:cannot|can['’]t)|(?:have|has) not been|nothing (?:has been|was|is) \\p{L}+ed|remaining (?:work|tasks?|steps?)|(?:only|\\p{L}+) (?:[^\\s]+ ){0,4}remains?\\.?$",
    "(?:tests?|checks?|suite|build|lint|CI|pipeline|job|deploy\\p{L}*|migration|push|merge) (?:\\p{L}+ ){0,3}?(?:fail(?:s|ed|ing)?|(?:is|are) red)|causing (?:\\p{L}+ ){0,4}failures?|(?:do|does)(?:n['’]t| not) work|needs? your|(?:once|until|as soon as) you",
    "noch (?:nicht|immer|offen)|schl(?:ägt|agen) (?:\\p{L}+ ){0,3}fehl|blockiert|kann (?:ich )?nicht|warte(?:t|n)? (?:\\p{L}+ )?auf|échoue\\p{L}* (?:encore|toujours)|pas encore|bloqué\\p{L}*|en attente|todavía|bloquead\\p{L}+|no puedo|ancora non|ainda não|пока не|ещё не|не могу|заблокирован\\p{L}*",
  ],
  "仍然失败|尚未|还没|无法|等待|阻塞|まだ|できません|待ち",
);

/** At the end of an answer: what the model was about to do. */
const ANNOUNCES =
  /^\W{0,9}(?:(?:now|next|first|then|and|so|ok(?:ay)?)[, ]{1,2}){0,2}(?:I['’]m (?:now )?\p{L}+ing|I['’]ll|I will|let me(?! know)|ich werde|je vais|voy a)(?!\p{L})/iu;
/** Begins a question to the user. What follows are its options. */
const OFFER =
  /^\W{0,9}(?:would you like|do you want|want me to|sh(?:all|ould) I|how would you like|which (?:one|of|approach|option)|soll ich|möchtest du|veux-tu|quieres que)(?!\p{L})/iu;

/** The rest of a longer sentence is not read. */
const MOST_CHARACTERS = 1_000;

/** Headings, and rows of tables. */
const NO_SENTENCES = /^[^\S\n]*(?:#{1,6}\s|\||\*\*[^*\n]+\*\*:?[^\S\n]*$).*$/gmu;

/** The parts at the end of an answer that judge it. */
const JUDGED_PARTS = 12;

type Outcome = "success" | "trouble";

/** How an answer ends, and the sentence that says so. */
export type Verdict = { readonly outcome: Outcome | null; readonly sentence: string | null };

/**
 * Judges an answer by its end. Open work, anywhere in it, is trouble. Otherwise the last part with a sign decides. A
 * question at the end is trouble if nothing reports a success.
 */
export function judge(answer: string): Verdict {
  const all = sentencesOf(answer.replace(NO_SENTENCES, ""));
  const last = all.at(-1) ?? "";
  if (answer.trimEnd().endsWith(":") || ANNOUNCES.test(last))
    return { outcome: "trouble", sentence: null };
  const offer = all.findIndex((sentence) => OFFER.test(sentence));
  const sentences = offer > 0 ? all.slice(0, offer) : all;
  if (isReport(sentences)) return judgeReport(sentences);
  let verdict: Verdict = UNDECIDED;
  for (const { part, sentence } of statedParts(sentences).slice(-JUDGED_PARTS)) {
    if (isOpen(part)) return { outcome: "trouble", sentence };
    const outcome = outcomeOf(part) ?? verdict.outcome;
    if (outcome !== verdict.outcome) verdict = { outcome, sentence };
  }
  const asked = all[offer] ?? (isQuestion(last) ? last : null);
  return verdict === UNDECIDED && asked !== null
    ? { outcome: "trouble", sentence: asked }
    : verdict;
}

const UNDECIDED: Verdict = { outcome: null, sentence: null };

/** Returns the first sentence of an answer that reports unfinished work. */
export function openWorkIn(answer: string): string | null {
  const sentences = sentencesOf(answer.replace(NO_SENTENCES, ""));
  if (isReport(sentences)) return sentences.find(reportsOpen) ?? null;
  return statedParts(sentences).find(({ part }) => isOpen(part))?.sentence ?? null;
}

/** Returns the parts of all sentences that ask nothing. */
function statedParts(
  sentences: readonly string[],
): readonly { readonly part: string; readonly sentence: string }[] {
  return sentences
    .filter((sentence) => !isQuestion(sentence))
    .flatMap((sentence) => partsOf(sentence).map((part) => ({ part, sentence })));
}

/** Returns whether sentences are a report: there are many, or the first is the verdict. */
export function isReport(sentences: readonly string[]): boolean {
  return sentences.length > REPORT_SENTENCES || VERDICT.test(sentences[0] ?? "");
}

/** Judges a report by its open work, its opening and its end. A report can be neither success nor trouble. */
function judgeReport(sentences: readonly string[]): Verdict {
  const open = sentences.find(reportsOpen);
  if (open !== undefined) return { outcome: "trouble", sentence: open };
  const judged = [...sentences.slice(0, OPENING), ...sentences.slice(-CLOSING)];
  const isDone = judged.some((sentence) =>
    partsOf(sentence).some((part) => FINISHED.test(part) || DID.test(part)),
  );
  const sentence = judged.find((each) => outcomeOf(partsOf(each).join(" ")) === "success") ?? null;
  return isDone ? { outcome: "success", sentence } : UNDECIDED;
}

function reportsOpen(sentence: string): boolean {
  if (isQuestion(sentence)) return false;
  return partsOf(sentence.replace(CONDITION, " ")).some(
    (part) => REPORTS_OPEN.test(part) && (!BEFORE.test(part) || STILL.test(part)),
  );
}

function partsOf(sentence: string): readonly string[] {
  return withoutCode(sentence.slice(0, MOST_CHARACTERS))
    .replace(PARENTHESES, " ")
    .replace(OVER, "·")
    .split(TURN)
    .filter((part) => part.trim() !== "");
}

function isOpen(part: string): boolean {
  return OPEN.test(part) && (!BEFORE.test(part) || STILL.test(part));
}

function outcomeOf(part: string): Outcome | null {
  const isFinished = FINISHED.test(part);
  if (LIMITED.test(part) && !BEFORE.test(part)) return "trouble";
  if (isFinished) return "success";
  if (PROBLEM.test(part)) return "trouble";
  return CHANGED.test(part) || DID.test(part) ? "success" : null;
}
