/**
 * The words by which a language marks a statement as a rule. Each value is a part of a regular expression for text in
 * lower case. `_` is a space, `~` the start of a word. Except in Chinese and Japanese, whole words are matched.
 */
export type RuleSigns = {
  /** Common words of the language, which tell it from others of the same script. */
  readonly words?: string;
  /** A sentence with one is a rule. */
  readonly certain: string;
  /** A rule at the start of a clause, or after an {@link RuleSigns.opener}. */
  readonly opening: string;
  /** A rule, unless a {@link RuleSigns.subject} is before it in the clause. */
  readonly inside: string;
  /** Orders. At the start of a clause they are a rule if the sentence has a {@link RuleSigns.general} word. */
  readonly order: string;
  readonly general: string;
  /** A rule if there is a number next to it, and the sentence has a {@link RuleSigns.scope} or begins with it. */
  readonly limit: string;
  readonly scope: string;
  readonly opener: string;
  /** Subjects other than the assistant, and verbs of statements. */
  readonly subject: string;
  /** Idioms, and orders for once. A sentence with one is not a rule, unless it has a certain sign. */
  readonly excluded: string;
  /** Revokes a rule. */
  readonly revoked: string;
  /** Allows something, or makes it optional. */
  readonly permitted: string;
};

const ENGLISH: RuleSigns = {
  words:
    "the|an|of|and|is|are|it|you|your|my|for|with|don['’]?t|do|not|please|we|i|be|that|this|when|if|use|from|to|or|in|on|at|by|as|all|so|now|just|no|me|more|than|any|every|never|always|only|should|must|without|before|after|keep|prefer|stop",
  certain:
    "under_no_circumstances|whatever_(?:happens|you_do)|under_any_circumstances|until_further_notice|from_this_point|when_in_doubt|from_(?:now|here)_on|from_(?:today|tomorrow|this_\\p{L}+)_on|going_forward(?=,|[.!]?$)|(?<=^)going_forward|until_i_say|unless_(?:i_say|told|stated)_otherwise|for_the_rest_of_(?:this|the|our)|at_(?:all_times|no_point)|as_a_(?:general_)?rule|(?:wait_for|without|needs?|get)_my_(?:\\p{L}+_)?(?:confirmation|approval|permission|consent|answers?|ok)|(?<!~(?:this|that|it)_)(?:is|are|['’]re)_(?:strictly_)?(?:forbidden|prohibited|not_allowed|not_permitted|off[-_]limits|a_no[-_]go)|(?:important|essential|crucial)_that_(?:you|all)|" +
    "(?:our|the)_(?:(?:house|code|team)_)?(?:policy|conventions?|rule|style(?:_guide)?)_(?:is|are|forbids|says|requires)",
  opening:
    "(?:ask|tell|warn)(?:_me(?:_first)?_(?:before|if|when)|_before)|stick_to(?!_(?:it|that|option|the))|(?:always|never)(?!_(?:\\p{L}+ing|thought|wanted|good|seen|heard|had|when|if|because|the|same))|(?:don['’]?t|do_not)(?!_(?:know|have|see|understand|think|really|need|remember|get|forget|care|disturb|make|create|(?:i|you|we|they)(?!\\p{L})|\\p{L}+_(?:\\p{N}|(?:it|this|that|these|those|them|him|her)(?!\\p{L})))|,|[.!]?$)|avoid(?!_(?:the|this|that|it)_)|(?:stop|quit)_\\p{L}+ing|only_(?!\\p{N}|a_|the_|one|two|three|four|five|if|then|when|because|thing|after|before|since|now|once|in|this|that|for|with)\\p{L}+(?<!ed)(?![^,]{0,40}_(?:work(?:s|ed)?|show(?:s|ed)|is|was|has|had|fail(?:s|ed)|happen(?:s|ed)|that))|no_more|refrain|" +
    "be_(?:brief|concise|terse|polite|direct|honest|consistent|critical|specific|careful_with)|no_\\p{L}+ing(?=[,.]|$)|no_(?!\\p{L}+_(?:is|was|has|does|can)_)(?:\\p{L}+_){0,3}\\p{L}+s(?!_(?:\\p{L}+ed|were|was|are|is|have|had|found|since|left|there))|no_(?:\\p{L}+_){1,3}(?:in|for|without|before|after|please)|keep_(?!me|it|them|going|up|in_mind|\\p{L}+ing).{1,40}~(?:in|short|brief|concise|formal|simple|small|unchanged|intact|consistent|(?:the_)?same|as_is|under|below|out_of)|keep_(?:the_(?:original|same)|my)|" +
    "use_(?:the_)?\\p{L}+_(?:spelling|notation|units|tone|wording|quotes|language|system)|use_(?!the_)(?:\\p{L}+[-_]){0,2}(?!this|was)\\p{L}{3,}s(?=[.!]?$|_(?:not|for_\\p{L}+ing|wherever|as)|,_not)|(?:answer|reply|respond|speak|talk)_(?:\\p{L}+_with_me|(?:only_)?(?:in|with)|briefly|concisely)|(?:write|think|comment)_(?:\\p{L}+_){0,3}in_(?:\\p{L}+_)?\\p{L}+(?:sh|nch|man|ese|ian)|(?:call|address)_me(?!_(?:when|back|if|at|on|later))|prefer(?!_(?:the_)?\\p{L}+_one)|limit_yourself|(?:(?:all|every|each|any|your|no)_(?!(?:i|you|we|they|it|time)_)|\\p{L}+thing_).{0,60}~(?:should|must|needs(?:_to)?|need_to|ha(?:s|ve)_to|belongs)|" +
    "(?<=^)(?!but_|and_|so_|the_|these_|those_|some_|my_)(?:\\p{L}+_){0,2}(?!users|this|its)\\p{L}{2,}s_(?:should|must|have_to|belong)(?!_(?:have|already|now|see))|we_(?:never|only|don['’]t|do_not)_(?!\\p{L}+ed|(?:know|have|had|see|saw|need|want|understand|think|get|got|lose|like|really|care|remember|found|went)_)\\p{L}+|we_(?:use|follow|write|call|say|spell|prefer|stick_to|put|keep)(?!_(?:it|this|that|an?|about|two|three|four|in|\\p{L}+ing|\\p{N}))(?!.*~(?:day|week|before|now)(?=[.,]|$))|one_\\p{L}+(?:_\\p{L}+)?_(?:per|at_a_time)|(?:\\p{L}+_){1,3}(?:everywhere|only)(?:_please)?(?=[.!]?$)|" +
    "i_hate(?!_(?:it|this|that|the|to|my))",
  inside:
    "(?<=^(?:please_)?(?:use|write|sign|say|call)_(?!an?_)[^,]{1,40},_)not|if_i_[^,]{1,60},_(?:ask|tell|warn|remind|stop)|without_(?:my|asking_me)|whenever_you(?!_(?:like|can|want|have|need|feel|get))|(?:whenever_i|(?:if|when)_(?:an?|any|some|something|anything))_[^,]{1,60},(?=_(?!(?:return|throw|raise|render|redirect|run|i|its?|the|my|we|they|s?he|there|this|that|your?|nothing|everything|\\p{L}+_(?:is|are|was|has))_))|(?:should|must|can|do)(?:_not|n['’]t)_.{0,80}~ever|you['’]?(?:_are|re)_(?:not|never|only)(?!_(?:going|gonna|alone|wrong|human|\\p{L}+ing))|you_(?:must|shall)(?!_(?:\\p{L}+_)?(?:this|that|it)(?!\\p{L}))|you_(?:should|must|may)(?:_not|n['’]t)|you_(?:should|have_to|need_to|may)_(?:always|never|only|ask|prefer)|should_(?:never|always)(?!_(?:have|happen|be_th|see|return))|i_(?:want|need|expect)_you_to_(?:be|stop|only|always|never|strictly|challenge|keep|\\p{L}+_(?:every|each)(?!_\\p{L}+_in_this))|(?:answer|reply|respond)_(?:me_)?only|i(?:['’]d_like|_would_like|_want)_to_avoid|(?<=^for_(?:\\p{L}+_)?\\p{L}+s,_)(?:use|write|prefer)|i_(?:(?:really|strongly|always)_)?prefer(?!_(?:the|to)(?!_be_called|_have|_see|_get|_receive|_read))|" +
    "i(?:['’]d|_would)_(?:(?:really|much)_)?(?:prefer|rather)(?!_(?:(?:not_)?to|the|that_(?!you)|wait|stay|go|try|do|keep|not))|i_(?:don['’]?t_)?want_(?:every|any|no)|i_(?:don['’]?t|never)_(?:ever_)?want_(?:you|to_see)|i_don['’]?t_(?:ever_)?like(?!_(?:the|how|where|what|this|that|it))|i['’]?(?:_have|ve)?_(?:(?:told|asked)_you_(?:before|to_(?:always|never|not|stop))|(?:said|told_you|asked_you)_(?:not|never|always|no(?!_to)))|so_(?:please_)?(?:never|always|don['’]?t|do_not)|(?<=^i(?:['’]m|_(?:am|use|live|work|have|teach|read|only))_.{1,80})so_(?:please_)?(?:no|use|give|explain|plan)(?!_(?:the_\\p{L}+_one|it|this))|" +
    "always_to_be|when(?:ever)?_i_(?:say|ask|tell|give|send|share|type|paste|write)_.{0,80},|(?:when|whenever|before|after|if|unless|until|(?:any|every|each)_time|as_soon_as)_you_(?!\\p{L}+ed)\\p{L}.{0,200},(?=_(?!(?:i|it|we|they|there|this|that|everything|you_(?:will|might|can|could|are|see|get))_))|(?:before|after)_(?:\\p{L}+ing_)?(?:any|each|every)|for_(?:every|each|any)_.{1,40}~(?:give|show|add|list|name|cite|write|use|include|mention|state|put)|(?<=,_)(?:every_single_time|everywhere|always|all_the_time)(?=[.!]?$)|and_nothing_else|in_\\p{L}+_only|" +
    "(?:every|all|your)_(?:single_)?(?:answers?|repl(?:y|ies)|responses?)",
  order:
    "use(?!_an?_)|write|convert|keep|make|ask|treat|call|end|give|cite|round|format|speak|translate|mention|mark|explain|follow|remember|tell|say|wait|sign|ensure|limit|be_sure|answer|reply|tag|label|name|quote",
  general:
    "(?<!~(?:check|include|list|test)_)(?:every|each(?!_other))|always|never|whenever|everywhere|for_(?:any|all)",
  limit:
    "at_(?:the_)?most|at_least|(?:no|not|never)_(?:more|longer|less|fewer|higher|larger)_than|max(?:imum)?|up_to|under|below|within|exceed",
  scope:
    "responses?|messages?|keep|per(?!_(?:minute|second))|every|each|all|any|must|never|my_(?:limit|budget|maximum)|answers?|repl(?:y|ies)",
  opener:
    "and|but|also|please|ok|then|just|now|again|remember|note|important|rule|let['’]?s|yes|no",
  subject:
    "i(?!_(?:want|need|expect|would_like)_you)|we|it|they|he|she|this|there|who|what|which|how|why|where|did|does|has|had|is|was|were|am|i['’](?:m|ve|ll)|(?:it|that|there|what)['’]s|(?:we|they)['’](?:re|ve|ll)",
  excluded:
    "(?:this|just)_(?:time|once)|right_now|stop_(?:it|here)|(?:in|for|on|at|to|with|from|of)_(?:this|these|those|that)_(?!project|repo|chat|conversation|session|team|company|channel|codebase|repository|workspace|machine|server|computer|laptop|site|shop)\\p{L}+|(?:by|until|till)_(?:next|\\p{L}+day)|next_(?:week|month|time)|(?<=,_)(?:fix|move|change|correct|replace|adjust|check|remove)_(?:it|them)(?=[.!]?$)|but_(?:some|it|they|there|s?he)|,_(?:but_)?just_(?:the|tell|show|give|do|did|want)|(?:prefer|rather)_(?:\\p{L}+_)?(?:option|version|variant|approach|plan)|(?:if|when(?:ever)?|after|before)_(?:you|users?|an?_user|the_user|someone)_(?:click|press|open|tap|scroll|hover|resize|drag|select|switch|log|visit|refresh|reload|close|hit)\\p{L}*|(?:ask|tell|send|give|write|write_to|reply_to)_(?:her|him|them)|don['’]?t_(?:\\p{L}+_yourself|worry|be|mind|hesitate|give_up|bother|rush)|never_(?:mind|been|seen|had|gives|knew|was|heard|thought)|let['’]?s(?!_(?:always|never|only|not|keep|stick|agree))|always_(?:been|is|there|a|the|so|nice|fun|happy|glad|great|good)|(?:for|at)_the_moment|there_(?:should|must)|don['’]?t_(?:\\p{L}+_){0,3}\\p{L}+,_(?:just|only|the|i|it)|today|tonight|tomorrow|this_(?:morning|week|afternoon|sprint)|" +
    "after_all|(?<=(?:^|,_)(?:and_|but_)?(?:please_)?(?:don['’]?t|do_not)_)(?!(?:touch|edit|modify|change|alter|delete|overwrite|break|run|push|deploy)_)\\p{L}+_the_(?:\\p{L}+_)?\\p{L}+(?<!s)(?:_(?:though|yet|now|today|then|there|here))?(?:,.{0,80})?[.!]?$|(?<=^(?:please_|now_|then_)?\\p{L}+_(?:me_)?)(?:an?|the|this|these|another)_(?:[\\p{L}-]+_){1,3}(?:that|which|who|where|so|in_which)|no_(?:(?:more_)?(?:problems?|worries|idea|thanks|doubt|way|one|need|questions|changes|issues|errors|regrets|matches|regressions|results)|\\p{L}+_needs)|for_now|not?_yet|yet|(?:it|this|that)_now|prefer_not_to|never_again(?=[,.!])|(?:has|had)_at_(?:least|most)|i_(?!want|need|prefer|would|expect)\\p{L}+_(?:\\p{L}+_){0,5}at_(?:least|most)|you_(?:never|always)|(?:if|when|after|before)_you_\\p{L}+_(?:it|them|that|this|there)(?!['’\\p{L}])|(?<=^(?:please_|just_|now_|then_)?(?!keep_)\\p{L}+_)(?:it|them|this|these|those)(?!['’\\p{L}])|(?:each|every)_(?:\\p{L}+_)?(?:of|in|on)_(?:the|these)|before_you_(?:start|begin|continue)(?!_(?:an?|to|with|work))|(?<=^)now(?!_(?:on|always|never))|should_(?:all_)?(?:be|have)_.{0,30}~(?:now|already|again)|" +
    "must_(?:have_(?:been|\\p{L}+ed)|be_so|be_(?:tired|excited|pleased|interested))|you_must_(?:be|feel|love|know|miss)|let_me_know|(?:if|when|after)_you['’]re_(?:done|ready|finished|satisfied|happy)|(?:if|when|after)_you_(?:are|get|have|can|could|would|want|like|need|think|know|see|were|had|did|ever)",
  revoked:
    "(?<=^(?:\\p{L}+_){0,3}|[,.;:]_(?:\\p{L}+_)?)forget(?:_about)?|(?:ignore|scratch|drop|cancel|disregard|lift)_(?:that(?=[,.!]|$)|.{0,30}~(?:rule|instruction|limit|restriction|ban|requirement|preference|i_said|i_told_you))|never_?mind|no_longer_(?:applies|apply|valid|necessary|needed|required|have_to|needs?_to)|no_(?:more_)?need|(?:don['’]?t|do_not)_(?:have|need)_to|isn['’]?t_(?:necessary|needed|required)",
  permitted:
    "you_(?:may|can|are_allowed_to)(?:_(?:now|also|again|stop))*|feel_free_to|(?:is|are|it['’]s)_(?:now_)?(?:fine|ok|okay|allowed)(?:_(?:now|again))?",
};

const GERMAN: RuleSigns = {
  words:
    "der|die|das|den|dem|eine?[mnrs]?|und|ist|sind|in|an|nicht|ich|du|sie|wir|mit|pro|für|von|auf|bei|im|zu|zum|bitte|immer|nie|keine?[mnrs]?|nur|oder|als|wenn|mir|mich|deine?[mnrs]?|meine?[mnrs]?|jede[mnrs]?|auch",
  certain:
    "wichtig,_dass_du|egal,?_was_(?:passiert|ist)|auf_keinen_fall|unter_keinen_umständen|(?:verboten|tabu|nicht_(?:erlaubt|gestattet))(?=[.!]?$)|unsere_(?:konvention|regel|vorgabe)|für_\\p{L}+_(?:gilt|nehmen_wir|nutzen_wir)|(?:nie|nichts|niemals)_ohne_mein\\p{L}*|im_zweifel|ab_(?:jetzt|sofort|nun|heute)|von_(?:jetzt|nun)_an|künftig|zukünftig|in_zukunft|fortan|grundsätzlich|bis_auf_weiteres|wir_\\p{L}+_hier_(?:nie|niemals|immer|nur|kein\\p{L}*)|für_(?:alle|jede[rsmn]?)_.{0,60}~gilt|jederzeit",
  opening:
    "wir_(?:benutzen|nutzen|verwenden|schreiben|halten_uns|sagen|duzen|siezen|nehmen)(?!_(?:es|das|sie|ihn|die|den|dem|zwei)_)|bei_uns_(?:heißt|gilt|wird)|(?<=^)(?!wir_|sie_|alle_|die_)\\p{L}{4,}_(?:sollen|dürfen|müssen)|duze|sieze|halte?_(?:dich|\\p{L}+_(?:klein|kurz|einfach))|sprich_\\p{L}+sch|eine?_\\p{L}+_pro_\\p{L}+|ich_hasse(?!_(?:das|diese|es))|vor_dem_\\p{L}+_(?:bitte|immer)|bitte_(?:verzichte|achte)|auf_\\p{L}+sch_(?:antwort|schreib)\\p{L}*|nie|niemals|stets|nur(?!_(?:wenn|\\p{N}|eine?|zwei|drei|vier|fünf|noch)_)|" +
    "kein(?:e[nmrs]?)?(?!_\\p{L}+_(?:ist|war|hat|sind|waren|haben|geht)_|_\\p{L}+(?![sn])\\p{L}(?=[.!]?$))|vermeide[nt]?|hör(?:e|en|t)?_.{0,20}~auf|nenn(?:e|en)?_mich|(?:rede|sprich)_mich|(?:schreib|sprich|rede|denk|kommentier)\\p{L}*_.{0,20}~auf_\\p{L}+sch|lieber",
  inside:
    "(?!wissen|haben|sind|können|brauchen|finden|verstehen|kennen|sehen|wollen|kommen|machen)\\p{L}+en_wir_(?:nie|niemals|nicht|keine?[mnrs]?)|frag\\p{L}*_[^,]{0,20},_(?:bevor|wenn|falls)|(?:wenn|falls|sobald|bevor)_[^,]{1,80},_(?:bitte_)?(?:sag_(?:es_)?mir|frag|warn|melde)\\p{L}*|wenn_ich_(?:dir|sage|schreibe|frage)_[^,]{1,60},|dein\\p{L}*_\\p{L}{4,}_nicht_mit|jede[rs]?_(?:neue[rs]?_)?\\p{L}+_(?:braucht|bekommt)|also_(?:bitte_)?(?:keine?|nur)|will_ich_(?:eine?|keine?n?)|(?:du|sie|ihr)_(?:musst|müssen|müsst|sollst|sollen|sollt|darfst|dürfen|dürft)(?!_(?:jetzt_|erst_|nur_|noch_)?(?:den|das|die|dem|vorher|zuerst)_)|(?:jede[rsmn]?|alles?|dein(?:e[nmrs]?)?|kein(?:e[nmrs]?)?)_.{0,80}~(?:muss|müssen|soll|sollen|darf|dürfen)|(?:dürfen|sollen)_.{0,60}~(?:nie|niemals|kein\\p{L}*)|ich_(?:bevorzuge|ziehe_.{1,60}~vor|mag_lieber|hätte_lieber|will_kein\\p{L}*|möchte_(?:kein\\p{L}*|nicht))|(?:mir|ich)_.{0,30}~lieber|überall_(?:im|in|mit|als)|ohne_(?:mein\\p{L}*|freigabe|rückfrage|erlaubnis|zustimmung)|" +
    "ich_(?:habe|hab)_(?:doch_)?gesagt|(?:vor|nach|bei|in|zu)_jede[rm]|(?:wenn|bevor|sobald|falls)_du(?!_[^,]{0,200},_\\p{L}+_ich)|bitte_.{0,40}~immer|(?<!t_)immer_(?:bitte|in|im|mit|als|auf|per|vor|nach|erst|zuerst|eine?[nmrs]?|\\p{L}+en(?=[.!]?$))|(?<=,_)immer(?=[.!]?$)|jedes_mal(?=[.!]?$)|niemals",
  order:
    "(?!sie|ohne|die|k?eine|[mds]eine|diese|jede|alle|habe|hatte|wäre|würde|könnte|möchte|heute|gerade|danke|schade|beide|viele|welche|sehe|finde|brauche|hoffe|gehe)\\p{L}{2,}e(?!_ich)|\\p{L}{2,}en_sie|schreib|unterschreib|erklär|füg|schick|prüf|bleib|such|wähl|zähl|mach|lösch|nimm|gib|lass|benutz|nutz|verwend|frag|änder|fass|sag|zeig|sprich|lies|ruf|führ|push|stell|setz|leg|tu|geh|halt|nenn|rühr|bitte",
  general:
    "nicht(?:_an)?(?=[.!]?$)|ausschließlich|nie|niemals|immer|stets|nur|nichts|kein(?:e[nmrs]?)?|jede[rsmn]?|durchgehend|überall",
  limit: "höchstens|maximal|unter|bis_zu|nicht_(?:mehr|länger)_als",
  scope: "jede[rsmn]?|alle|pro|halte|schreib|antwort\\p{L}*|budget",
  opener:
    "in_diesem_(?:projekt|repo)|und|aber|also|auch|bitte|ok|dann|jetzt|merk_dir|wichtig|regel|du|sie|ihr",
  subject:
    "ich|wir|er|es|man|das|dies|was|wer|wie|warum|wieso|weshalb|wo|hat|habe|haben|hatte[nt]?|ist|sind|war(?:en)?|bin|wird|wurde[n]?|der|weiß|hab|kann|verstehe|sehe|finde|brauche|kenne|glaube|denke|konnte",
  excluded:
    "dies(?:e[rmns]?)?_(?!projekt|repo|chat|gespräch|team|firma)\\p{L}+|(?:nur|bloß)_(?:den|die|das|dem)|(?:drückst|klickst|öffnest|tippst)|bis_(?:\\p{L}+tag|morgen|mittwoch|zum)|(?:sag|schreib|frag|antworte|schick|gib)_(?:ihm|ihr|ihnen)|erst_?mal|(?<=^)jetzt|noch_(?:eine?n?|zwei|mal|nicht|nie|kein\\p{L}*)|(?<=^(?:bitte_)?(?!änder|veränder|fass|rühr|lösch|entfern|bearbeit|überschreib)\\p{L}+_(?:bitte_)?)(?:den|das|dem|die|es|ihn|ihm|ihr|sie)_.{0,40}~nicht|(?<=^(?:bitte_)?\\p{L}+_)(?:den|das|dem|die)_\\p{L}+_nicht(?=,)|immer_(?:noch|mehr|wieder)|nicht_mehr(?!_als)|gerade|heute|bevorzuge_(?:die|das|den)|immer_(?:derselbe|dieselbe)|keine_(?:fehler|probleme|treffer|ahnung|sorgen?|fragen?|angst|ursache|zeit)|kein_(?:problem|einzig\\p{L}*)|vergiss_nicht|diesmal|vorerst|im_(?:hinter)?kopf|(?:muss|müssen)_.{1,80}t_(?:haben|sein)(?=[.!]?$)|(?:wenn|falls)_du_(?:willst|magst|kannst|zeit)",
  revoked:
    "vergiss|vergessen_sie|(?:ignorier\\p{L}*|streich\\p{L}*)_(?:das|.{0,30}~(?:regel|vorgabe|anweisung|grenze|limit|verbot))|gilt_(?:ab_jetzt_)?nicht_mehr|aufgehoben|(?:musst|brauchst|müssen|brauchen)_.{0,60}~(?:nicht|keine?n?)_(?:.{0,20}_)?mehr|nicht_mehr_(?:nötig|notwendig|gültig)",
  permitted:
    "(?:du|sie)_(?:darfst|kannst|dürfen|können)|(?:darfst|kannst)_du|(?:ist|sind)_(?:(?:jetzt|wieder)_)*(?:erlaubt|ok|okay|in_ordnung)",
};

const FRENCH: RuleSigns = {
  words:
    "le|la|les|l|des|du|une?|et|est|je|tu|il|on|nous|vous|ne|n|pas|que|qu|de|d|pour|avec|dans|en|sur|au|aux|ce|mon|ma|mes|tes|toujours|jamais|sans|chaque|si",
  certain:
    "quoi_qu['’]il_arrive|à_partir_de_(?:maintenant|demain)|jusqu['’]à_nouvel_ordre|(?:en_toutes|sous_aucun)_(?:circonstances|prétexte)|en_règle_générale|(?<=^)(?:les|tes)_\\p{L}+_toujours|en_cas_de_doute|ici_on_(?:ne_\\p{L}+|n['’]\\p{L}+)_jamais|à_partir_d['’]aujourd['’]hui|désormais|dorénavant|à_l['’]avenir|en_aucun_cas|(?:est|sont)_(?:strictement_)?(?:interdite?s?|défendue?s?)|ne_doivent_jamais|doivent_toujours",
  opening:
    "(?:répond|parle)\\p{L}*(?:-moi)?_(?:\\p{L}+_)?en|cesse[zr]?|préfère[zr]?|(?:ici_)?(?:on|nous)_(?:n['’])?(?:utilis|emploi|écriv|suiv|met|livr|di[st]|vouvoi|tutoi)\\p{L}*(?!_(?:le|la|l|ça|deux)_)|on_ne_(?!sait|peut|voit|comprend|trouve|connaît|va)\\p{L}+_(?:pas|jamais)|chez_nous_on|notre_(?:convention|règle|style)|(?<=^)(?:les|tes)_\\p{L}+s_(?:doivent|ne_doivent)|une?_\\p{L}+_par_\\p{L}+|je_déteste(?!_(?:ça|ce|cette))|je_veux_tout_en|sois_(?!prudent|sage)\\p{L}+(?=[.!,]|$)|(?:garde|laisse)_(?:ma|mes|les)_\\p{L}+|réponds_(?:brièvement|court)|ne_(?!l[ae]s?_(?!\\p{L}+_jamais)|lui_|leur_)\\p{L}{2,}(?!['’])|n['’]\\p{L}+(?:e|ez|is)|toujours|jamais|évite[zr]?|arrête[zr]?|uniquement|pas_d(?:e_|['’])\\p{L}+|plus_de_\\p{L}+s(?=[,.!]|$)|(?:tous|toutes)_les_\\p{L}+_en_\\p{L}+(?:ais|and|ol)|" +
    "(?:écri|rédig|comment)\\p{L}+_.{0,40}~en_\\p{L}+(?:ais|and|ol)|appelle(?:z)?-moi|vouvoie|tutoie",
  inside:
    "avant_de_[^,]{1,60},_(?:demande|préviens|consulte)|merci_de_(?:ne|toujours)|il_faut_(?:toujours|que_tu|.{1,60}~chaque)|il_ne_faut_jamais|(?:avant|après|à|dans)_chaque|chaque_\\p{L}+_a_besoin|donc_(?:utilise|donne|pas_de|écris)|(?:si|quand)_(?:une?|quelqu\\p{L}*)_[^,]{1,60},(?=_(?!(?:il|elle|les?|las?|on|je|ça|ce|el)_|[lc]['’]))|je_veux_que_chaque|(?:tu|vous)_(?:ne_)?(?:dois|devez)(?!_\\p{L}+_(?:l[ae]|ce|cette)_)|(?:chaque|tou(?:te?s?(?!_d['’]abord)|s)|tes|vos|aucune?)_(?:(?!_(?:on|je)_).){0,80}~(?:doi(?:t|vent)|peu(?:t|vent))|je_(?:préfère|préférerais)|je_ne_veux_(?:plus|(?:pas|jamais)_(?:que|être_\\p{L}+é|d.{0,200}~(?:tes|vos|les)))|(?:veux|voudrais)_que_tu|je_t['’]ai_(?:bien_|déjà_)?(?:dit|demandé_de_(?:toujours|ne))|(?:quand|lorsque|dès_que|si)_(?:tu|vous)(?!_[^,]{0,200},_(?:je|on|nous|il|elle|ça)_)|toujours|jamais|" +
    "\\p{L}+_uniquement(?=,|[.!]?$)|demande(?:z)?-moi_(?:d['’]abord|avant)|sans_m(?:on|a|es)",
  order:
    "(?!chaque|cette|une|le|je|ce|que|[nv]otre|comme|entre|même|elle|toute|mais|depuis|puis|jamais|reste|les|des|mes)\\p{L}{2,}(?:e|ez|is|ds|ts)|sois|mets|fais|va",
  general: "chaque|toujours|jamais|uniquement|partout|aucune?",
  limit:
    "au_plus|(?:au_)?(?:maximum|minimum)|(?:pas|jamais)_plus_(?:de|d['’])|moins_de|limite[zr]?|dépasser",
  scope: "chaque|tes|vos|réponses?|résumés?|garde|budget",
  opener:
    "dans_ce_(?:projet|dépôt)|et|mais|donc|aussi|alors|ok|s['’]il_(?:te|vous)_plaît|rappel|note|important|règle|puis|veuillez",
  subject:
    "je(?!_(?:veux|voudrais)_que)|j['’]\\p{L}+|il|elle|on|nous|ils|elles|ce|c['’](?:est|était)|ça|cela|qui|pourquoi|comment|où|le|la|les|l['’]\\p{L}+|mon|ma|mes|notre|nos|a|est|sont|était|ont",
  excluded:
    "n['’]oublie[zr]?_pas|n['’]hésite[zr]?|cette_fois|si_tu_(?:veux|peux|as)|pas_de_(?:problème|souci)s?|(?<![-\\p{L}])ce(?:t|tte|s)?_(?!projet|dépôt|chat|équipe|qu|n|sont|soit|sera)\\p{L}+|(?:seulement|uniquement)_(?:les?|la|l['’]\\p{L}+|mes|mon|ma)|\\p{L}+-(?:lui|leur)|(?:cliques?|appuies?)|tout_de_suite|(?<=^)maintenant|avant_(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|midi|demain)|préfère_(?:la|le)_(?:deuxi|premi|second)\\p{L}*|quand_tu_auras|toujours_(?:la|le)_même|t['’]inquiète|aucune_idée|pas_encore|jamais_(?:vue?|entendue?|lue?|eue?)|si_jamais|jamais_(?:je|il|elle|on)|rien_d['’]autre|pour_l['’]instant",
  revoked:
    "oublie[zr]?|(?:ignore|annule)[zr]?_(?:ça|cela|.{0,30}~(?:règle|consigne|limite|interdiction))|ne_s['’]applique_plus|(?:plus|pas)_(?:besoin|nécessaire|la_peine|obligée?)|(?:dois|devez)_plus",
  permitted:
    "(?:tu|vous)_(?:peux|pouvez)|(?:est|sont)_(?:(?:maintenant|de_nouveau)_)?(?:permise?s?|autorisée?s?)",
};

const SPANISH: RuleSigns = {
  words:
    "el|la|los|las|una?|y|es|de|del|no|que|en|por|para|con|mi|mis|tus|se|lo|me|siempre|nunca|sin|cada|al|antes|si|te",
  certain:
    "bajo_ninguna_circunstancia|pase_lo_que_pase|hasta_nuevo_aviso|en_todo_momento|(?:de|a_partir_de|desde)_(?:ahora|hoy)|en_caso_de_duda|aquí_(?:nunca|siempre)_\\p{L}+mos|no_deben?_.{1,60}~nunca|en_adelante|en_el_futuro|en_ningún_caso|por_regla_general|(?:está|están|queda|quedan)_(?:terminantemente_)?prohibid[oa]s?",
  opening:
    "(?:aquí_)?usamos|no_(?:me_|nos_)?\\p{L}{2,}(?:[ae]s|[ae]n|éis|áis|[aei]r)(?=_)|no_quiero_(?:ver|que|más)|no_(?!sabemos|podemos|tenemos|hemos|estamos|somos|vemos|entendemos|encontramos|queremos|vamos)\\p{L}+[aei]mos|si_no_estás|prohibido|nuestra_(?:convención|regla)|aquí_se_\\p{L}+|(?<=^)(?:los|las)_\\p{L}+s_(?:deben|tienen_que|no_deben|nunca_se)|una?_\\p{L}+_por_\\p{L}+|odio(?!_es)|quiero_(?:todo_en|que_seas)|sé_\\p{L}+(?=[.!,]|$)|sin_\\p{L}+s(?:_nuev[oa]s|_al_final)?(?=[.!]?$|_por_favor)|por_defecto_(?:usa|utiliza)|(?:deja|respeta)_mis?_\\p{L}+|evit(?:a|e|ar|en)|dej(?:a|ar|e)_de|(?:escrib|coment|pien)\\p{L}*_.{0,20}~en_\\p{L}+(?:ñol|lés|cés|mán)|(?:responde|responda|contesta|contéstame|respóndeme|háblame)_(?:solo_|sólo_)?(?:en|con)|" +
    "llámame|trátame|tutéame|nada_de|prefiere|limítate",
  inside:
    "antes_de_[^,]{1,60},_(?:pregúnta|consúlta|avísa)\\p{L}*|tienes_que_(?:pedir|pregunt|avis|consult)\\p{L}*|cada_\\p{L}+_necesita|así_que_(?:dame|usa|nada|escribe)|(?:si|cuando)_(?:una?|algo|alguien)_[^,]{1,60},(?=_(?!(?:el|les?|las?|los|se|es|hay|il|elle|on|je)_|[lc]['’]))|cuando_no_estés|en_todos_los_.{1,40}~\\p{L}+mos|(?:no_)?debes(?!_\\p{L}+_(?:el|la|est[ea])_(?!.{0,60}cada))|(?:cada|tod[oa]s?|tus|sus|ningún|ninguna)_.{0,80}~(?:deben?|tienen?_que|pueden?)|prefiero|te_(?:dije|he_dicho)_que|(?:antes|después)_de_cada|(?:cuando|si|antes_de_que)_\\p{L}+(?:as|es)(?:_.{0,200})?,(?=_)|siempre_(?:en|con|de|por|al|a|us[ae]|escrib[ae]|respond[ea]|contest[ae]|incluy[ea]|pon|pide|cita|comprueba|verifica|muestra|pregunta)|(?:nunca|jamás)_(?:me_|nos_)?\\p{L}+[ae]s|(?:nunca|jamás)_(?:en|con|sin|de|por|antes)|no_l[oa]s?_\\p{L}+[ae]s_nunca|(?<=,_)(?:siempre|nunca)(?=[.!]?$)|pregúntame_(?:primero|antes)|espera_mi|sin_(?:mi|preguntarme|consultarme|avisarme)",
  order:
    "(?!s[oó]lo|siempre|nunca|ahora|ningun[oa]|cada|toda|una|esta|la|me|se|que|era|había|fue|nada|hora|cosa|este|parece)\\p{L}{2,}(?:a|e|én|ón|me)|haz|da|sé|di",
  general: "exclusivamente|cada|siempre|nunca|jamás|solo|sólo|ningún|ninguna",
  limit:
    "(?:no|nunca)_más_de|(?:como_|al_)?(?:máximo|mínimo)|como_mucho|menos_de|hasta|superar|exceder",
  scope: "cada|tus|respuestas?|correos?|presupuesto|limita|deben?",
  opener:
    "en_este_(?:proyecto|repo)|y|pero|también|por_favor|ok|vale|entonces|luego|recuerda|nota|importante|regla|tú|usted|que",
  subject:
    "yo|él|ella|ellos|ellas|nosotros|eso|esto|qué|quién|por_qué|porque|cómo|dónde|el|la|los|mi|se|he|ha|han|había|es|son|era|fue|está|hay",
  excluded:
    "(?:est[ea]s?|es[ea]s?)_(?!proyecto|repo|chat|conversación|equipo|empresa)\\p{L}+|s[oó]lo_(?:el|la|los|las)|(?:dile|escríbele|pregúntale|mándale|envíale)s?|siempre_(?:se|me|le|les)_\\p{L}+|hac(?:es|e)_clic|pulsas|para_el_(?:lunes|martes|miércoles|jueves|viernes)|no_olvides|si_(?:quieres|puedes|tienes)|de_momento|para_esta_\\p{L}+|prefiero_(?:la|el)_(?:segund|primer)\\p{L}*|cuando_tengas|siempre_el_mismo|(?:nunca|siempre)_\\p{L}+ó|antes_de_(?:empezar|comenzar|terminar|seguir|continuar)|no_puede_ser|cada_vez_que_(?:l[oa]_)?\\p{L}+o|\\p{L}+mos_(?:siempre|nunca)|no_(?:te|se)_preocup\\p{L}+|(?:siempre|nunca)_(?:(?:me|lo)_)?\\p{L}+(?:ía|mos|ió|aron|ieron)|nunca_(?:se_sabe|(?:tuv|pud|hic|fu)\\p{L}*)|(?<!no_\\p{L}{2,12}s_)(?:siempre|nunca)_(?:(?:me|lo|la)_)?(?:he|ha|han|hemos|había|es|está|son|soy|voy|estoy|hay|\\p{L}+o|\\p{L}+aba)|,_ya|(?<=^)ahora|todavía|aún_no|esta_vez|por_ahora",
  revoked:
    "olvida\\p{L}*|(?:ignora|cancela)\\p{L}*_(?:eso|.{0,30}~(?:regla|norma|límite|prohibición|instrucción))|ya_no_(?:se_aplica|vale|hace_falta|es_necesario|tienes_que|debes|hay_que|necesitas)|no_hace_falta",
  permitted: "(?:puedes|podéis|puede)|(?:está|están)_permitid[oa]s?",
};

const RUSSIAN: RuleSigns = {
  certain:
    "ни_при_каких|что_бы_ни|в_дальнейшем|с_этого_(?:момента|дня)|в_случае_сомнени\\p{L}+|мы_здесь_(?:никогда|всегда|не)|с_сегодняшнего_дня|отныне|впредь|ни_в_коем_случае|как_правило|запрещ(?:ено|ен|ена|ены|аю|ается)",
  opening:
    "прежде_чем_.{1,40}~спр\\p{L}+|не_\\p{L}+(?:и|ь)(?:ся|сь)?|прекрати(?:те)?|мы_(?:всегда_)?использу\\p{L}+|по_\\p{L}+ам_мы_не|(?<=^)\\p{L}{4,}[ыи]_(?:должны|нельзя|не_должны)|один_\\p{L}+_на_\\p{L}+|не_люблю(?!_эт)|терпеть_не_могу|будь_(?!осторож|добр)\\p{L}+(?=[.!,]|$)|по_умолчанию_бери|с_\\p{L}+ами_только|до_особого|каждой_\\p{L}+_нужен|во_всех_\\p{L}+|лучше|не_надо|нельзя|избегай(?:те)?|перестань(?:те)?|хватит|(?<=^)только_\\p{L}+|больше_не_\\p{L}+|никак(?:их|ого|ой)|" +
    "(?:отвечай|пиши|говори|думай)(?:те)?_(?:и_\\p{L}+_)?(?:мне_|со_мной_)?(?:(?:только_)?(?:на|по|в)|коротко|кратко)|называй(?:те)?_меня|обращай(?:ся|тесь)",
  inside:
    "(?:если|когда|прежде_чем)_[^,]{1,60},_(?:спр|остан|сообщ|предупре)\\p{L}*|не_(?!знаем|можем|видим|понимаем|успеваем|будем|хотим)\\p{L}{3,}(?:ем|им)|если_(?:как\\p{L}+-то|кто-то|что-то)_[^,]{1,60},(?=_(?:то_)?\\p{L}+[иьй](?!\\p{L}))|обязательно|(?<=^я_.{1,40})(?:поэтому|так_что)|если_(?:что-то|не_уверен).{0,40},|не_\\p{L}+(?:й|йте|ите|ьте)(?:ся|сь)?|(?:ты|вы)_(?:не_)?(?:долж(?:ен|на|ны)|обязан[аы]?)|(?:кажд\\p{L}+|вс[её]|все|твои|ваши)_.{0,80}~долж(?:ен|на|но|ны)|(?:я_)?предпочитаю|долж(?:ен|на|но|ны)_(?:содержать|включать|использовать|соответствовать)|я_(?:не_)?хочу,?_чтобы_(?:ты|вы|твои|кажд\\p{L}+|все)|я_(?:же_)?(?:просил|говорил|сказал)а?|(?:перед|после)_(?:кажд\\p{L}+|\\p{L}+(?:ением|анием|кой))|без_мо(?:его|ей|их)|без_\\p{L}+(?:_\\p{L}+)?,_пожалуйста|" +
    "(?:сначала|сперва)_спро\\p{L}+|только_на_\\p{L}+(?:ом|е)|кажд\\p{L}+_\\p{L}+_(?:\\p{L}+(?:ай|яй|уй)|пиши|ставь)(?:те)?|всегда_(?:в|на|с|без|по-\\p{L}+)|(?<=,_)всегда(?=[.!]?$)|всегда_(?:\\p{L}+_)?\\p{L}+(?:[йь]|и)(?:те)?(?:ся|сь)?|\\p{L}+[йи](?:те)?_(?:\\p{L}+_){0,2}всегда|никогда_(?:\\p{L}+_)?не_\\p{L}+(?:[йь]|и)(?:те)?(?:ся|сь)?|\\p{L}{2,}[ыи]вай(?:те)?|(?:пиши|отвечай|говори)(?:те)?_(?:по-|на_)\\p{L}+",
  order:
    "(?!дава|созда|сдела)\\p{L}+(?:ай|яй|уй|ей)(?:те)?(?:ся|сь)?|пиши(?:те)?|говори(?:те)?|проси(?:те)?|покажи(?:те)?|держи(?:те)?|будь(?:те)?|ставь(?:те)?|приведи(?:те)?|пометь(?:те)?",
  general: "исключительно|кажд\\p{L}+|только|всегда|никогда|везде|всюду",
  limit: "не_(?:больше|более|длиннее|меньше|менее|дольше)|короче|максимум|минимум|до|превышать",
  scope: "вс[её]|на|твои|ответ\\p{L}*|резюме|бюджет|должен",
  opener: "и|но|а|также|пожалуйста|ок|тогда|ещё|запомни|важно|правило|ты|вы|мне",
  subject:
    "я(?!_хочу,_чтобы)|мы|он|она|оно|они|это|что|кто|почему|как|где|у_меня|у_нас|был\\p{L}*|есть",
  excluded:
    "эт(?:от|у|о|и|ой|ого|ом|их)_(?!проект|репозитор|чат|бесед)\\p{L}+|(?:скажи|напиши|ответь|спроси|отправь)(?:те)?_(?:ему|ей|им)|до_(?:понедельник|вторник|сред|четверг|пятниц|суббот|воскресень)\\p{L}+|не_забудь(?:те)?(?!,)|давай(?:те)?|на_этот_раз|если_хочешь|сейчас|в_этом_(?!проекте|репозитории)\\p{L}+|всегда_одн\\p{L}+|ты_должен_был|если_всё|не_(?:волнуй|беспокой|пережива)\\p{L}*|пока|ещё_не|только_(?:когда|если|потому|что|сейчас)|никогда_не_(?:знаешь|поздно)|всегда_сам\\p{L}+|(?:всегда|никогда)_(?:\\p{L}+_)?(?:не_)?\\p{L}+(?:ет|ит|ут|ют|ат|ят|ю|у|л|ла|ло|ли)(?:ся|сь)?",
  revoked:
    "забудь(?:те)?|(?:игнорируй|отмени)\\p{L}*_(?:это|.{0,30}~(?:правил|требовани|ограничени|запрет)\\p{L}*)|больше_не_(?:действует|нужно|надо|обязательно|требуется)|не_(?:нужно|надо|обязательно)_больше",
  permitted: "можно|можешь|можете|разреш(?:ено|аю|ается)",
};

const CHINESE: RuleSigns = {
  certain:
    "从现在(?:起|开始)|从今(?:以后|往后|天(?:起|开始))|我们(?:这里)?(?:从来?不|一律)|今后|往后|每当|一律|在任何情况下|(?:不管|无论)什么情况|无论如何|禁止|严禁|从不(?:使用|用)",
  opening:
    "我们(?:用|说|遵循|统一|不)|(?:这里|这边)用(?!户)|单位|默认用|原则上|记住(?!这)|一个[^，。]{1,5}一个|我(?:讨厌|不喜欢)(?!这)|不确定|拿不准|以后|不要|不准|不许|不得|不能|不应该?|不该|请勿|切勿|避免|停止|远离|别(?!人|的|名|处|墅)|只(?=用(?!户)|改[a-z]|能|准|许|使|推荐|回答|读)|务必|必须|一定要|始终|永远|总是|都要|叫我|请[^，。]{1,8}称呼我",
  inside:
    "我(?:不希望|说过|告诉过你)|统一用?|(?<=^[^，。你我他]{2,8})要(?!求|是|的|不|绿|[一两二三四五六七八九十\\d])|(?<=^.{1,10})(?:不能(?!用|再|[为是]?空|运)|别动|都要)|[写用说讲][英中日法德俄][文语]|所以请?(?:用|给)|我(?:想要|希望)[你您每]|(?<=^.{2,8})尽量|先[给说讲写][^，。]{1,8}再|没(?:有)?我(?:的)?(?:确认|点头|同意)|(?<=^.{1,12})就(?:问|说)|格式|代替|的都要|先(?:来)?问(?:一下)?我|每次(?![^，。]{1,10}都(?:会|崩|失|报|出|卡))|请(?:确保|仅|只)|[中英日法德俄][文语](?:对话|回答|回复|交流|沟通|输出)|当?我(?:说|问|输入|发送?)[^。]{1,30}(?:时|的时候)|我(?:同意|确认|批准)[后之]|每[^，。]{1,6}都(?:得|用|写|署名|标|注)|拿不准的?时候?|未经我|所有[^，。]{1,20}都(?!是|有|在|已|很)|必须|务必|始终|一定要用?|永远不?要?|千万[别不]|不应该|不要|不得|不准|不许|更喜欢|更希望|偏好|宁愿|倾向于|时，?(?:要|请|必须)",
  order: "$.",
  general: "$.",
  limit: "不(?:多于|少于|[能可得要应]?超过)|最多|至多|最少|至少|上限|控制在|限制在|以内",
  scope: "每|所有|应|回答|回复|摘要|总结|答案|预算|请",
  opener:
    "请|你|您|并且?|而且|也|但是?|然后|好的?|谢谢|记住|注意|重要|规则|那|就|都|还|一定|绝对|千万|所以|要|最好|再|里|中|上",
  subject:
    "我(?!的|更|偏|宁|说过|告诉|倾|不希望|不想|希望你|要你|们)|他|她|它|用户|系统|程序|机器人|页面|为什么|怎么|什么|谁|哪",
  excluded:
    "这(?!里|边|样|么|种|个(?:项目|仓库|对话))|(?:告诉|回复|问|跟)[他她]|那(?!么|样)|周[一二三四五六日]|今[天晚]|明天|下[周次]|现在|第[一二三四五六七八九十\\d]|别忘|只在|永远不晚|必须[^，。]{1,10}才|担心|没关系|不要紧|要不要|能不能|是不是|可不可以|这次|暂时|先不|还没|一定是|都[^，。]{0,10}了。?$|客气",
  revoked:
    "忘(?:掉|记|了)|(?:取消|忽略|撤销)(?:这|那|之前|刚才|[^，。]{0,12}(?:规则|要求|限制|说))|作废|不用再|不必|不需要(?:再|[^，。]{0,12}了)|无需",
  permitted: "可以[^，。]{0,30}了|(?:可以|能)(?:再|重新|又)|允许你?[^，。]{0,20}了",
};

const REQUEST =
  "(?:て|で)(?:ください|下さい|ほしい|欲しい|くれ|ね|。|$)|(?:こと|ように|なさい|お願い(?:します|いたします)?|しろ|せよ)(?:。|$)";

const JAPANESE: RuleSigns = {
  certain: "どんな場合|これから(?:は|ずっと)|今後[は、]|以降は|禁止|厳守",
  opening: "$.",
  inside:
    "ないように|うちは|(?:を使って|に従って|で書いて|短くして|簡潔に|統一して?|を保って|付けて|残しておいて)(?:ください|下さい|。|$)|(?:なので|ので)[^。]{1,40}(?:で|なし|ください|お願いします|して)(?:。|$)|(?:前に|たら)[^。]{0,10}(?:聞いて|確認して|省いて|知らせて)(?:ください|。|$)|うちでは|(?:決まり|規則)です|と呼びます|(?:のみ|ままで|税抜きで|税込みで)(?:。|$)|(?:こと)(?:。|$)|と言った(?:はず|よね)|しない(?:。|$)|一[^。]{1,5}一[^。]{1,5}$|(?:ない|ぬ)で(?:ください|下さい|ね|ほしい|欲しい|もらえ|くれ|。|！|$)|ない(?:こと|ように)(?:して|。|$|に)|(?:て|で)は(?:いけ|なら|だめ|ダメ)|なければ(?:な|いけ)|べき|必ず[^。]{0,60}(?:る|う|く|つ|ぬ|む|ぶ|ぐ|(?<!ま)す)(?:。|$)|\\p{Script=Han}語で(?:書|話|答|回答|返信)|" +
    `(?:必ず|絶対に?|いつも|常に|毎回|(?<!を)(?:全て|すべて)|だけ[をで]|のみ|のたびに|たびに|ごとに)[^。]{0,60}(?:${REQUEST})|(?:の|より[^。]{0,60})ほうが(?:好|いい|良|よい|望ま)|が必要です|好みです|やめて|避けて|控えて|(?:前に|とき|時|場合)(?:必ず|は|には|、)[^。]{0,60}(?:${REQUEST})|と呼んで`,
  order: "$.",
  general: "$.",
  limit: "以内|以下|未満|まで|以上|最大|最低|上限",
  scope: "返信|回答|要約|答え|一回|毎|各|ごと|予算|お願い",
  opener: "$.",
  subject: "私は|僕は|俺は|彼|彼女|なぜ|どうして|何を",
  excluded:
    "今は|今日|明日|今週|来週|(?:[一二三四]\\p{Script=Han}|つ)目|別の|この(?!プロジェクト|リポジトリ)|と(?:言[うっ](?!たはず|たよね)|書いてあ)|心配しないで|気にしないで|忘れないで|遠慮しないで|無理しないで|今回は|まだ(?!も)|違いない|か[。？?]?$|ことがない",
  revoked:
    "忘れて(?:ください|下さい|。|$|いい)|取り消し?[てま]|(?:ルール|指示|制限)[^。]{0,60}無視して|撤回|解除|(?:必要は?|なくて)(?:ありません|ない|もう|も?(?:いい|良い|大丈夫))",
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
