/** Matches whole words or phrases in any case. */
function anyOf(...phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${phrases.join("|")})(?![\\p{L}\\p{N}_])`, "iu");
}

/** Rules and wishes in English, German, French, Spanish, Italian, Portuguese, Chinese and Japanese. */
const RULE: RegExp = anyOf(
  "must(?:n['’]t)?|never|always|prefer(?:ably|red|s)?|don['’]?t|do not|only|should(?:n['’]t)?|avoid|make sure|ensure|required?|not allowed|at (?:most|least)|no more than|no longer",
  "muss|müssen|musst|müsst|darf|dürfen|nie(?:mals)?|immer|bitte nicht|nur|bevorzug\\p{L}*|vermeide\\p{L}*|keine?[nmrs]?|soll(?:en|te|test|ten)?|mindestens|höchstens|unbedingt",
  "doi[ts]|devez|doivent|jamais|toujours|préfèr\\p{L}*|préfér\\p{L}*|ne \\p{L}+ pas|n['’]\\p{L}+ pas|seulement|uniquement|évite\\p{L}*|au moins|au plus|il faut",
  "deben?|debes|nunca|siempre|prefier\\p{L}*|prefer\\p{L}*|no \\p{L}+(?:es|as|éis|áis)|sol[oa]|sólo|únicamente|evit[ae]\\p{L}*|al menos|como máximo|hay que",
  "deve|devono|mai|sempre|soltanto|dev(?:e|em)|apenas|somente",
);
const RULE_WIDE =
  /必须|必須|不要|不得|不能|始终|总是|只能|务必|请勿|绝不|必ず|だけ|絶対|ないで|禁止/u;

const REASON: RegExp = anyOf(
  "because|so that|rather than|instead of|in order to|to avoid|due to|therefore|weil|damit|statt|anstatt|da sonst|parce que?|puisque|afin|plutôt que|au lieu|porque|para que|en (?:vez|lugar) de|ya que|perché|invece di",
);
const DECISION: RegExp = anyOf(
  "decided|chose|chosen|decision|going with|opted|settled on|entschieden|entscheide|gewählt|décidé|choisi|decidí|decidimos|decidido|elegí|elegido|deciso|scelto",
);
const REASON_WIDE = /因为|因此|所以|为了|而不是|决定|ため|ので|代わりに/u;

const NEXT: RegExp = anyOf(
  "next|then|I['’]ll|I will|I['’]m going to|let me|need to|remaining|to ?do|still (?:need|have|to)|follow-?up|als Nächstes|nächste\\p{L}*|danach|noch zu|ich werde|muss noch|ensuite|prochaine?|je vais|reste à|luego|próxim\\p{L}*|a continuación|voy a|falta|poi|prossim\\p{L}*",
);
const NEXT_WIDE = /接下来|下一步|然后|还需要|次に|これから/u;

const FINISHED: RegExp = anyOf(
  "done|fixed|implemented|completed?|finished|added|removed|updated|created|renamed|moved|merged|committed|pushed|pass(?:es|ed|ing)?|works|working now|confirmed|verified|found|turns out|the (?:cause|problem|issue|bug) (?:is|was)|root cause|fertig|erledigt|behoben|gefunden|erstellt|ergänzt|terminé\\p{L}*|corrigé\\p{L}*|ajouté\\p{L}*|trouvé\\p{L}*|créé\\p{L}*|hecho|terminado|corregido|añadido|encontr\\p{L}*|creado|fatto|trovato",
);
const FINISHED_WIDE = /完成|修复|已经|添加|找到|発見|追加|修正/u;

const PROBLEM =
  /error|fail|exception|traceback|panic|fatal|denied|cannot|can't|not found|no such|undefined|unexpected|invalid|timed? ?out|refused|fehler|erreur|échec|错误|失败|エラー/iu;

export function statesRule(sentence: string): boolean {
  return RULE.test(sentence) || RULE_WIDE.test(sentence);
}

export function isQuestion(sentence: string): boolean {
  return /[?？]\s*$/u.test(sentence);
}

/** Returns the index at which the reason begins, or `null`. */
export function findReason(sentence: string): number | null {
  return REASON.exec(sentence)?.index ?? REASON_WIDE.exec(sentence)?.index ?? null;
}

export function statesDecision(sentence: string): boolean {
  return DECISION.test(sentence);
}

export function statesNextStep(sentence: string): boolean {
  return NEXT.test(sentence) || NEXT_WIDE.test(sentence);
}

export function statesResult(sentence: string): boolean {
  return FINISHED.test(sentence) || FINISHED_WIDE.test(sentence);
}

export function statesProblem(line: string): boolean {
  return PROBLEM.test(line);
}
