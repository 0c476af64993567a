/**
 * The words by which a language marks a statement as a rule. Each value is a part of a regular expression for text in
 * lower case. `_` is a space, `~` the start of a word, `@` one of `work`, `#` one of `order`. Except in Chinese and
 * Japanese, whole words are matched.
 */
export type RuleSigns = {
  /** Common words of the language, which tell it from others of the same script. */
  readonly words?: string;
  /** Words of duration. A statement with one is a rule, unless its clause is about someone else than the assistant. */
  readonly lasting: string;
  /** One of these is in a statement with a word of duration, or its clause does not concern the assistant. */
  readonly asked: string;
  /** A rule at the start of a clause, or after an `opener`. */
  readonly opening: string;
  /** A rule, unless a `subject` is before it in the clause. */
  readonly inside: string;
  /** Orders and prohibitions. At the start of a clause they are a rule if the sentence has a `general` word. */
  readonly order: string;
  /** Words of generality. */
  readonly general: string;
  /** A rule if there is a number next to it, and the sentence has a `scope`. */
  readonly limit: string;
  readonly scope: string;
  /** What the assistant makes again and again. `@` in other values. */
  readonly work?: string;
  readonly opener: string;
  /** Subjects other than the assistant, and verbs of statements. */
  readonly subject: string;
  /** Idioms, and words of one time or one thing. A sign in their clause or after it states no rule, unless it is lasting. */
  readonly excluded: string;
  /** Revokes a rule. */
  readonly revoked: string;
  /** Allows something, or makes it optional. */
  readonly permitted: string;
};

const ENGLISH: RuleSigns = {
  words:
    "the|an|of|and|is|are|it|you|your|my|for|with|don['’]?t|do|not|please|we|i|be|that|this|when|if|use|from|to|or|in|on|at|by|as|all|so|now|just|no|me|more|than|any|every|never|always|only|should|must|without|before|after|keep|prefer|stop",
  lasting:
    "until_further_notice|from_(?:this_point|now|here|today|tomorrow)_on|(?<=^)going_forward|going_forward(?=[,.!]|$)|(?:unless|until)_(?:i_(?:say|ask|tell)|told|stated)(?:_otherwise)?|for_the_rest_of_(?:this|the|our)_(?:chat|conversation|session|project)|let['’]?s_agree(?:_that|(?=:))",
  asked: "please|pls|you|your|no|never|always|only|should|must|want|i['’]d_like|show|#",
  opening:
    "(?:ask|tell|warn|show)_(?:me_)?(?:first_)?before_(?!\\p{L}+ing_(?:it|this|that))\\p{L}+|(?:ask|tell|warn)_me_(?:first(?=[,.!]|$|_if)|if|when)|stick_to(?!_(?:it|that|option|the))|(?:always|never)(?!_(?:\\p{L}+(?:ing|ed|[^s]s)|an?|the|this|that|on|in|at|for|from|to|with|when|if|because|remember|thought|good|great|seen|saw|heard|had|did|got|went|came|knew|there|ran|found|took|gave|been|again(?=,)|ever_seen|see|look|once|mind|better|nice|happy|so|too|more|really|quite|fun)(?!\\p{L}))(?=_\\p{L})|(?:don['’]?t|do_not)_(?:(?:touch|edit|modify|change|alter|overwrite|break|push|deploy|run)(?!_(?:anything|it|them|this|that)(?!\\p{L}))|(?:ever_)?(?!(?:know|have|see|understand|think|really|need|remember|get|forget|care|disturb|create|worry|be|mind|hesitate|bother|beat|rush|tell|trigger)_|(?:i|you|we|they)(?!\\p{L}))\\p{L}+(?!_(?:\\p{N}|(?:it|this|that|these|those|them|him|her|me|us|too|so|an|up|yourself|anything_else|the_(?:\\p{L}+_){0,2}\\p{L}+(?<!s)(?:_(?:to|for|again|in_the).*)?(?=[.!,]|$))(?!\\p{L}))|[^,]*~(?:in|for|from)_the_(?!project|repo|code)\\p{L}+(?<!s)(?=[.!,]|$))(?=_))|do_not,|all_\\p{L}+s_in_\\p{L}+_please|avoid(?!_(?:the|this|that|it)_)|(?:stop|quit)_(?!sending)\\p{L}+ing(?!_(?:the|this|that|it)(?!\\p{L}))|only_(?:use|quote|suggest|cite|touch|edit|query|post|recommend|show|give|answer|reply|translate)|no_\\p{L}+ing(?=[,.]|$)|no_(?!(?:one|way|idea|worries|problems?|need|needs|thanks|doubt|changes|errors|issues|questions)(?!\\p{L}))(?:\\p{L}+_){0,3}\\p{L}+s(?=(?<=^(?:\\p{L}+_){0,5})(?:[,.!]|$)|_(?!in_the_\\p{L}+(?<!s)(?:[,.!]|$|_please))(?:please|pls|in|for|without|before|after|of|or|anywhere|unless|ever|with|over|longer))|no_(?:\\p{L}+_){1,3}(?:in|for|without|before|after|please|pls)|be_(?:brief|concise|terse|honest)|keep_(?!me|it|them|this|that|going|up|the_(?:\\p{L}+_)?(?:mail|email|text|letter|title|post)|\\p{L}+ing).{1,40}~(?:in|short|brief|concise|formal|simple|unchanged|as_is|under|below|out_of)|keep_(?:the_(?:original|existing|same)|my)_\\p{L}+(?:_\\p{L}+)?(?=[.!,]|$)|use_(?:the_)?\\p{L}+_(?:spelling|notation|units|tone|wording|quotes|language|system)|(?:answer|reply|respond|speak|talk)_(?:(?:to_)?me_)?(?:only_)?in_(?:\\p{L}+(?:sh|nch|man|ese|ian)(?=[,.!]|_please|$)|plain|simple)|call_me(?!_(?:when|back|if|at|on|later))|prefer(?!_not_|_(?:the_)?\\p{L}+_one)|(?:(?:all|every|each|any|your|no)_(?!(?:i|you|we|they|it|time|users?|customers?)_)|\\p{L}+thing_).{0,60}~(?:should|must|needs(?:_to)?|need_to|ha(?:s|ve)_to|belongs)|(?<=^)(?!but_|and_|so_|the_|these_|those_|some_|my_)(?:\\p{L}+_){0,2}(?!users|customers|guests|members|this|its)\\p{L}{2,}s_(?:should|must|have_to|belong)(?!_(?:have|already|now|see))|we_(?:use_\\p{L}+_not|say|don['’]?t_\\p{L}+_\\p{L}+_(?:here|in_this))|(?:\\p{L}+_){1,3}(?:everywhere|only(?=,?_please|_pls|[.!]?$))(?:_please)?(?=[,.!]|$)",
  inside:
    "(?<=^(?:please_)?(?:use|write|sign|say|call)_(?!an?_)[^,]{1,40},_)not|(?:always|never)_#(?!\\p{L})|wait_for_my|(?:any|every|each)_time_you_[^,]{1,80}(?:,|_also)(?=_#(?!\\p{L}))|(?:whenever_i|(?:if|when(?:ever)?)_(?:an?|any|some|something|anything|you['’]re_not_sure))_[^,]{1,60},(?=_(?:#|flag|stop|take|skip|look)(?!\\p{L}))|you['’]?(?:_are|re)_(?:not|never|only)_(?:allowed|to)|you_(?:must|shall)(?!_(?:be|have|feel|love|know|miss|dig|\\p{L}+_(?:this|that|it)(?!\\p{L})))|you_(?:should|must|may)(?:_not|n['’]t)(?!_have)|you_(?:should|have_to|need_to|may|are_to|will)_(?:always|never|only|ask|prefer)(?!_(?:have|be_able|need))|i(?:_want|_need|_expect|['’]d_like|_would_like)_you_to_(?:be|stop|only|reply|always|never|strictly|challenge|keep|\\p{L}+_(?:every|each)(?!_\\p{L}+_in_this))|i_(?:(?:really|strongly|always)_)?prefer(?!_(?:the|to)(?!_be_called|_have|_see|_get|_receive|_read))|i(?:['’]d|_would)_(?:(?:really|much)_)?(?:prefer|rather)_(?:(?:that_)?you|have_(?!the)\\p{L}+_\\p{L}+s|\\p{L}+s)(?!_(?:option|version))|i_(?:don['’]?t_)?want_(?:every|any|no)|i['’]?(?:_have|ve)?_(?:(?:told|asked)_you_to_(?:always|never|not|stop)|(?:said|told_you|asked_you)_(?:not|never|always|no(?!_to)))|always_to_be|i['’]d_like_to_avoid|when(?:ever)?_i_(?:say|ask|tell|give|send|share|type|paste|write)_.{0,80},|(?:when|whenever|before|after|if|unless|until|as_soon_as)_you_(?!\\p{L}+ed_|(?:are|get|have|can|could|would|want|like|need|find|think|see|start|begin|click|press|hover)(?!\\p{L})|['’]re|(?:\\p{L}+_)?(?:it|them|that|this|there)(?!['’\\p{L}])|\\p{L}+_(?:it|them|that|this|there|the|any_of)(?!['’\\p{L}]))\\p{L}.{0,120},(?=_#(?!\\p{L})|_i_want_)|for_(?:every|each|any(?:thing)?)_.{1,60}~(?:give_me|show_me|tell_me|cite|ask_me|mention)|(?:in|for)_(?:whatever|everything|anything)_you_(?:write|make|send|draft)|no_[^,]{1,80}~in_(?:any_of_(?:these|them)|your_\\p{L}+s)|(?<=[,.]_)(?:everywhere|always|ever|all_the_time)(?=[.!]?$)|(?:treat|cite|round|limit|explain|quote|sign|keep)_[^,]{0,60}~(?:every|each|any)|and_nothing_else",
  order:
    "use|write|convert|keep|make_sure|ask|treat|call|end|give|cite|round|speak|translate|mention|mark|explain|follow|tell|say|wait|sign|ensure|limit|answer|reply|respond|label|name|quote|put|add|show|include|push|drop|delete|invent|assume|guess|touch|change|commit|start|begin|check|run|remove|deploy|send|share|edit|rename|install|summari[sz]e|rewrite|update|avoid|choose|promise|describe|flag|please|(?:don['’]?t|do_not)(?!_\\p{L}+_(?:it|this|that|them)(?!\\p{L}))",
  general:
    "always(?!-|_\\p{L}+(?:ed|ing)(?!\\p{L}))|never(?:_ever)?(?!_(?:\\p{L}+ed|\\p{L}{3,}[^s]s)(?!\\p{L}))|(?:every|each)_time(?=[.!]|$)|as_a_(?:general_)?rule|in_(?:general|(?:the_)?future)(?=_please|_just|[,.!]|$)|at_all_times|when_in_doubt|whenever|everywhere|under_(?:no|any)_circumstances|(?:before|after|in|with|at_the_(?:end|start)_of)_(?:each|every|any|all)_(?:your_)?(?:\\p{L}+_)?@(?!_(?:of|in|that)(?!\\p{L}))|(?:for|in)_(?:all_)?future_@",
  limit:
    "at_(?:the_)?most|(?:no|not|never)_(?:more|longer|less|fewer)_than|max(?:imum)?|under(?=_\\p{N})|below|exceed",
  work: "answers?|repl(?:y|ies)|responses?|messages?|commands?|commits?|suggestions?|e?-?mails?|exercises?",
  scope:
    "responses|messages|per(?!_(?:minute|second|day|page|night|person|week|month))|you_may|must|line_length|every|each|my_(?:limit|budget|maximum)|answers|replies|summaries",
  opener:
    "and|but|also|so|in_general|generally|please|ok|then|just|again|remember|note|important|rule|yes|hey|oh|btw|pls|can_you|could_you",
  subject:
    "i(?!_(?:want|need|expect|would_like)_you)|we|it|they|he|she|this|there|who|what|which|how|why|where|did|does|has|had|is|was|were|am|i['’](?:m|ve|ll)|(?:it|that|there|what)['’]s|(?:we|they)['’](?:re|ve|ll)",
  excluded:
    "(?:this|just)_(?:time|once|one)|right_now|(?:for|at)_(?:now|the_moment)|in_the_(?:title|header|footer|text|script|file|table|letter|e?mail|speech)(?!_\\p{L}+s)|when_(?:an?|the)_(?:user|customer|client)|(?:in|for|on|at|to|with|from|of)_(?:this|these|those|that)_(?!project|repo|chat|conversation|session|team|company|codebase|repository|workspace|machine)\\p{L}+|until|till|yet|today|tonight|tomorrow|next_(?:week|month|time|year|one|step)|let['’]?s_(?!agree)|though|after_all|not_sure|now(?=[.!]?$)|must_have_(?:been|\\p{L}+ed)|(?<=^(?:please_)?(?!keep_)\\p{L}+_)(?:it|them|this|these|those)(?!['’\\p{L}])|but_(?:some|it|they|there|s?he)|(?<=^)just_\\p{L}+(?=,)|while_(?:the|this|that|it)|(?<=,_)(?:just|only_the)|(?:ask|tell|send|give|write)_(?:her|him|them)|(?<!(?:can|could)_)you_(?:never|always)",
  revoked:
    "(?<=^(?:\\p{L}+_){0,3}|[,.;:]_(?:\\p{L}+_)?)forget(?:_about)?_(?:that|the|what|about|my|it)|forget_(?:that|it)(?=[,.!]|$)|(?:ignore|scratch|drop|cancel|disregard|lift)_(?:that(?=[,.!]|$)|.{0,30}~(?:rule|instruction|limit|restriction|ban|requirement|preference|i_said|i_told_you))|never_?mind|no_longer_(?:applies|apply|valid|necessary|needed|required|have_to|needs?_to)|no_(?:more_)?need|(?:don['’]?t|do_not)_(?:have|need)_to|isn['’]?t_(?:necessary|needed|required)",
  permitted:
    "you_(?:may|can|are_allowed_to)(?:_(?:now|also|again|stop))*|feel_free_to|(?:is|are|it['’]s)_(?:now_)?(?:fine|ok|okay|allowed)(?:_(?:now|again))?|(?:back_to|go_ahead_and)|(?:any_?more|any_longer|again)(?=[,.!]|$)",
};

const GERMAN: RuleSigns = {
  words:
    "der|die|das|den|dem|eine?[mnrs]?|und|ist|sind|in|an|nicht|ich|du|sie|wir|mit|pro|für|von|auf|bei|im|zu|zum|bitte|immer|nie|keine?[mnrs]?|nur|oder|als|wenn|mir|mich|deine?[mnrs]?|meine?[mnrs]?|jede[mnrs]?|auch",
  lasting:
    "ab_(?:jetzt|sofort|nun)|von_(?:jetzt|nun)_an|bis_auf_weiteres|in_zukunft_bitte|bitte_(?:\\p{L}+_){0,3}in_zukunft|(?:generell|grundsätzlich)(?=:)|für_(?:alle|jede[rsmn]?)_.{0,60}~gilt(?=:)|auch_(?:später|künftig)_nicht|(?<=ich_(?:will|möchte)(?!\\p{L})[^.]{0,20})in_zukunft|alles,?_was_du|überall(?=_(?:im|in|mit|als))|ab_heute",
  asked: "bitte|du|dir|dein\\p{L}*|nicht|nie|immer|nur|alles?|ich_will|im|#",
  opening:
    "immer_(?:bitte|nur)|(?:duz|siez)en?_(?:mich|sie_mich)|(?:sprich|rede|sprechen_sie|reden_sie)_mich_.{1,30}~an|nenn(?:e|en)?_mich|hör\\p{L}*_(?:bitte_)?auf,?_(?:\\p{L}+_){1,6}zu|(?:antwort\\p{L}*|sprich|sprechen_sie|erklär\\p{L}*)_(?:mir_)?(?:bitte_)?auf_\\p{L}+sch(?=[,.!]|$)|(?:schreib|kommentier)\\p{L}*_(?:alles|\\p{L}+e[nr]?)_.{0,20}~auf_\\p{L}+sch|bitte_[^,]{1,40}~(?:nicht|keine?n?)_(?:\\p{L}+_)?mehr|wir_(?:duzen|siezen)|bei_uns_(?:heißt|gilt|wird_gesiezt|wird_geduzt)|(?<=^)(?!wir_|sie_|alle_|die_|benutzer|nutzer|kunden_|mitarbeiter)\\p{L}{4,}_(?:sollen|dürfen|müssen)(?!_(?:sich|noch))|nie(?!_(?:wieder|vergess\\p{L}*|ohne)(?!\\p{L}))|keine_(?!(?:ahnung|probleme?|sorgen?|angst|fragen?|zeit|fehler|treffer|ursache)(?!\\p{L})|\\p{L}+_(?:ist|war|hat|sind|waren|haben|geht)_)(?:\\p{L}+en_)?\\p{L}+(?=[.!]?$|_(?:bitte|in(?!_de[rm]_)|auf|ohne|mehr|bei|für|als)|,)|kein_\\p{L}+_(?:ohne|bitte|in(?!_(?:de[rmn]|diese\\p{L}*)_))|(?:nutz|verwend|benutz|mach|nenn|schreib|erwähn|schick|lösch|änder|füg|installier|erfind)\\p{L}*_(?:bitte_)?(?:kein\\p{L}*|nichts)(?=_)|vermeide[nt]?|lass(?:t|en_sie)?_(?:die|diese)_\\p{L}+(?:en|s)(?:_und_[^,]{1,40})?_weg",
  inside:
    "(?<=^(?!dann|schon|können|einen|weiter|diese|aber)\\p{L}{3,}(?:en|er|s|e)_(?:immer_)?)bitte_(?:immer|nur|nie|nicht|kein\\p{L}*|vermeid\\p{L}*|höchstens|maximal|unter|auf_\\p{L}+sch|im|ohne|mit)|(?<=^\\p{L}+_\\p{L}+s_)bitte_auf|wir_(?:\\p{L}+_)?hier_(?:nie|immer|nur|kein\\p{L}*)|frag\\p{L}*_mich_zuerst|(?:wenn|falls|sobald|bevor)_(?:du_(?![^,]{0,60}~(?:fertig|willst|magst|kannst|hast|siehst|findest|brauchst)(?!\\p{L}))|eine?_|etwas_)[^,]{1,80},(?=_(?:bitte_)?#(?!\\p{L})|_(?:lauf|halt))|wenn_ich_(?:dir|sage|schreibe|frage)_[^,]{1,60},|(?:dein\\p{L}*_\\p{L}{4,})_nicht_mit|jede[rs]?_(?:neue[rs]?_)?\\p{L}+_(?:braucht|bekommt)|(?:du|sie)_(?:musst|müssen|sollst|sollen|darfst|dürfen)(?!_(?:jetzt_|erst_|nur_|noch_|sich_)?(?:den|das|die|dem|dich|uns|vorher|zuerst|müde|jetzt|noch)(?!\\p{L}))|(?<=^)(?:jede[rsmn]?|alles?|dein(?:e[nmrs]?)?|kein(?:e[nmrs]?)?)_.{0,80}~(?:muss|müssen|soll|sollen|darf|dürfen)(?!_(?:sich|noch))|(?:dürfen|sollen)_.{0,60}~(?:nie|niemals|auf_keinen)|ich_(?:bevorzuge|ziehe_.{1,60}~vor|mag_lieber|will_(?:bei_)?kein\\p{L}*|möchte_kein\\p{L}*)|hätte_ich_(?:bitte_)?immer|mir_ist_(?:lieber|wichtig)|ohne_(?:mein\\p{L}*_(?:ok|okay|zustimmung|freigabe|erlaubnis|wissen)|mich_[^,]{0,20}fragen|freigabe|rückfrage|erlaubnis|zustimmung)|(?:jedes_mal|immer),?_wenn_du[^,]{1,80},|(?<=^(?!\\p{L}+ha))(?:vor|bei|zu)_jede[rm]_\\p{L}+_(?:die|bitte|will|den)|(?:rund|zitier|erklär|nenn|unterschreib|begründ)\\p{L}*_[^,]{0,40}~jede[nmrs]?|bitte_(?:\\p{L}+_){0,3}immer(?!_(?:noch|wieder|mehr))|(?<=^(?:\\p{L}+_)?\\p{L}{3,}(?:en|er|s|e|ng)_)(?:immer|grundsätzlich|stets)_(?:im|in|mit|als|auf|per|ohne)|(?<=,_)(?:immer|und_zwar_jedes_mal)(?=[.!]?$)",
  order:
    "bitte|(?:unter)?schreib(?:e|en_sie)?|(?:antwort|nenn|verwend|nutz|benutz|mach|zeig|sag|frag|füg|erklär|prüf|zitier|erwähn|beend|formatier|übersetz|setz|stell|leg|schick|fass|lösch|änder|markier|formulier|vermeid|bleib|verschick|begründ|halt|schlag|entscheid|plan|rühr|geh|rund|rechn|veränder)(?:e|en_sie)?|gib|nimm|sprich|lass|achte|kein(?:e[nmrs]?)?|nichts|nix",
  general:
    "nicht(?:_mehr)?(?:_an)?(?=[,.!]|$)|ausschließlich|nie(?!_vergess)|niemals|immer(?!_(?:noch|mehr|wieder))|durchgehend|(?:vor|nach|bei|in|zu|an|mit)_jede[rmn]_(?:\\p{L}+_)?@(?!_(?:in|im|de[rs])(?!\\p{L}))|nur(?!_(?:den|die|das|dem|noch|bis|\\p{N}|wenn|kurz|mal|welche|was|wie|ob|wo))|künftig|in_zukunft|im_zweifel|grundsätzlich|generell|auf_keinen_fall",
  limit: "höchstens|maximal|unter|nicht_(?:mehr|länger)_als|nie_länger_als",
  work: "antwort|befehl|schritt|nachricht|änderung|commit|vorschlag|e?-?mail|zahl|aufgabe|beispiel|lösch\\p{L}*",
  scope: "jede[rsmn]?|alle|pro|schreib|antworten|eine_zusammenfassung|budget",
  opener:
    "in_diesem_(?:projekt|repo)|und|aber|also|auch|bitte|ok|dann|merk_dir|wichtig|regel|du|sie|ihr",
  subject:
    "ich|wir|er|es|man|das|dies|was|wer|wie|warum|wieso|weshalb|wo|hat|habe|haben|hatte[nt]?|ist|sind|war(?:en)?|bin|wird|wurde[n]?|der|weiß|hab|kann|verstehe|sehe|finde|brauche|kenne|glaube|denke|konnte",
  excluded:
    "(?<!nie_)(?:im|in_der)_(?!zweifel|voraus|iso|format)\\p{L}+|(?<!lass_)dies(?:e[rmns]?)?_(?!projekt|repo|chat|gespräch|team|firma)\\p{L}+|erst_?mal|(?<=^)jetzt|noch_(?:eine?n?|zwei|mal|nicht|nie|kein\\p{L}*)|gerade|heute(?<!ab_heute)|morgen|diesmal|vorerst|bis_\\p{L}+tag|(?:sag|schreib|frag|antworte|schick|gib)_(?:ihm|ihr|ihnen)|vergiss_nicht|(?<=,_)nur_(?:am|an|im|de[nmr]|die|das)|(?<=^(?:bitte_)?\\p{L}+_)(?:das|es|ihn|sie)(?!\\p{L})",
  revoked:
    "vergiss(?!_nicht)|vergessen_sie|(?:ignorier\\p{L}*|streich\\p{L}*)_(?:das|.{0,30}~(?:regel|vorgabe|anweisung|grenze|limit|verbot))|gilt_(?:ab_jetzt_)?nicht_mehr|aufgehoben|(?:musst|brauchst|müssen|brauchen)_.{0,60}~(?:nicht|keine?n?)_(?:.{0,20}_)?mehr|nicht_mehr_(?:nötig|notwendig|gültig)",
  permitted:
    "(?:du|sie)_(?:darfst|kannst|dürfen|können)|(?:darfst|kannst|dürfen|können)_(?:du|sie|.{0,40}~wieder)|(?:ist|sind)_(?:(?:jetzt|wieder)_)*(?:erlaubt|ok|okay|in_ordnung)",
};

const FRENCH: RuleSigns = {
  words:
    "le|la|les|l|des|du|une?|et|est|je|tu|il|on|nous|vous|ne|n|pas|que|qu|de|d|pour|avec|dans|en|sur|au|aux|ce|mon|ma|mes|tes|toujours|jamais|sans|chaque|si|me|m|t|se|plus|avant|c|qui|par",
  lasting:
    "à_partir_de_(?:maintenant|demain)|jusqu['’]à_nouvel_ordre|sauf_si_je_(?:te_|vous_|l['’]|le_)+(?:dis|demande|précise)|(?<!pour_|~bien_|aime_)tout_ce_que_(?:tu|vous)_(?:me_|m['’])?(?:propos|écri|donn|rédig|envo)\\p{L}+|(?:désormais|dorénavant|à_l['’]avenir|à_partir_d['’]aujourd['’]hui)",
  asked: "tu|te|tes|vous|vos|stp|svp|tout|toutes|moins|vas-y|#",
  opening:
    "(?:ne_|n['’])(?!arrive)(?:me_|m['’]|l[ae]s?_)?\\p{L}+_(?:plus_)?jamais|ne_(?!(?:l[ae]s?|lui|leur|te|t|vous|se)_)(?:me_|m['’])?\\p{L}{2,}(?:e|s|ez)_(?:pas|rien|qu[e'])(?!_(?:encore|d['’]autre|l[ae]_(?!nom|dossier))(?!\\p{L}))|ne_touche[zr]?|toujours_une?|n['’](?!oublie|hésite)\\p{L}+(?:e|ez|is)_(?:pas|rien|aucun)|(?<=^)(?:les|tes)_(?!utilisateurs|clients)\\p{L}+[sx](?:_\\p{L}+s)?_(?:doivent|ne_doivent)|il_est_interdit_de|attend\\p{L}*_mon_accord|(?<=^)(?:les|tes)_\\p{L}+_toujours|(?:tutoie|vouvoie|tutoyez|vouvoyez)[sz]?-moi|(?:répond|parl|expliqu)\\p{L}*(?:-moi)?_(?:\\p{L}+_)?en_\\p{L}+(?:ais|and|ol|ien)(?=[,.!]|_stp|_svp|_même|$)|(?:écri|rédig|comment)\\p{L}+_.{0,40}~en_\\p{L}+(?:ais|and|ol)|arrêtez?_de(?!_me_faire)|évite[zr]?(?!_de_(?:l|trop)|.*~dans_l[ea]_)|pas_(?:de_(?!(?:problème|souci|panique|chance|jargon_?,)s?)|d['’])\\p{L}+(?:_d['’]\\p{L}+)?(?=[.!]?$|_(?:de_plus|stp|svp|s['’]il|dans_les|sans|avec|aux?|non|nouvelle?)|,)|appelle(?:z)?-moi|demande(?:z)?-moi_(?:toujours_|d['’]abord_)*(?:si|avant_d(?:e_(?!l[ae]s?_)\\p{L}+|['’]\\p{L}+))",
  inside:
    "(?:quand|lorsque|dès_que)_(?:tu|vous)_(?!(?:as|avez|auras|aurez|peux|pouvez)(?!\\p{L}))(?:me_|m['’])?\\p{L}+_[^,]{1,60},(?=_(?!(?:je|il|elle|on|ça|les?|la|ce|tu|vous)_|[lc]['’]))|(?:quand|si)_(?:une?|quelqu\\p{L}*)_[^,]{1,60},(?=_(?!(?:il|elle|les?|las?|on|je|ça|ce|un|une)_|[lc]['’]))|chaque_fois_que_(?:tu|vous)_[^,]{1,60},(?=_#(?!\\p{L}))|avant_de_[^,]{1,60},_(?:demande|préviens|consulte|montre)|merci_de_(?:ne|toujours)|il_ne_faut_en_aucun|(?<=,_)toujours(?=[.!]?$)|pour_tou(?:te?s?)_(?:les?|la|tes|vos)_[^,]{1,30},(?=_#(?!\\p{L}))|ici_on_ne_\\p{L}+_(?:jamais|pas)|(?:tu|vous)_(?:ne_)?(?:dois|devez)(?!_(?:\\p{L}+_(?:l[ae]|ce|cette)|être|avoir)_)|(?:chaque|tou(?:te?s?(?!_d['’]abord)|s)|tes|vos|aucune?)_(?:(?!_(?:on|je)_).){0,80}~(?:doi(?:t|vent))|je_(?:préfère|préférerais)(?!_(?:la|le)_(?:deuxi|premi|second|version|option))(?=_)|je_ne_veux_(?:plus|(?:pas|jamais)_(?:que|être_\\p{L}+é|d.{0,200}~(?:tes|vos|les)))|je_(?:veux|voudrais)_que_(?:tu|vous)_.{0,40}~(?:toujours|jamais|demande\\p{L}*)|(?:arrondi|cite|explique|limite)\\p{L}*(?:-moi)?_[^,]{0,40}~(?:chaque|tes)|sans_(?:mon_(?:accord|aval|autorisation|feu)|m['’]avoir|me_(?:demander|prévenir))",
  order:
    "(?:utilis|répond|écri|met|donn|cit|indiqu|ajout|gard|laiss|demand|vérifi|fai|évit|propos|expliqu|sign|commenc|termin|présent|parl|trait|nomm|arrondi|affich|montr|inclu|précis|prévien|pos|rédig|tradui|limit|envoi|vouvoi|tutoi|restez?_(?:dans|sur)|attend|lanc|chois|convert)(?:e|s|ez|vez|sez|tez|dez|tes|is|i|ds)?(?:-moi|-l[ae]s?|-lui|-leur)*|pas_d(?:e|['’]\\p{L}+)|ne|merci_de",
  general:
    "toujours(?!_(?:pas|rien|l[ae]_même|l['’]ancien\\p{L}*|une_erreur|\\p{N}+)(?!\\p{L}))|jamais(?!_(?:vue?|eue?|lue?|entendue?|été))|systématiquement|en_cas_de_doute|(?:sous|en)_aucun_(?:prétexte|cas)|uniquement|(?:à|avant|après)_chaque_@(?!_d)",
  limit: "au_plus|(?:au_)?(?:maximum|minimum)|(?:pas|jamais)_plus_(?:de|d['’])|moins_de",
  work: "réponses?|messages?|étape|commande|modification|envoi|mails?|proposition|exercice|suppression",
  scope: "chaque|tes|vos|réponses?|par_(?!nuit|personne|jour|mois|semaine|minute)\\p{L}+|budget",
  opener:
    "dans_ce_(?:projet|dépôt)|et|mais|donc|aussi|alors|ok|s['’]il_(?:te|vous)_plaît|rappel|note|important|règle|puis|veuillez|stp|surtout|par_contre",
  subject:
    "je(?!_(?:veux|voudrais)_que)|j['’]\\p{L}+|il|elle|on|nous|ils|elles|ce|c['’](?:est|était)|ça|cela|qui|pourquoi|comment|où|le|la|les|l['’](?!avenir)\\p{L}+|mon|ma|mes|notre|nos|a|est|sont|était|ont",
  excluded:
    "dans_l[ae]_\\p{L}+|n['’]oublie[zr]?_pas|n['’]hésite[zr]?|cette_fois|si_tu_(?:veux|peux|as)|(?<![-\\p{L}])ce(?:t|tte|s)?_(?!projet|dépôt|chat|équipe|qu|n|sont|soit|sera)\\p{L}+|tout_de_suite|(?<=^)maintenant|(?<!d['’])aujourd['’]hui|(?<!de_)demain|t['’]inquiète|pas_encore|jamais_(?:vue?|entendue?|lue?|eue?)|si_jamais|pour_l['’]instant|(?<=,_)juste|avant_(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|midi)",
  revoked:
    "oublie[z]?|(?:ignore|annule)[zr]?_(?:ça|cela|.{0,30}~(?:règle|consigne|limite|interdiction))|ne_s['’]applique_plus|(?:plus|pas)_(?:besoin|nécessaire|la_peine|obligée?)|(?:dois|devez)_plus",
  permitted:
    "(?:tu|vous)_(?:peux|pouvez)|(?:est|sont)_(?:(?:maintenant|de_nouveau)_)?(?:permise?s?|autorisée?s?)",
};

const SPANISH: RuleSigns = {
  words:
    "el|la|los|las|una?|y|es|de|del|no|que|en|por|para|con|mi|mis|tus|se|lo|me|siempre|nunca|sin|cada|al|antes|si|te|cuando|qué|su|le|más|ya|pero|está|hay|ahora",
  lasting:
    "hasta_nuevo_aviso|(?:de|a_partir_de|desde)_(?:ahora|hoy)(?:_en_adelante)?|en_adelante|(?:a_no_ser|a_menos|salvo)_que_(?:yo_)?te_(?:lo_)?(?:diga|pida)|todo_lo_que_(?:me_)?(?:escrib|hag|propon|des)\\p{L}*",
  asked: "por_?fa(?:vor)?|por_favor|te|tus|nada|solo|sólo|tod[oa]s?|menos|#",
  opening:
    "nunca_(?!tienes|puedes|sabes|haces|antes|jamás|problemas)(?:me_|nos_|l[aeo]s?_)?\\p{L}+[ae]s(?=_)|tutéame|trát[ae]me_de|llámame|no_(?!(?:sabes|puedes|tienes|has|estás|eres|ves|entiendes|quieres|vas|funciona|hace|olvides|te)_)(?:me_|nos_)?\\p{L}{2,}(?:[ae]s|éis|áis)(?!_(?:el_\\p{L}+(?=[.,!]|$)|est[ea]|es[ea]|nada(?:_más)?(?=[.!,]|$)|todavía|aún|más(?=[.,!]|$)|were|of|on)(?!\\p{L})|[^,]*~en_(?:el|la)_\\p{L}+[.!]?$)(?=_)|no_quiero_(?:ver|que_me|más)|en_ningún_caso_\\p{L}+[ae]s|(?<=^)(?:los|las)_\\p{L}+s(?:_\\p{L}+s)?_(?:deben|tienen_que|no_deben|nunca_se)|(?:respóndeme|contéstame|háblame)_(?:s[oó]lo_)?en|(?:escrib|coment)\\p{L}*_.{0,20}~en_\\p{L}+(?:ñol|lés|cés|mán)|no_modificar|deja_de_(?:\\p{L}+[aei]r[mt]e|repetir|poner|usar|añadir|disculparte)|evit(?:a|e|ar|en)|nada_de|pregúntame_(?:siempre_|primero_)*(?:antes|si)|prohibido",
  inside:
    "(?:cuando|cada_vez_que|antes_de_que)_(?:me_)?(?!(?:tengas_(?:tiempo|un|el|la)|puedas|quieras|acabes|termines)(?!\\p{L}))\\p{L}+(?:as|es)_[^,]{1,60}?(?=,?_(?:#|no_l[oa]s?|apúnta\\p{L}*|para|ejecuta|dime|ponle)(?!\\p{L}))|(?:si|cuando)_(?:una?|algo|alguien)_[^,]{1,60},(?=_(?!(?:el|les?|las?|los|se|es|hay|un|una|lo)_))|antes_de_[^,]{1,60},?_(?:pregúnta|consúlta|avísa)\\p{L}*|(?:no_)?debes(?!_\\p{L}+_(?:el|la|est[ea])_(?!.{0,60}cada))|está_prohibido|quiero_que_(?:siempre|nunca|me_preguntes)|para_(?:cualquier|tod[oa]s?_l[oa]s?)_\\p{L}+_[^,]{0,40}~(?:usa|utiliza|pon|escribe)|no_(?:l[oa]s?_|me_)?\\p{L}+[ae]s_(?:nunca|jamás)|(?:cada|tod[oa]s?|tus|sus|ningún|ninguna)_.{0,80}~(?:deben?|tienen?_que)|(?:redondea|cita|firma|explíca|explica|limita|unidades)\\p{L}*_[^,]{0,40}~cada|(?:en|para)_tod[oa]s?_(?:tus|l[oa]s?)_\\p{L}+(?:_que_[^,]{1,20})?(?=,?_#(?!\\p{L}))|tienes_que_pedir\\p{L}*|prefiero(?!_(?:(?:la|el)_(?:segund|primer|versión|opción)|es[ae]|est[ae]))(?=_)|siempre_(?:en|con|por)(?!_(?:casa|la|el)_)|(?<=,_)(?:siempre|nunca)(?=[.!]?$)|espera_mi|sin_(?:mi_(?:permiso|aprobación|autorización|visto)|preguntarme|consultarme|avisarme)|que_no_(?:pasen|pase|superen)_de",
  order:
    "(?:usa|utiliza|responde|respónde|contesta|contésta|escribe|escríbe|pon|da|dá|di|cita|indica|indíca|añade|deja|mantén|pregunta|pregúnta|verifica|comprueba|haz|evita|propón|explica|explíca|firma|fírma|trata|tráta|muestra|incluye|precisa|avisa|avísa|redacta|traduce|llama|redondea|espera|limita|firma|pasa|toca|elige|conviérte)(?:me|nos)?(?:l[aeo]s?)?|no_(?:(?:me|nos)_)?\\p{L}{2,}(?:[ae]s|éis|áis)|nada_de",
  general:
    "siempre(?!_(?:se|igual|(?:el|lo|la)_mism[oa]|error|un_error|\\p{N}+)(?!\\p{L}))|(?:nunca|jamás)|(?:en|antes_de|después_de|con|a)_cada_@(?!_del?)|ningún|ninguna|s[oó]lo_(?!\\p{N}|una?_|el_|la_|l[oa]s_)\\p{L}+|en_el_futuro|en_caso_de_duda",
  limit: "(?:no|nunca)_más_de|(?:como_|al_)?(?:máximo|mínimo)|como_mucho|menos_de",
  work: "respuestas?|mensaje|paso|comando|commit|cambio|correo|propuesta|ejercicio|pregunta",
  scope:
    "cada|tus|respuestas?|correos|por_(?!noche|persona|favor|día|mes|semana|minuto)\\p{L}+|deben?",
  opener:
    "en_este_(?:proyecto|repo)|y|pero|también|por_favor|ok|vale|entonces|luego|recuerda|nota|importante|regla|tú|usted|bien|ah",
  subject:
    "yo|él|ella|ellos|ellas|nosotros|eso|esto|qué|quién|por_qué|porque|cómo|dónde|el|la|los|mi|se|he|ha|han|había|es|son|era|fue|está|hay",
  excluded:
    "en_(?:el|la)_(?!futuro|mism)\\p{L}+|(?:est[ea]s?|es[ea]s?)_(?!proyecto|repo|chat|conversación|equipo|empresa)\\p{L}+|(?<=,_)s[oó]lo_(?:el|l[oa]s?)|no_(?:olvides|te_preocup\\p{L}*)|si_(?:quieres|puedes|tienes)|de_momento|todavía|aún_no|por_ahora|(?<=^)ahora|(?<!(?:de|desde)_)hoy|mañana|siempre_(?:he|ha|es|está|son|hay|el_mismo)|nunca_se_sabe|hac(?:es|e)_clic",
  revoked:
    "olvida\\p{L}*|(?:ignora|cancela)\\p{L}*_(?:eso|.{0,30}~(?:regla|norma|límite|prohibición|instrucción))|ya_no_(?:se_aplica|vale|hace_falta|es_necesario|tienes_que|debes|hay_que|necesitas)|no_hace_falta",
  permitted: "(?:puedes|podéis|puede)|(?:está|están)_permitid[oa]s?",
};

/** Imperatives of what is done again and again, and the few that are as often of one time. */
const IMPERATIVE =
  "(?!сделай|создай|передай|узнай|прочитай|задай|посчитай|отдай|подай|попробуй|давай|случай)(?:\\p{L}{2,}(?:[ая]й|уй)|пиши|говори|ставь|правь|проси|держи|отвечай|тащи|вноси|предложи|спроси|приводи)(?:те)?(?:ся|сь)?";

const RUSSIAN: RuleSigns = {
  lasting:
    "с_этого_(?:момента|дня)|с_сегодняшнего_дня|(?<=^|[,;]_|давай_)на_будущее(?=[:,])|отныне|впредь|давай(?:те)?_договоримся(?=:|,_что)|(?:ни_в_коем_случае|ни_при_каких)",
  asked: "ты|тебя|пожалуйста|давай|показываешь|поменьше|#",
  opening:
    "обращай(?:ся|тесь)_ко_мне|называй(?:те)?_меня|(?:перестань|прекрати|хватит)(?:те)?_\\p{L}+ть(?:ся)?|избегай(?:те)?|никак(?:их|ого|ой)(?!_(?:проблем|ошиб|измен))|лучше_пере\\p{L}+|(?<=^)\\p{L}{4,}[ыи]_(?:должны|нельзя|не_должны)|запрещено",
  inside: `не_(?:${IMPERATIVE})(?!.*_в_\\p{L}+(?:е|у|ом)[.!]?$|_(?:(?:это|пока|её|его|их|сейчас)(?!\\p{L})|перв|втор|трет|последн)|,|[.!]?$)|(?<=^(?:\\p{L}+_){2,6})не_(?:${IMPERATIVE})(?=[.!,]|$)|(?:${IMPERATIVE})_(?:\\p{L}+_){0,2}всегда|всегда_(?:${IMPERATIVE})|без_моего_(?:согласи|разреш)\\p{L}+|люб(?:ой|ую|ое|ые)_[^,]{1,40}~(?:${IMPERATIVE})|(?:ты|вы)_(?:не_)?(?:долж(?:ен|на|ны)|обязан[аы]?)(?!_был)|(?:кажд\\p{L}+|вс[её]|твои|ваши)_.{0,80}~долж(?:ен|на|но|ны)|(?:перед|после)_(?:кажд\\p{L}+_(?:ответ|удалени|коммит|шаг|изменени)\\p{L}*|удалением|установкой)|(?:я_)?предпочитаю(?!_(?:перв|втор))|я_(?:не_)?хочу,?_чтобы_(?:ты|вы|твои|кажд\\p{L}+|все)|(?:если|когда|как_только|прежде_чем|перед_тем_как)_[^,]{1,60},_(?:то_)?(?:${IMPERATIVE}|спр\\p{L}+|остан\\p{L}+|скажи|так_и_скажи)|сначала_спро\\p{L}+|только_на_\\p{L}+(?:ом|е)|только_(?:без|через)|кажд\\p{L}+_\\p{L}+_(?:${IMPERATIVE})|всегда_(?:в|на|с|без|по-\\p{L}+)|(?<=,_)всегда(?=[.!]?$)|без_\\p{L}+(?:_\\p{L}+)?,?_пожалуйста|(?:пиши|отвечай|говори|называй)(?:те)?_(?:\\p{L}+_){0,2}(?:по-\\p{L}+|на_\\p{L}+ом(?=[,.!]|$))|давай_по-\\p{L}+|(?:округляй|объясняй|указывай|называй|подписывай)_[^,]{0,30}~кажд\\p{L}+`,
  order: `(?:${IMPERATIVE})|не_(?:${IMPERATIVE})|никак(?:их|ого|ой)`,
  general:
    "кажд(?:ый|ую)_раз|всегда|никогда|только(?!_(?:потом|если|когда|\\p{N}|эт|один|что))|в_дальнейшем",
  limit: "не_(?:больше|более|длиннее|дольше)|короче|максимум|превышать",
  scope: "кажд\\p{L}+|на_(?!ночь|человек|день|экран)\\p{L}+|твои|ответ\\p{L}*|резюме|бюджет|должен",
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
  "(?=[^。]{0,40}(?:给我|你|请|不要|不准|别(?![人的处名])|都要?[用写]|都要|少?用|先(?:问|给|跟我|让我|列)))";

const CHINESE: RuleSigns = {
  lasting: `从现在(?:起|开始)(?=[^。]{0,40}(?:用|按|给我|你|请|不要|别|一律|先))|从今(?:以后|往后|天(?:起|开始))${ASKED}|(?:^|[，。,；])(?:另外|还有|那|对了|请)?以后(?!再|有|可能|会|我们?[想要会])${ASKED}|今后(?![三几两]|的)${ASKED}|一律(?=不要|不准|别|用|写)|凡是(?=[^。]{0,40}(?:给我|你|请(?!假)|问我|告诉我))|除非我(?:说|要求|告诉|同意|让你)|(?:后面|之后|以后)的?[^，。]{0,4}也(?:都)?(?:按[这上]|这样)`,
  asked: "",
  opening:
    "别(?:再|动|用|老|乱)|叫我(?![去来做写改帮怎如说不])|(?:请)?用[^，。]{1,8}称呼我|(?:请)?用?[英中日法德俄][文语](?:回答|回复|交流)(?=[，。,！!]|我|$)|只(?=使?用(?!户)|改[a-z]|能(?!在|有|先)|推荐|回答|许|准)",
  inside:
    "每次(?:你|给我|回答|回复|引用|提交)[^。]{0,20}|每次都这样|每次[^，。]{1,8}都要(?:重新|先|用|写|加|注明)|每次[^，。]{1,12}(?:告诉|通知|先问)我|先[给说讲写](?!明)[^，。]{1,8}再(?!议)|先(?:来)?问(?:一下)?我|(?:你(?:给我的|写的|的)|每(?!次|一行))[^，。]{1,12}(?:都要|都得|都用|都写|都署名|不要|必须|最多)|我(?:说过|告诉过你)(?:不要|别|要)|我不希望|我希望你[只每]|请(?:始终|总是|避免|确保)|没(?:有|经)?我的?(?:同意|确认|批准|点头)|我(?:同意|确认|批准)[后之]|[^，。你我他]{2,8}[写用][英中日法德俄][文语](?!版)|统一用?|(?:一律(?=不要|不准|别|用|写|使|不含)|不准|不许|不得(?!不)|禁止|严禁)|避免|必须(?![^。]*才)(?<!他们必须|用户必须)|绝对?不(?:要|准|得|许|能)|始终(?:用|先|保持|含)|(?<=^.{1,10})(?:不能(?!用|再|[为是]?空|运|停)|不应该?|都要(?:解释|用|写|有|加|注明))|所有[^，。]{1,12}都(?:用|保留|要|必须)|不要(?!紧|这|那|现在|先|它|他|写?太|用[这那]|忘|担)|别(?=给我|自己|用)|更喜欢(?!第)|宁愿|(?:时候?|的话)，?(?:都要?|请(?!问)|必须|要)",
  order: "$.",
  general: "$.",
  limit: "不(?:多于|[能可得要应]?超过)|最多|控制在|以内",
  scope: "每|所有|回答|回复|摘要|总结|预算",
  opener:
    "请|你|您|并且?|而且|也|但是?|然后|好的?|谢谢|记住|注意|重要|规则|都|还|千万|所以|要|最好",
  subject:
    "我(?!的|更|偏|宁|说过|告诉|倾|不希望|不想|希望你|要你|们)|他|她|它|用户|系统|程序|机器人|页面|为什么|怎么|什么|谁|哪",
  excluded:
    "这(?!里|边|样|么|种|个(?:项目|仓库|对话))|那[一个段张条]|周[一二三四五六日]|第[一二三四五六七八九十\\d]|今[天晚](?!起|开始)|明天|下[周次]|现在(?!起|开始)|别忘|担心|没关系|不要紧|要不要|能不能|是不是|可不可以|这次|暂时|先不|还没|客气",
  revoked:
    "忘(?:掉|记|了)|(?:取消|忽略|撤销)(?:这|那|之前|刚才|[^，。]{0,12}(?:规则|要求|限制|说))|作废|不用再|不用[^，。]{2,10}了|不必|不需要(?:再|[^，。]{0,12}了)|无需",
  permitted: "可以[^，。]{0,30}了|(?:可以|能)(?:再|重新|又|恢复)|允许你?[^，。]{0,20}了",
};

const REQUEST =
  "(?:て|で)(?:ください|下さい|ほしい|欲しい|くれ|ね|。|$)|(?:こと|ように|なさい|お願い(?:します|いたします)?|しろ|せよ)(?:。|$)|(?:もらえ|いただけ)(?:る|ます)?と(?:助かり|嬉し|うれし|ありがた)";

const JAPANESE: RuleSigns = {
  lasting: `これから(?:は[^。]{0,60}(?:${REQUEST})|ずっと)|今後(?!の(?!返信|回答|説明|メール|コード)|どう|とも)(?![^。]*(?:よろしく|文を|追記|伝え|案内|どうすれ))[^。]{0,60}(?:${REQUEST}|とします)|以降は[^。]{0,60}(?:${REQUEST})`,
  asked: "",
  opening: "$.",
  inside: `(?:いつも(?!お世話|ありがと|通り|見|使っ)|毎回(?!の))[^。]{0,60}(?:ください|お願いします|実行して)|たびに[^。]{0,40}(?:${REQUEST})|(?:必ず|絶対に?|常に|決して|(?<!を)(?:全て|すべて)(?!の項)|(?:だけ|のみ)[をで])[^。]{0,60}(?:${REQUEST})|(?:(?<![まら必])ずに?|ないで)[^。]{1,40}(?:して|書いて|直して)(?:ください|下さい)|と呼んで(?:ください|。|$)|(?:ない|ぬ)で(?:ください|下さい|ね|ほしい|欲しい|くれ|。|！|$)|ない(?:こと|ように)(?:して|。|$|に|お願い)|(?:て|で)は(?:いけ|なら|だめ|ダメ)|なければ(?:な|いけ)|[日英中]本?語で(?:書[いく]|話|答|回答(?!する)|返信(?!する)|お願い|付けて|統一|$)|(?:のは)?(?:やめ|避け|控え)て(?:ください|下さい|ほしい|。|$)|(?:の|より[^。]{0,60})ほうが(?:好|いいです|望ま)|(?:承認|許可)が必要です|禁止です|(?:とき|時|場合|際)(?:は|には|、)[^。]{0,60}(?:${REQUEST})|(?:[るう消]す?|の)前に(?:は|必ず|毎回)?[^。]{0,30}(?:聞いて|確認|実行して|テスト)`,
  order: "$.",
  general: "$.",
  limit: "以内|以下|まで|最大",
  scope: "返信|回答|要約|一回|予算",
  opener: "$.",
  subject: "私は|僕は|俺は|彼|彼女|なぜ|どうして|何を",
  excluded:
    "今は|今日|明日|今週|来週|(?:[一二三四]\\p{Script=Han}|つ)目|別の|この(?!プロジェクト|リポジトリ)|と(?:言[うっわ](?!たはず|たよね)|書いてあ)|と[^。]{1,10}に書いて|心配しないで|気にしないで|忘れないで|遠慮しないで|今回は|まだ[^、。]{0,12}ないで|違いない|か[。？?]?$|ことがない",
  revoked:
    "忘れて(?:ください|下さい|。|$|いい)|取り消し?[てま]|(?:ルール|指示|制限)[^。]{0,60}無視して|撤回|解除|(?:必要は?|なくて)(?:ありません|ない|もう|も?(?:いい|良い|大丈夫))|もう(?:不要|いりません|いらない)",
  permitted: "(?:ても|でも)(?:いい|良い|よい|大丈夫|構|かま)|て大丈夫",
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
