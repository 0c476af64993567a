/**
 * The words by which a language marks a statement as a rule. Each value is a part of a regular expression for text in
 * lower case. `_` is a space, `~` the start of a word, `@` one of {@link RuleSigns.work}, `#`
 * one of {@link RuleSigns.order}. Except in Chinese and Japanese, whole words are matched.
 */
export type RuleSigns = {
  /** Common words of the language, which tell it from others of the same script. */
  readonly words?: string;
  /** Words of duration. A statement with one is a rule, unless its clause is about someone else than the assistant. */
  readonly lasting: string;
  /** One of these is in a statement with a word of duration, or its clause does not concern the assistant. */
  readonly asked: string;
  /** A rule at the start of a clause, or after an {@link RuleSigns.opener}. */
  readonly opening: string;
  /** A rule, unless a {@link RuleSigns.subject} is before it in the clause. */
  readonly inside: string;
  /** Orders and prohibitions. At the start of a clause they are a rule if the sentence has a {@link RuleSigns.general} word. */
  readonly order: string;
  /** Words of generality. */
  readonly general: string;
  /** At the start of a sentence a rule if the message says nothing else. */
  readonly bare: string;
  /** A rule if there is a number next to it, the sentence has a {@link RuleSigns.scope}, and the message says nothing else. */
  readonly limit: string;
  readonly scope: string;
  /** What the assistant makes again and again. `@` in other values. */
  readonly work?: string;
  readonly opener: string;
  /** Subjects other than the assistant, and verbs of statements. */
  readonly subject: string;
  /** Idioms, and words of one time or one thing. A sentence with one is not a rule, unless it has a lasting sign. */
  readonly excluded: string;
  /** Revokes a rule. */
  readonly revoked: string;
  /** Allows something, or makes it optional. */
  readonly permitted: string;
};

const ENGLISH: RuleSigns = {
  words:
    "the|an|of|and|is|are|it|you|your|my|for|with|don['’]?t|do|not|please|we|i|be|that|this|when|if|use|from|to|or|in|on|at|by|as|all|so|now|just|no|me|more|than|any|every|never|always|only|should|must|without|before|after|keep|prefer|stop|was|were|has|have|had|can|will|would|there|it['’]s",
  lasting:
    "until_further_notice|from_this_point_on|from_(?:now|here)_on|(?<=^)going_forward|going_forward(?=[,.!]|$)|unless_i_(?:say|ask|tell)|unless_(?:told|stated)_otherwise|for_the_rest_of_(?:this|the|our)_(?:chat|conversation|session|project)|let['’]?s_agree(?:_that|(?=:))",
  asked: "please|pls|you|your|no|never|always|only|should|must|want|show|#",
  opening:
    "never_again_\\p{L}+|ask_me_(?:first_)?before_(?!\\p{L}+ing_(?:it|this|that))\\p{L}+|stop_(?:apologi[sz]|repeat|explain|us|add|putt|end|start|ask|suggest|writ|call|say|summari[sz]|giv|mak|invent|chang|rewrit|includ|do|guess|assum)ing(?!_(?:the|this|that|it)(?!\\p{L}))|(?:answer|talk|speak)_(?:to_)?(?:me_)?in_\\p{L}+(?:sh|nch|man|ese|ian)(?=[,.!]|_please|$)|please_(?:don['’]?t|do_not)_[^,]{1,60}~any_?more",
  inside:
    "you_(?:must|should|shall|may|have_to|need_to|are_to)_(?:always|never)(?!_(?:have|be_able))|(?:whenever|(?:any|every|each)_time)_you_[^,]{1,80}(?:,|_also)(?=_#(?!\\p{L}))|when_you_(?!\\p{L}+ed_|get|have|need|see|find)\\p{L}+_(?:an?|any|some|something|anything|me)_(?:[^,]{1,60},|\\p{L}+)(?=_#(?!\\p{L}))|i(?:_want|_need|_expect|['’]d_like|_would_like)_you_to_(?:always|never)|(?:remember|be_sure|try)_to_(?:always|never)|(?:for|with|in)_(?:any|every|each)_\\p{L}+_you_(?:write|make|give|send|create|suggest|draft)(?:_me)?,(?=_#(?!\\p{L}))|i['’]?(?:_have|ve)?_(?:(?:told|asked)_you_to_(?:always|never|not|stop)|(?:said|told_you|asked_you)_(?:not|never|always))|don['’]?t_ever|(?:each|every|all_your)_(?:answers?|repl(?:y|ies)|responses?)_(?:should|must|ha(?:s|ve)_to|needs?_to)|(?:whatever|everything|anything|(?:any|all|every|each)_\\p{L}+(?:_\\p{L}+)?)_(?:that_)?you_(?:write|make|give|send|create|suggest|propose|draft)(?:_me|_for_me)?_(?:\\p{L}+_){0,4}(?:must|should|has_to|have_to|needs_to)|(?:please|use|no)_[^,]{1,60}~(?:in|for|with)_all_(?:the_)?\\p{L}+_you_(?:write|make|give|send|create|draft)|(?:in|for)_(?:whatever|everything|anything)_you_(?:write|make|send|draft)|(?<=^)nothing_[^,]{1,60}~without_my_(?:ok|okay|approval|permission|consent|confirmation|sign-off)|before_(?:you_)?\\p{L}+_an(?:y\\p{L}*)?_[^,]{0,40},_(?:ask|show_me|tell_me|check_with_me)",
  order:
    "use|write|convert|keep|make_sure|ask|treat|call|end|give|cite|round|format|speak|translate|mention|mark|explain|follow|tell|say|wait|sign|ensure|limit|answer|reply|respond|tag|label|name|quote|put|spell|add|show_me|include|push|drop|delete|invent|assume|guess|touch|change|commit|start|begin|check|run|remove|deploy|merge|send|share|edit|rename|overwrite|install|paste|hardcode|summari[sz]e|rewrite|sort|update|rerun|regenerate|avoid|please|(?:don['’]?t|do_not)(?!_\\p{L}+_(?:it|this|that|them)(?!\\p{L}))",
  general:
    "always(?!-|_\\p{L}+(?:ed|ing)(?!\\p{L}))|never(?:_ever)?(?!_(?:\\p{L}+ed|\\p{L}{3,}[^s]s)(?!\\p{L}))|every_single_time|as_a_(?:general_)?rule|in_(?:general|(?:the_)?future)(?=_please|_just|[,.!]|$)|at_all_times|when_in_doubt|without_(?:asking_me|telling_me|checking_with_me|my_(?:\\p{L}+_)?(?:ok|okay|approval|permission|consent|confirmation|sign-off))|no_exceptions|(?:before|after|in|with|at_the_(?:end|start)_of)_(?:each|every|any|all)_(?:your_)?(?:\\p{L}+_)?@(?!_(?:of|in|that))|(?:each|every)_(?:answer|reply|response)(?!_(?:of|in|that))|(?:for|in)_(?:all_)?future_@",
  bare: "(?!.*~(?:in|for|from)_the_\\p{L}+(?<!s)(?!\\p{L}))(?:(?:don['’]?t|do_not)_(?!(?:know|have|see|understand|think|really|need|remember|get|forget|care|disturb|worry|be|mind|hesitate|bother|beat)_)\\p{L}+_(?!(?:the|it|this|that|these|those|them|him|her|me|us|too|so|an?|anything_else|yourself|\\p{L}+ly)(?!\\p{L}))\\p{L}|(?:don['’]?t|do_not)_(?:touch|edit|modify|change|delete|rename|push|deploy)_(?!anything|it|them|this|that)|(?:always|never(?:_ever)?)_(?!(?:\\p{L}+(?:ing|ed|[^s]s)|an?|the|this|that|on|in|at|for|from|to|with|when|if|because|thought|good|great|seen|saw|heard|had|did|got|went|came|knew|there|remember|ran|found|took|gave|been|is|was|again|once|better|nice|happy|so|too|more|really|quite|mind)(?!\\p{L}))\\p{L}+_\\p{L}|avoid_(?!the|this|that|it)|stop_\\p{L}+ing|no_(?!one|way|idea|worries|problem|need|thanks|more|doubt|changes|errors|issues|questions|matches)(?:\\p{L}+_){1,3}(?:in|please|for|without)|no_\\p{L}+s(?:_please)?(?=[.!]?$)|i_prefer_(?!the|to|that)|i['’]d_(?:rather|prefer)_(?:that_)?you|prefer_\\p{L}+_over|you_must(?!_(?:be|have|feel|love|know|miss))|you_(?:may|should)(?:_not|n['’]t)_(?!have)|all_(?!users|customers)\\p{L}+s_must(?!_have)|every_(?:\\p{L}+_){1,2}must|your_\\p{L}+_must|only_(?:use|quote|suggest|cite|touch)_(?!the)|use_(?:\\p{L}+_)?(?:spelling|units)|(?:answer|reply|respond)_(?:only_)?in_(?!an?_|one_|the_|two_)|be_(?:brief|concise|terse)|keep_(?:your_)?(?:answers|replies)|call_me|round_(?:every|all)|if_you_\\p{L}+_an?_|before_you_(?!\\p{L}+ed_|are|['’]re|start|begin)\\p{L}+_an?_)",
  limit:
    "at_(?:the_)?most|(?:no|not|never)_(?:more|longer|less|fewer)_than|max(?:imum)?|under|below|exceed",
  work: "answers?|repl(?:y|ies)|responses?|messages?|commands?|commits?|suggestions?|e?-?mails?|exercises?",
  scope:
    "responses|messages|per(?!_(?:minute|second|day|page))|every|each|my_(?:limit|budget|maximum)|answers|replies|summaries",
  opener:
    "and|but|also|so|in_general|generally|please|ok|then|just|again|remember|note|important|rule|yes|hey|oh|btw|pls|can_you|could_you",
  subject:
    "i(?!_(?:want|need|expect|would_like)_you)|we|it|they|he|she|this|there|who|what|which|how|why|where|did|does|has|had|is|was|were|am|i['’](?:m|ve|ll)|(?:it|that|there|what)['’]s|(?:we|they)['’](?:re|ve|ll)",
  excluded:
    "(?:this|just)_(?:time|once|one)|right_now|(?:for|at)_(?:now|the_moment)|in_the_(?:title|header|footer|text|script|file|table|letter|e?mail|speech)|when_(?:an?|the)_(?:user|customer|client)|(?:in|for|on|at|to|with|from|of)_(?:this|these|those|that)_(?!project|repo|chat|conversation|session|team|company|codebase|repository|workspace|machine)\\p{L}+|until|till|yet|today|tonight|tomorrow|next_\\p{L}+|let_me_know|let['’]?s_(?!agree)|though|after_all|not_sure|but_(?:some|it|they|there|s?he)|,_just|(?:ask|tell|send|give|write)_(?:her|him|them)|you_(?:never|always)",
  revoked:
    "(?<=^(?:\\p{L}+_){0,3}|[,.;:]_(?:\\p{L}+_)?)forget(?:_about)?_(?:that|the|what|about|my|it)|forget_(?:that|it)(?=[,.!]|$)|(?:ignore|scratch|drop|cancel|disregard|lift)_(?:that(?=[,.!]|$)|.{0,30}~(?:rule|instruction|limit|restriction|ban|requirement|preference|i_said|i_told_you))|never_?mind|no_longer_(?:applies|apply|valid|necessary|needed|required|have_to|needs?_to)|no_(?:more_)?need|(?:don['’]?t|do_not)_(?:have|need)_to|isn['’]?t_(?:necessary|needed|required)",
  permitted:
    "you_(?:may|can|are_allowed_to)(?:_(?:now|also|again|stop))*|feel_free_to|(?:is|are|it['’]s)_(?:now_)?(?:fine|ok|okay|allowed)(?:_(?:now|again))?|(?:back_to|go_ahead_and)|(?:any_?more|any_longer|again)(?=[,.!]|$)",
};

const GERMAN: RuleSigns = {
  words:
    "der|die|das|den|dem|eine?[mnrs]?|und|ist|sind|in|an|nicht|ich|du|sie|wir|mit|pro|für|von|auf|bei|im|zu|zum|bitte|immer|nie|keine?[mnrs]?|nur|oder|als|wenn|mir|mich|deine?[mnrs]?|meine?[mnrs]?|jede[mnrs]?|auch",
  lasting:
    "ab_(?:jetzt|sofort|nun)|von_(?:jetzt|nun)_an|bis_auf_weiteres|in_zukunft_bitte|bitte_(?:\\p{L}+_){0,3}in_zukunft|(?:generell|grundsätzlich)(?:_gilt)?(?=:)|was_grundsätzliches(?=:)|für_alle_(?:weiteren|künftigen|folgenden)_\\p{L}+|für_(?:alle|jede[rsmn]?)_.{0,60}~gilt(?=:)|für_alles_weitere(?=:)|auch_(?:später|künftig)_nicht|(?:alles|jede[rsmn]?_\\p{L}+),?_(?:was|de[rn]|die|das)_du_(?:\\p{L}+_){0,2}(?:schreibst|machst|vorschlägst|gibst|schickst)",
  asked: "bitte|du|dir|dein\\p{L}*|nicht|nie|immer|nur|#",
  opening:
    "immer_(?:bitte|nur_eine?n?_\\p{L}+_pro)|(?:nie|niemals|nichts)_ohne_mein\\p{L}*|(?:duz|siez)en?_(?:mich|sie_mich)|(?:sprich|rede|sprechen_sie|reden_sie)_mich_.{1,30}~an|hör\\p{L}*_(?:bitte_)?auf,?_(?:\\p{L}+_){1,6}zu|(?:antwort\\p{L}*|sprich|sprechen_sie|erklär\\p{L}*)_(?:mir_)?(?:bitte_)?auf_\\p{L}+sch(?=[,.!]|$)|bitte_[^,]{1,40}~(?:nicht|keine?n?)_(?:\\p{L}+_)?mehr|frag\\p{L}*(?:_(?:mich|immer|bitte|vorher)){0,3},?_(?:bevor_du_(?:etwas|was|eine?)|vor_jede[rm])",
  inside:
    "(?:du|sie)_(?:musst|müssen|sollst|sollen|darfst|dürfen)_.{0,60}~(?:nie|niemals|immer|stets)|(?:jedes_mal|immer),?_wenn_du[^,]{1,80},(?=_#(?!\\p{L}))|(?:wenn|bevor|sobald)_du_(?:mir_)?(?:eine?[nmrs]?|etwas|was)_(?![^,]{0,60}~(?:hast|siehst|findest|brauchst|kennst|weißt))[^,]{1,60},(?=_#(?!\\p{L}))|(?:möchte|will),_dass_du_[^,]{0,60}~(?:in_zukunft|künftig|immer|nie)|ich_(?:habe|hab)_(?:dir_|doch_)*gesagt|nichts,_ohne_mich|(?<=^)nichts_.{1,60}~ohne_mein\\p{L}*|ohne_mein\\p{L}*_.{1,60}~nichts|bitte_(?:\\p{L}+_){0,3}immer(?!_(?:noch|wieder|mehr))",
  order:
    "bitte|(?:schreib|antwort|nenn|verwend|nutz|benutz|mach|geb|gib|zeig|sag|frag|füg|lass|erklär|prüf|zitier|erwähn|halt|beend|formatier|übersetz|sprich|nimm|setz|stell|leg|schick|fass|lösch|änder|unterschreib|unterzeichn|markier|kommentier|formulier|vermeid|bleib|verschick|signier|begründ|trenn)(?:e|en_sie)?|runde|achte|plane|kein(?:e[nmrs]?)?|nichts|nix",
  general:
    "nie(?!_vergessen)|niemals|immer(?!_(?:noch|mehr|wieder))|stets|jedes_mal|(?:vor|nach|bei|in|zu|an|mit)_jede[rmn]_(?:\\p{L}+_)?@(?!_(?:in|im|de[rs])(?!\\p{L}))|ab_heute|künftig|zukünftig|in_zukunft|fortan|im_zweifel|grundsätzlich|generell|unter_keinen_umständen|ohne_(?:meine?n?_(?:ok|okay|zustimmung|freigabe|erlaubnis|bestätigung)|rückfrage|mich)",
  bare: "(?!.*~(?:im|in_dem|in_der|am)_\\p{L}+[.!]?$)(?:kein(?:e[nmrs]?)?_(?!ahnung|problem\\p{L}*|sorge\\p{L}*|angst|fragen?|zeit|fehler|treffer)\\p{L}+_(?:in|auf|ohne|bei|für|bitte|neuen?)|bitte_keine?_\\p{L}+(?!_(?:in_der|im)_)|keine?_\\p{L}+_\\p{L}+_ohne|(?:verwende|erwähne|nutze|benutze|nenne|plane)_.{0,40}~(?:kein\\p{L}*|nichts)|vermeide|beende_deine|wir_verwenden_hier|du_(?:sollst|darfst)_(?!(?:jetzt|erst|nur|noch|den|das|die|dem|vorher)_)|du_musst_vor_jede|lass_die|ich_(?:bevorzuge|mag_lieber)_(?!(?:die|das|den)_)|mir_ist_lieber|antworten?_bitte|sprich_mich|schlage?_nur|runde_jede|alles_über|halte?_dich)|die_\\p{L}+_dürfen_nie",
  limit: "höchstens|maximal|unter|bis_zu|nicht_(?:mehr|länger)_als|nie_länger_als",
  work: "antwort|befehl|schritt|nachricht|änderung|commit|vorschlag|e?-?mail|zahl|aufgabe|beispiel|lösch\\p{L}*",
  scope: "jede[rsmn]?|alle|pro|schreib|antworten|eine_zusammenfassung|budget",
  opener:
    "in_diesem_(?:projekt|repo)|und|aber|also|auch|bitte|ok|dann|merk_dir|wichtig|regel|du|sie|ihr",
  subject:
    "ich|wir|er|es|man|das|dies|was|wer|wie|warum|wieso|weshalb|wo|hat|habe|haben|hatte[nt]?|ist|sind|war(?:en)?|bin|wird|wurde[n]?|der|weiß|hab|kann|verstehe|sehe|finde|brauche|kenne|glaube|denke|konnte",
  excluded:
    "(?<!nie_)(?:im|in_der)_(?!zweifel|voraus|iso|format)\\p{L}+|dies(?:e[rmns]?)?_(?!projekt|repo|chat|gespräch|team|firma)\\p{L}+|erst_?mal|(?<=^)jetzt|noch_(?:eine?n?|zwei|mal|nicht|nie|kein\\p{L}*)|gerade|heute(?<!ab_heute)|morgen|diesmal|vorerst|bis_\\p{L}+tag|(?:sag|schreib|frag|antworte|schick|gib)_(?:ihm|ihr|ihnen)|vergiss_nicht|(?<=^(?:bitte_)?\\p{L}+_)(?:das|es|ihn|sie)(?!\\p{L})",
  revoked:
    "vergiss(?!_nicht)|vergessen_sie|(?:ignorier\\p{L}*|streich\\p{L}*)_(?:das|.{0,30}~(?:regel|vorgabe|anweisung|grenze|limit|verbot))|gilt_(?:ab_jetzt_)?nicht_mehr|aufgehoben|(?:musst|brauchst|müssen|brauchen)_.{0,60}~(?:nicht|keine?n?)_(?:.{0,20}_)?mehr|nicht_mehr_(?:nötig|notwendig|gültig)",
  permitted:
    "(?:du|sie)_(?:darfst|kannst|dürfen|können)|(?:darfst|kannst|dürfen|können)_(?:du|sie|.{0,40}~wieder)|(?:ist|sind)_(?:(?:jetzt|wieder)_)*(?:erlaubt|ok|okay|in_ordnung)",
};

const FRENCH: RuleSigns = {
  words:
    "le|la|les|l|des|du|une?|et|est|je|tu|il|on|nous|vous|ne|n|pas|que|qu|de|d|pour|avec|dans|en|sur|au|aux|ce|mon|ma|mes|tes|toujours|jamais|sans|chaque|si|me|m|t|se|plus|avant|c|qui|par",
  lasting:
    "à_partir_de_maintenant|jusqu['’]à_nouvel_ordre|(?:désormais|dorénavant)(?=,)|pour_la_suite(?=[,:])|sauf_si_je_(?:te_|vous_|l['’]|le_)+(?:dis|demande|précise)|(?<!pour_|~bien_|aime_)tout_ce_que_(?:tu|vous)_(?:me_|m['’])?(?:propos|écri|donn|rédig|envo)\\p{L}+",
  asked: "tu|te|tes|vous|vos|stp|svp|#",
  opening:
    "(?:ne_|n['’])(?!arrive)(?:me_|m['’])?\\p{L}+_(?:plus_)?jamais|ne_jamais_\\p{L}+(?:er|ir|re)|(?:tutoie|vouvoie|tutoyez|vouvoyez)[sz]?-moi|(?:répond|parl|expliqu)\\p{L}*(?:-moi)?_en_\\p{L}+(?:ais|and|ol|ien)(?=[,.!]|_stp|_svp|$)|arrêtez?_de_(?:me_(?!faire)\\p{L}+|t['’]\\p{L}+|vous|mettre|répéter|dire|utiliser|ajouter)|demande(?:z)?-moi_(?:toujours_|d['’]abord_)?avant_d(?:e_(?!l[ae]s?_)\\p{L}+|['’]\\p{L}+)",
  inside:
    "(?:quand|lorsque|dès_que)_(?:tu|vous)_(?!as|avez|aura|aurez|peux|pouvez)(?:me_|m['’])?\\p{L}+_(?:une?|des|quelque\\p{L}*)_[^,]{1,60},(?=_#(?!\\p{L}))|chaque_fois_que_(?:tu|vous)_[^,]{1,60},(?=_#(?!\\p{L}))|(?:tu|vous)_(?:ne_)?(?:dois|devez)_(?:toujours|jamais)|je_(?:veux|voudrais)_que_(?:tu|vous)_.{0,40}~(?:toujours|jamais)|(?<=^)rien_ne_.{1,60}~sans_mon|je_t['’]ai_(?:bien_|déjà_)?(?:dit|demandé_de_(?:toujours|ne))",
  order:
    "(?:utilis|répond|écri|met|donn|cit|indiqu|ajout|gard|laiss|demand|vérifi|fai|évit|propos|expliqu|sign|commenc|termin|présent|parl|trait|nomm|arrondi|affich|montr|inclu|précis|prévien|pos|rédig|tradui|limit|envoi|vouvoi|tutoi)(?:e|s|ez|vez|sez|tez|dez|tes|is|i|ds)?(?:-moi|-l[ae]s?|-lui|-leur)*|pas_d(?:e|['’]\\p{L}+)|ne|merci_de",
  general:
    "toujours(?!_(?:pas|rien|l[ae]_même|l['’]ancien\\p{L}*|une_erreur|\\p{N}+)(?!\\p{L}))|systématiquement|désormais|dorénavant|à_l['’]avenir|à_partir_de_demain|à_partir_d['’]aujourd['’]hui|en_règle_générale|en_cas_de_doute|sous_aucun_prétexte|(?:à|avant|après)_chaque_@(?!_d)|(?:pour|dans)_tous_(?:les|tes|vos)_@|toutes_(?:tes|vos)_@|sans_(?:mon_(?:accord|aval|autorisation|feu)|m['’]avoir|me_(?:demander|consulter|prévenir|le_demander))|chaque_fois_que_tu|aucune_réponse",
  bare: "(?!.*~(?:dans|pour|sur)_l[ae]_\\p{L}+)(?:ne_(?!(?:l[ae]s?|lui|leur|te|t|vous|se)_)\\p{L}{2,}(?:e|s|ez)_(?:pas|rien)_(?!encore|d['’]autre)|n['’]\\p{L}+(?:e|s|ez)_pas_|évite[zr]?_(?!de_)|pas_(?:d['’]|de_)(?!(?:problème|souci|panique|chance)s?)\\p{L}+_(?:dans_les|sans|aux?|nouvelle?)|pas_d['’]\\p{L}+s_(?!dans_(?:le_mail|la))|pas_de_nouvelle|arrête_de_(?!me_faire)|je_préfère_(?!(?:la|le|l['’])\\p{L}*_(?:deuxi|premi|second))|je_ne_veux_plus_de|(?:tu|vous)_(?:ne_(?:dois|devez)|(?:dois|devez)_(?:garder|demander|respecter))|chaque_\\p{L}+_(?:doit|fait)|demande-moi|utilise_uniquement|propose_uniquement|ne_touche|ne_cite|toute_\\p{L}+_.{0,40}~doit|limite_tes|arrondis_chaque|le_budget|(?:désormais|dorénavant)(?!,?_(?:(?:l[ae]s?|il|elle|on|je|ça)_|[jlc]['’])))",
  limit: "au_plus|(?:au_)?(?:maximum|minimum)|(?:pas|jamais)_plus_(?:de|d['’])|moins_de|dépasser",
  work: "réponses?|messages?|étape|commande|modification|envoi|mails?|proposition|exercice|suppression",
  scope: "chaque|tes|vos|réponses?|budget",
  opener:
    "dans_ce_(?:projet|dépôt)|et|mais|donc|aussi|alors|ok|s['’]il_(?:te|vous)_plaît|rappel|note|important|règle|puis|veuillez|stp|surtout|par_contre",
  subject:
    "je(?!_(?:veux|voudrais)_que)|j['’]\\p{L}+|il|elle|on|nous|ils|elles|ce|c['’](?:est|était)|ça|cela|qui|pourquoi|comment|où|le|la|les|l['’](?!avenir)\\p{L}+|mon|ma|mes|notre|nos|a|est|sont|était|ont",
  excluded:
    "dans_l[ae]_\\p{L}+|n['’]oublie[zr]?_pas|n['’]hésite[zr]?|cette_fois|si_tu_(?:veux|peux|as)|(?<![-\\p{L}])ce(?:t|tte|s)?_(?!projet|dépôt|chat|équipe|qu|n|sont|soit|sera)\\p{L}+|tout_de_suite|(?<=^)maintenant|(?<!d['’])aujourd['’]hui|(?<!de_)demain|t['’]inquiète|pas_encore|jamais_(?:vue?|entendue?|lue?|eue?)|si_jamais|pour_l['’]instant|avant_(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|midi)",
  revoked:
    "oublie[z]?|(?:ignore|annule)[zr]?_(?:ça|cela|.{0,30}~(?:règle|consigne|limite|interdiction))|ne_s['’]applique_plus|(?:plus|pas)_(?:besoin|nécessaire|la_peine|obligée?)|(?:dois|devez)_plus",
  permitted:
    "(?:tu|vous)_(?:peux|pouvez)|(?:est|sont)_(?:(?:maintenant|de_nouveau)_)?(?:permise?s?|autorisée?s?)",
};

const SPANISH: RuleSigns = {
  words:
    "el|la|los|las|una?|y|es|de|del|no|que|en|por|para|con|mi|mis|tus|se|lo|me|siempre|nunca|sin|cada|al|antes|si|te|cuando|qué|su|le|más|ya|pero|está|hay|ahora",
  lasting:
    "hasta_nuevo_aviso|a_partir_de_ahora|de_ahora_en_adelante|(?:a_no_ser|a_menos|salvo)_que_(?:yo_)?te_(?:lo_)?(?:diga|pida)|todo_lo_que_(?:me_)?(?:escrib|hag|propon|des)\\p{L}*|tod[oa]s_l[oa]s_\\p{L}+_que_(?:me_)?(?:escrib|hag|propon|des)as?",
  asked: "por_?fa(?:vor)?|por_favor|te|tus|nada|solo|sólo|#",
  opening:
    "nunca_(?!tienes|puedes|sabes|haces|antes|jamás|problemas)(?:me_|nos_|l[aeo]s?_)?\\p{L}+[ae]s(?=_)|siempre_de_usted|tutéame|trát[ae]me_de|(?:respóndeme|contéstame|háblame|responde|contesta)_(?:s[oó]lo_)?en_\\p{L}+(?:ol|és|án|no)(?=[,.!]|_por_favor|$)|deja_de_(?:\\p{L}+[aei]r[mt]e|repetir|poner|usar|añadir)|pregúntame_(?:siempre_|primero_)?antes",
  inside:
    "(?:siempre|cada_vez)_que_(?:me_)?\\p{L}+(?:as|es)_[^,]{1,60},(?=_#(?!\\p{L}))|cuando_(?:me_)?(?!tengas|puedas)\\p{L}+(?:as|es)_(?:una?|algo)_[^,]{1,60},(?=_#(?!\\p{L}))|debes_(?:siempre|nunca)|quiero_que_(?:siempre|nunca)|para_cualquier_\\p{L}+_[^,]{0,40}~(?:usa|utiliza|pon|escribe)|(?<=^)nada_.{1,60}~sin_mi|te_(?:dije|he_dicho|tengo_dicho)_que|no_(?!tienes|sabes|puedes)(?:l[oa]s?_|me_)?\\p{L}*[ae]s_(?:[^,]{1,40}_)?(?:nunca|jamás)",
  order:
    "(?:usa|utiliza|responde|respónde|contesta|contésta|escribe|escríbe|pon|da|dá|cita|indica|indíca|añade|deja|mantén|pregunta|pregúnta|verifica|comprueba|haz|evita|propón|explica|explíca|firma|fírma|trata|tráta|muestra|incluye|precisa|avisa|avísa|redacta|traduce|llama|redondea|espera)(?:me|nos)?(?:l[aeo]s?)?|no_(?:(?:me|nos)_)?\\p{L}{2,}(?:[ae]s|éis|áis)|nada_de",
  general:
    "siempre(?!_(?:se|igual|(?:el|lo|la)_mism[oa]|error|un_error|\\p{N}+)(?!\\p{L}))|cada_vez_que|(?:en|antes_de|después_de|con|a)_cada_@(?!_del?)|(?:en|a)_tod[oa]s_tus_@|(?:ningun[oa]|ningún)_@|sin_(?:mi_(?:permiso|aprobación|autorización|visto)|preguntarme|avisarme|consultarme)|por_defecto|en_general|en_adelante|en_el_futuro|en_caso_de_duda|por_regla_general|bajo_ninguna_circunstancia|a_partir_de_hoy|desde_(?:ahora|hoy)",
  bare: "(?!.*~(?:en|para)_(?:el|la)_\\p{L}+[.!]?$)(?:no_(?!(?:sabes|puedes|tienes|has|estás|eres|ves|entiendes|quieres|vas|funciona|hace)_)(?:me_)?\\p{L}{2,}(?:[ae]s|éis|áis)_(?!(?:el|l[oa]s?|est[ea]|es[ea]|nada|todavía|aún)(?!\\p{L}))|no_toques|no_quiero_más|evita_|prefiero_(?!(?:la|el)_(?:segund|primer))|(?:no_)?debes_|cada_\\p{L}+_debe|ningun[oa]_\\p{L}+_nuev[oa]|nada_de|tod[oa]_\\p{L}+_.{0,40}~deb|(?:usa|propón|responde)_s[oó]lo|pregúntame|tienes_que_pedir|redondea_cada|el_presupuesto|desde_ahora)",
  limit: "(?:no|nunca)_más_de|(?:como_|al_)?(?:máximo|mínimo)|como_mucho|menos_de|superar|exceder",
  work: "respuestas?|mensaje|paso|comando|commit|cambio|correo|propuesta|ejercicio|pregunta",
  scope: "cada|tus|respuestas?|correos|presupuesto|limita|deben?",
  opener:
    "en_este_(?:proyecto|repo)|y|pero|también|por_favor|ok|vale|entonces|luego|recuerda|nota|importante|regla|tú|usted|bien|ah",
  subject:
    "yo|él|ella|ellos|ellas|nosotros|eso|esto|qué|quién|por_qué|porque|cómo|dónde|el|la|los|mi|se|he|ha|han|había|es|son|era|fue|está|hay",
  excluded:
    "en_(?:el|la)_(?!futuro|mism)\\p{L}+|(?:est[ea]s?|es[ea]s?)_(?!proyecto|repo|chat|conversación|equipo|empresa)\\p{L}+|no_(?:olvides|te_preocup\\p{L}*)|si_(?:quieres|puedes|tienes)|de_momento|todavía|aún_no|por_ahora|(?<=^)ahora|(?<!(?:de|desde)_)hoy|mañana|siempre_(?:he|ha|es|está|son|hay|el_mismo)|nunca_se_sabe|hac(?:es|e)_clic",
  revoked:
    "olvida\\p{L}*|(?:ignora|cancela)\\p{L}*_(?:eso|.{0,30}~(?:regla|norma|límite|prohibición|instrucción))|ya_no_(?:se_aplica|vale|hace_falta|es_necesario|tienes_que|debes|hay_que|necesitas)|no_hace_falta",
  permitted: "(?:puedes|podéis|puede)|(?:está|están)_permitid[oa]s?",
};

/** Imperatives of what is done again and again, and the few that are as often of one time. */
const IMPERATIVE =
  "(?!сделай|создай|передай|узнай|прочитай|задай|посчитай|отдай|подай|попробуй|давай|случай)(?:\\p{L}{2,}(?:[ая]й|уй)|пиши|говори|ставь|проси|держи|отвечай|тащи|вноси|предложи|спроси|приводи)(?:те)?(?:ся|сь)?";

const RUSSIAN: RuleSigns = {
  lasting:
    "с_этого_момента|(?<=^|[,;]_|давай_)на_будущее(?=[:,])|отныне|впредь|давай(?:те)?_договоримся(?=:|,_что)|если_я_не_(?:скажу|попрошу)",
  asked: "ты|тебя|пожалуйста|давай|#",
  opening: `всегда_(?:\\p{L}+_){0,2}(?:${IMPERATIVE})|никогда_(?:\\p{L}+_){0,2}не_(?:${IMPERATIVE})|вообще_не_(?:${IMPERATIVE})|больше_не_(?:${IMPERATIVE})|(?:всегда|в_дальнейшем|впредь)_давай|прошу_(?:всегда|никогда|впредь)|обращай(?:ся|тесь)_ко_мне|называй(?:те)?_меня|(?:отвечай|говори|пиши|объясняй)(?:те)?_(?:мне_|со_мной_)?(?:всегда_|только_)?по-\\p{L}+ски(?=[,.!]|$)|(?:перестань|прекрати)(?:те)?_\\p{L}+ть|спрашивай(?:те)?_(?:меня_)?(?:перед|прежде)`,
  inside: `никогда_не_(?:${IMPERATIVE})|(?:${IMPERATIVE})_(?:\\p{L}+_)?всегда|(?<=^)ничего_не_(?:${IMPERATIVE})_без_мо|без_мо(?:его|ей)_\\p{L}+_ничего_не|каждый_раз,?_когда_[^,]{1,40}шь_[^,]{1,40},_(?:${IMPERATIVE})|люб(?:ой|ую|ое|ые)_[^,]{1,40}~(?:${IMPERATIVE})|(?:ты|вы)_(?:не_)?(?:долж(?:ен|на|ны))_(?:всегда|никогда)|(?:перед|после)_кажд\\p{L}+_[^,]{1,40}~(?:${IMPERATIVE})|я_(?:же_)?(?:просил|говорил|сказал)а?_(?:тебя_)?(?:не|всегда|никогда)`,
  order: `(?:${IMPERATIVE})|не_(?:${IMPERATIVE})|никак(?:их|ого|ой)`,
  general:
    "кажд(?:ый|ую)_раз|всегда|никогда|каждый_ответ|в_дальнейшем|с_сегодняшнего_дня|без_моего_(?:согласия|разрешения|ведома|подтверждения)|(?:перед|после)_кажд\\p{L}+_(?:ответ|удалени|коммит|шаг|изменени|команд|отправк|установк)\\p{L}*",
  bare: `(?!.*_в_\\p{L}+(?:е|у|ом)[.!]?$)не_(?:${IMPERATIVE})_(?!эт|пока|её|его|их|сейчас)|никак(?:их|ого|ой)_|избегай|перестань|ты_(?:не_)?долж(?:ен|на|ны)|(?:каждое|каждый|каждая|бюджет).{0,40}~долж|у_каждой_\\p{L}+_долж|я_предпочитаю|лучше_переспроси|отвечай_|используй_только|предлагай_только|округляй_кажд|цены_всегда|ничего_не|когда_\\p{L}+ешь|не_(?:больше|более)`,
  limit: "не_(?:больше|более|длиннее|дольше)|короче|максимум|превышать",
  scope: "кажд\\p{L}+|твои|ответ\\p{L}*|резюме|бюджет|должен",
  opener: "и|но|а|также|пожалуйста|ок|тогда|ещё|запомни|важно|правило|ты|вы|мне",
  subject:
    "я(?!_хочу,_чтобы)|мы|он|она|оно|они|это|что|кто|почему|как|где|у_меня|у_нас|был\\p{L}*|есть",
  excluded:
    "эт(?:от|у|о|и|ой|ого|ом|их)_(?!проект|репозитор|чат|бесед)\\p{L}+|до_(?:понедельник|вторник|сред|четверг|пятниц|суббот|воскресень)\\p{L}+|не_забудь(?:те)?(?!,)|на_этот_раз|если_хочешь|сейчас|сегодня|завтра|не_(?:волнуй|беспокой|пережива)\\p{L}*|пока|ещё_не",
  revoked:
    "забудь(?:те)?|(?:игнорируй|отмени)\\p{L}*_(?:это|.{0,30}~(?:правил|требовани|ограничени|запрет)\\p{L}*)|больше_не_(?:действует|нужн[оаы]|надо|обязательно|требуется)|не_(?:нужно|надо|обязательно)_больше",
  permitted: "можно|можешь|можете|разреш(?:ено|аю|ается)",
};

/** What the assistant does, after a word of duration. */
const ASKED =
  "(?=[^。]{0,40}(?:给我|你|请|不要|不准|别(?![人的处名])|都要?[用写]|都要|先(?:问|给|跟我|让我|列)))";

const CHINESE: RuleSigns = {
  lasting: `从现在(?:起|开始)(?=[^。]{0,40}(?:用|按|给我|你|请|不要|别|一律|先))|从今(?:以后|往后|天(?:起|开始))${ASKED}|(?:^|[，。,；])(?:另外|还有|那|对了|请)?以后(?!再|有|可能|会|我们?[想要会])${ASKED}|今后(?![三几两]|的)${ASKED}|一律(?=不要|不准|别|用|写)|凡是(?=[^。]{0,40}(?:给我|你|请(?!假)|问我|告诉我))|除非我(?:说|要求|告诉|同意|让你)|(?:后面|之后|以后)的?[^，。]{0,4}也(?:都)?(?:按[这上]|这样)`,
  asked: "",
  opening:
    "永远(?:不要|别|不准)|(?:不要|别)再(?:用|加|写|给我|说)|叫我(?![去来做写改帮怎如说不])|用[^，。]{1,8}称呼我|(?:请)?用[英中日法德俄][文语](?:回答|交流)(?=[，。,！!]|我|$)",
  inside:
    "每次(?:你|给我|回答|回复)[^。]{0,20}(?:都|先|要|必须|不要|最多|注明)|你(?:给我的|写的|的)(?:每[^，。]{1,4}|所有|回答|回复|代码)[^，。]{0,8}(?:都要|不要|必须|最多)|我(?:说过|告诉过你)(?:不要|别|要)|每次[^，。]{1,12}(?:告诉|通知|先问)我|请(?:始终|总是)|(?<=^)没(?:有|经)?我的?[^，。]{1,6}，?[^，。]{0,8}(?:不要|不能|不准|不得|别)|(?:之前|前)[^，。]{0,4}(?:都要|必须)?先问我",
  order: "$.",
  general: "$.",
  bare: "不要(?!紧|这|那|现在|先|它|他|写?太|用[这那])|别(?:再|动|用)|不得|不准|禁止|避免|务必|必须(?![^。]*才)|一定要|绝对?不(?:要|准|得|许|能)|始终(?:用|先|保持)|只(?:用|推荐)|[^，。你我他说]{2,12}(?:(?<=里|中|之前)不要|之前必须|要(?:注明|有|写)|都要(?:用|写|有|加|注明)|都保留|之前都?要)|我(?:更喜欢(?!第)|宁愿)|没有我的",
  limit: "不(?:多于|[能可得要应]?超过)|最多|至多|控制在|以内",
  scope: "每|所有|回答|回复|摘要|总结|预算",
  opener:
    "请|你|您|并且?|而且|也|但是?|然后|好的?|谢谢|记住|注意|重要|规则|都|还|千万|所以|要|最好",
  subject:
    "我(?!的|更|偏|宁|说过|告诉|倾|不希望|不想|希望你|要你|们)|他|她|它|用户|系统|程序|机器人|页面|为什么|怎么|什么|谁|哪",
  excluded:
    "这(?!里|边|样|么|种|个(?:项目|仓库|对话))|那[一个段张条]|周[一二三四五六日]|今[天晚](?!起|开始)|明天|下[周次]|现在(?!起|开始)|别忘|担心|没关系|不要紧|要不要|能不能|是不是|可不可以|这次|暂时|先不|还没|客气",
  revoked:
    "忘(?:掉|记|了)|(?:取消|忽略|撤销)(?:这|那|之前|刚才|[^，。]{0,12}(?:规则|要求|限制|说))|作废|不用再|不用[^，。]{2,10}了|不必|不需要(?:再|[^，。]{0,12}了)|无需",
  permitted: "可以[^，。]{0,30}了|(?:可以|能)(?:再|重新|又|恢复)|允许你?[^，。]{0,20}了",
};

const REQUEST =
  "(?:て|で)(?:ください|下さい|ほしい|欲しい|くれ|ね|。|$)|(?:こと|ように|なさい|お願い(?:します|いたします)?|しろ|せよ)(?:。|$)";

const JAPANESE: RuleSigns = {
  lasting: `これから(?:は[^。]{0,60}(?:${REQUEST})|ずっと)|今後(?!の(?!返信|回答|説明|メール|コード)|どう|とも)(?![^。]*(?:よろしく|文を|追記|伝え|案内|どうすれ))[^。]{0,60}(?:${REQUEST}|とします)|以降は[^。]{0,60}(?:${REQUEST})|(?<=^|、)以降の[^。]{1,20}は[^。]{0,40}(?:${REQUEST})|どんな場合も[^。]{0,60}(?:${REQUEST})`,
  asked: "",
  opening: "$.",
  inside: `(?:いつも(?!お世話|ありがと|通り|見|使っ)|毎回(?!の))[^。]{0,60}(?:ください|お願いします)|たびに[^。]{0,40}(?:ください|お願いします)|常に[^。]{0,30}(?:答え|回答|返信|書い)て(?:ください|。|$)|(?:決して|私の許可なし)[^。]{0,40}(?:ないで|ないように|ないこと|いけません)|と言った(?:はず|よね)|と呼んで(?:ください|。|$)|もう[^。]{1,30}(?:使わ|書か|付け|入れ)ないで|[日英中]本?語で(?:答え|回答(?!する))[^。]{0,8}(?:${REQUEST})`,
  order: "$.",
  general: "$.",
  bare: `[^。]{0,60}(?:(?:前に|とき(?:は|、)|場合(?:は|、))[^。]{0,60}(?:${REQUEST})|必ず[^。]{0,60}(?:${REQUEST})|絶対に[^。]{0,40}(?:ないで|ないようにして|ないこと)|(?:だけ|のみ)[をで][^。]{0,40}(?:${REQUEST})|数値[^。]{0,60}(?:${REQUEST})|(?:使わ|触ら|[らさかまし]|入れ)ないで(?:ください)?。?$|(?:て|で)は(?:いけ|なら)|なければなり|やめて|避けて|(?<!彼女は.{1,9})ほうが(?:好|いい)|ないように。?$|禁止です|承認が必要です|好みです)`,
  limit: "以内|以下|まで|最大|上限|超えて",
  scope: "返信|回答|要約|一回|予算",
  opener: "$.",
  subject: "私は|僕は|俺は|彼|彼女|なぜ|どうして|何を",
  excluded:
    "今は|今日|明日|今週|来週|(?:[一二三四]\\p{Script=Han}|つ)目|別の|この(?!プロジェクト|リポジトリ)|と(?:言[うっわ](?!たはず|たよね)|書いてあ)|と[^。]{1,10}に書いて|心配しないで|気にしないで|忘れないで|遠慮しないで|今回は|まだ(?!も)|違いない|か[。？?]?$|ことがない",
  revoked:
    "忘れて(?:ください|下さい|。|$|いい)|取り消し?[てま]|(?:ルール|指示|制限)[^。]{0,60}無視して|撤回|解除|(?:必要は?|なくて)(?:ありません|ない|もう|も?(?:いい|良い|大丈夫))|もう(?:不要|いりません|いらない)",
  permitted: "(?:ても|でも)(?:いい|良い|よい|大丈夫|構|かま)",
};

/** The signs of all languages, by their script. */
export const SIGNS: Readonly<
  Record<"latin" | "cyrillic" | "chinese" | "japanese", readonly RuleSigns[]>
> = {
  latin: [ENGLISH, GERMAN, FRENCH, SPANISH],
  cyrillic: [RUSSIAN],
  chinese: [CHINESE],
  japanese: [JAPANESE],
};
