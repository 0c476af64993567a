/**
 * The words by which a language marks a statement as a rule. Each value is a part of a regular expression for text in
 * lower case. `_` is a space, `~` the start of a word. Except in Chinese and Japanese, whole words are matched.
 */
export type RuleSigns = {
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
  certain:
    "when_in_doubt|from_now_on|from_here_on|from_(?:today|tomorrow|this_\\p{L}+)_on(?:wards?)?|from_this_point|going_forward|until_further_notice|for_the_rest_of_(?:this|the|our)|at_all_times|" +
    "under_no_circumstances|as_a_(?:general_)?rule|you(?:_will|['’]ll)_(?:only_(?:answer|reply|respond|return|write|use)|(?:answer|reply|respond)_only)|(?:wait_for|without)_my_(?:explicit_)?(?:confirmation|approval|permission|consent|answers?)|(?<!~(?:this|that|it)_)(?:is|are|['’]re)_(?:strictly_)?(?:forbidden|prohibited|not_allowed|not_permitted|off[-_]limits)|(?:important|essential|crucial)_that_you|our_(?:policy|convention|rule)_is|we_(?:never|always)_\\p{L}+_(?:here|in_this_\\p{L}+)",
  opening:
    "stick_to(?!_(?:it|that|option|plan|the))|(?:always|never)(?!_\\p{L}+ing)|don['’]?t(?!_(?:know|have|see|understand|think|really|need|remember|get|forget))|do_not(?!_(?:know|have|see|understand|remember))|avoid|stop_\\p{L}+ing|quit_\\p{L}+ing|only_(?!\\p{N}|a_|the_|one|two|three|four|five|if|then|when|because|thing|after|before|since|now|once|in|this|that|for)\\p{L}+(?<!ed)(?![^,]{0,40}_(?:work(?:s|ed)?|show(?:s|ed)|is|was|has|had|fail(?:s|ed)|happen(?:s|ed)))|no_more|no_longer|refrain|be_(?:brief|concise|terse|polite|direct|honest|consistent|careful_with)|no_\\p{L}+ing(?=[,.]|$)|no_(?!\\p{L}+_(?:is|was|has|does|can)_)(?:\\p{L}+_){0,3}\\p{L}+s(?!_(?:\\p{L}+ed|were|was|are|is|have|had))|no_(?:\\p{L}+_){1,3}(?:in|for|without|before|after)|keep_(?!me|it|them|going|up|in_mind|\\p{L}+ing).{1,40}~(?:in|short|brief|concise|formal|simple|small|minimal|neat|readable|unchanged|intact|identical|consistent|(?:the_)?same|as_is|under|below)|keep_the_(?:original|existing|same|current)|" +
    "use_(?:the_)?\\p{L}+_(?:spelling|notation|units|tone|wording|quotes|language)|(?:answer|reply|respond|speak)_(?:(?:only_)?(?:in|with)|briefly|concisely)|(?:write|think|talk|comment)_(?:\\p{L}+_){0,2}in_\\p{L}+(?:glish|rman|ench|nish|ssian|nese)|(?:call|address)_me|prefer(?!_(?:the_)?\\p{L}+_one)|limit_yourself|" +
    "(?:all|every|each|any|your|no)_.{0,80}~(?:should|must|needs?_to|ha(?:s|ve)_to)",
  inside:
    "you['’]?(?:_are|re)_(?:not|never)(?!_(?:going|gonna|alone|wrong))|you_(?:must|shall)|you_(?:do|will)_not_(?!be|have|need|know|understand|see|get|want|like|remember|care|believe|support|seem)\\p{L}+|if_(?:my_(?:request|question|message)s?|(?:some|any)thing_is_(?:\\p{L}+_)?(?:unclear|ambiguous)).{0,80},|you_(?:should|must|may)(?:_not|n['’]t)|you_(?:should|have_to|need_to)_(?:always|never|only|ask)|" +
    "must_(?:not|never|always|only|include|contain|use|match|follow|start|end|stay|pass|return|respect)|must_be_(?:in|at|under|below|within|\\p{L}+(?:ed|en))|should_(?:never|always)(?!_(?:have|happen))|(?:should|must|can|do)(?:_not|n['’]t)_.{0,80}~ever|i_(?:want|need|expect)_you_to_(?:only|always|never|strictly|\\p{L}+_(?:every|each))|i_want_you_to_(?:answer|reply|respond|speak|talk)|(?:answer|reply|respond)_(?:me_)?only|i(?:['’]d_like|_would_like|_want)_to_avoid|i_(?:(?:really|strongly|always)_)?prefer(?!_to_(?!be_called|have|see|get|receive|read))|i(?:['’]d|_would)_(?:(?:really|much)_)?(?:prefer|rather)(?!_(?:(?:not_)?to|wait|stay|go|try|do|keep|not))|" +
    "i_(?:don['’]?t_)?want_(?:every|each|all(?!_of)|any|no)|i_(?:don['’]?t|never)_(?:ever_)?want_(?:you|to_see)|i_don['’]?t_(?:ever_)?like(?!_(?:where|what|this|that|it))|i_(?:(?:told|asked)_you_to_(?:always|never|not)|(?:said|told_you|asked_you)_(?:not|never|always|no(?!_to)))|you_keep_\\p{L}+ing|" +
    "(?:always|never)_(?:call|use|tell|show|write|share|reveal|send|answer|store|mention)|so_(?:please_)?(?:never|always|don['’]?t|do_not)|we_(?:never|always|only|don['’]?t|do_not)_(?:use|commit|push|deploy|store)|" +
    "always_to_be|when(?:ever)?_i_(?:say|ask|tell|give|send|type|paste|write)_.{0,80},|(?:when|whenever|before|after|if|unless|until|(?:any|every|each)_time|as_soon_as)_you_\\p{L}.{0,200},(?=_(?!(?:i|it|we|they|there|this|that|you_(?:will|might|can|could|are|see|get))_))|(?:before|after)_\\p{L}+ing_(?:any|each|every)|if_.{1,60},_(?:reply|respond|answer|return)|for_(?:every|each|any)_.{1,40}~(?:give|show|add|list|name|cite|write|use|include|mention|state|put)|without_(?:my|asking_me)|(?<=,_)(?:every_single_time|everywhere|always|all_the_time)(?=[.!]?$)|and_nothing_else|in_\\p{L}+_only|(?:every|all|your)_(?:single_)?(?:answers?|repl(?:y|ies)|responses?)",
  order:
    "use|write|keep|make|ask|treat|name|call|show|put|add|end|begin|start|give|cite|check|test|run|address|refer|round|format|store|send|speak|" +
    "translate|include|mention|mark|list|explain|state|return|leave|follow|stick|remember|wrap|sort|tell|document|set|report|say|wait|provide|respect|confirm|describe|convert|commit|assume|suggest|recommend|propose|pick|choose|draft|sign|read|open|delete|remove|copy|attach|link|spell|capitalize|align|group|restrict|ensure|log|hide|count|quote|stay|limit|don['’]?t_forget|never_forget|be_sure",
  general:
    "(?<!~(?:read|check|include|list|find|open|test|delete|remove|copy)_)(?:every|each(?!_other))|only|always|never|whenever|exclusively|throughout|everywhere|all_the_time|for_(?:any|all)|(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|messages?)_to|(?:when|before|after|unless|until|if)_(?:you|i|a|an|any|each|every|(?!\\p{L}*thing)\\p{L}+ing)|,_not|and_not|instead_of|rather_than|without",
  limit:
    "at_(?:the_)?most|at_least|(?:no|not|never)_(?:more|longer|less|fewer|higher|larger)_than|max(?:imum)?|min(?:imum)?|up_to|under|below|within|(?:less|fewer|shorter)_than|exceed|limited_.{0,40}~to",
  scope:
    "keep|per(?!_(?:minute|second))|every|each|all|any|must|never|my_(?:limit|budget|maximum)|answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|messages?",
  opener:
    "and|but|also|please|ok|okay|then|just|now|well|thanks|again|remember|note|important|rule|reminder|kindly|let['’]?s|yes|no|oh|hey|actually|correction",
  subject:
    "i(?!_(?:want|need|expect|would_like)_you)|we|it|they|he|she|this|there|who|what|which|how|why|where|did|does|has|had|is|was|were|am|i['’](?:m|ve|ll)|(?:it|that|there|what)['’]s|(?:we|they)['’](?:re|ve|ll)",
  excluded:
    "don['’]?t_(?:(?:limit|beat|blame|doubt|underestimate|sell|push)_yourself|worry|be|mind|hesitate|give_up|bother|rush)|never_(?:mind|been|seen|had|gives?|knew|was|heard|thought)|(?<!(?:like|want)_)to_avoid|let['’]?s(?!_(?:always|never|only|not|keep|stick|agree))|(?:before|until)_(?:you_)?(?:start|begin|finish|proceed|continu)(?:ing|e)?(?!_(?:any|each|every|an?|with|work))|don['’]?t_(?:quit|miss|let_(?:it|that|this|any\\p{L}+))|always_(?:been|was|is|there|here|a|the|so|nice|fun|happy|glad|great|good)|" +
    "no_(?:(?:more_)?(?:problems?|worries|idea|thanks|doubt|way|one|need|questions|changes|issues|errors|regrets|matches|regressions|results)|\\p{L}+_needs)|for_now|(?:this|just)_(?:time|once)|not?_yet|yet|right_now|(?:it|this|that)_now|stop_(?:it|here)|prefer_not_to|never_again(?=[,.!])|(?:has|had)_at_(?:least|most)|i_(?!want|need|prefer|would|expect)\\p{L}+_(?:\\p{L}+_){0,5}at_(?:least|most)|you_(?:never|always)|(?:if|when|after)_you_\\p{L}+_(?:it|that|this|there)|should_(?:all_)?(?:be|have)_.{0,30}~(?:now|already|again)|" +
    "must_(?:have_(?:been|\\p{L}+ed)|be_so|be_(?:tired|excited|pleased|interested))|you_must_(?:be|feel|love|know|miss)|must['’]ve|let_me_know|(?:if|when|after)_you_(?:['’](?:re|d)|are|get|have|can|could|would|want|like|need|think|know|see|look|ask|were|had|did|say|ever)",
  revoked:
    "forget(?:_about)?|(?:ignore|scratch|drop|cancel|disregard|lift)_(?:that|.{0,30}~(?:rule|instruction|limit|restriction|ban|requirement|preference|i_said|i_told_you))|never_?mind|no_longer_(?:applies|apply|valid|necessary|needed|required|have_to|needs?_to)|no_(?:more_)?need|(?:don['’]?t|do_not)_(?:have|need)_to|isn['’]?t_(?:necessary|needed|required)",
  permitted:
    "you_(?:may|can|are_allowed_to)(?:_(?:now|also|again|stop))*|feel_free_to|(?:is|are|it['’]s)_(?:now_)?(?:fine|ok|okay|allowed)(?:_(?:now|again))?",
};

const GERMAN: RuleSigns = {
  certain:
    "im_zweifel|ab_(?:jetzt|sofort|nun|heute)|von_(?:jetzt|nun)_an|künftig|zukünftig|in_zukunft|fortan|grundsätzlich|bis_auf_weiteres|wir_\\p{L}+_hier_(?:nie|niemals|immer|nur|kein\\p{L}*)|für_(?:alle|jede[rsmn]?)_.{0,60}~gilt|jedes_mal(?!,_wenn_(?:ich|er|es|sie)_)|jederzeit|auf_keinen_fall|unter_keinen_umständen|(?:ist|sind)_(?:streng_)?(?:verboten|tabu)|nicht_(?:erlaubt|gestattet)",
  opening:
    "nicht(?!_(?:alle|jede[rs]?|so))|nie|niemals|immer(?!_(?:dasselbe|das_gleiche))|stets|nur(?!_(?:\\p{N}|eine?|zwei|drei|vier|fünf|noch)_)|kein(?:e[nmrs]?)?(?!_\\p{L}+_(?:ist|war|hat|sind|waren|haben|geht)_)|vermeide[nt]?|unterlass\\p{L}*|hör(?:e|en|t)?_(?:bitte_)?(?:sie_)?(?:endlich_)?auf|nenn(?:e|en)?_mich|(?:rede|sprich)_mich|" +
    "antworte\\p{L}?_(?:immer_)?(?:kurz|knapp)|(?:schreib|sprich|rede|denk|kommentier)\\p{L}*_.{0,20}~auf_\\p{L}+sch|antworte(?:n|t)?_(?:mir_)?(?:sie_)?(?:nur_)?(?:auf|in|mit)|bitte_.{0,60}~(?:nicht|nichts|nie|kein(?:e[nmrs]?)?)|lieber",
  inside:
    "(?:du|sie|ihr)_(?:musst|müssen|müsst|sollst|sollen|sollt|darfst|dürfen|dürft)|(?:musst|sollst|darfst)_du|(?:jede[rsmn]?|alles?|dein(?:e[nmrs]?)?|kein(?:e[nmrs]?)?)_.{0,80}~(?:muss|müssen|soll|sollen|darf|dürfen)|" +
    "(?:darf|dürfen|sollen?)_.{0,60}~(?:nicht|nie|niemals|kein\\p{L}*)|(?:muss|müssen)_(?:immer|stets)|ich_(?:bevorzuge|ziehe_.{1,60}~vor|mag_lieber|hätte_lieber|will_kein\\p{L}*|möchte_(?:kein\\p{L}*|nicht))|(?:mir|ich)_.{0,30}~lieber|" +
    "warte_auf_mein\\p{L}*|und_sonst_nichts|am_liebsten|überall_(?:im|in|mit|als)|ohne_(?:mein\\p{L}*|freigabe|rückfrage|erlaubnis|zustimmung)|ich_(?:will|möchte|wünsche_mir|erwarte),?_dass_du|ich_(?:habe|hab)_(?:doch_)?gesagt|(?:vor|nach|bei|in|zu)_jede[rm]|wenn_ich_.{0,60}~(?:sage|frage|schicke|gebe|schreibe|bitte),|(?:wenn|bevor|sobald|falls)_du(?!_[^,]{0,200},_\\p{L}+_ich)|wir_(?:verwenden|nutzen|benutzen)_.{0,20}~(?:nie|kein\\p{L}*|immer|nur)|immer|niemals",
  order:
    "(?!sie|ohne|die|k?eine|[mds]eine|diese|jede|alle|habe|hatte|wäre|würde|könnte|möchte|heute|gerade|danke|schade|beide|viele|welche|sehe|finde|brauche|hoffe|gehe)\\p{L}{2,}e(?!_ich)|\\p{L}{2,}en_sie|schreib|unterschreib|erklär|füg|schick|prüf|bleib|such|wähl|zähl|mach|lösch|nimm|gib|lass|benutz|nutz|verwend|frag|änder|fass|sag|zeig|sprich|lies|ruf|führ|push|stell|setz|leg|tu|geh|halt|nenn|bitte",
  general:
    "nie|niemals|immer|stets|nur|nicht|nichts|kein(?:e[nmrs]?)?|jede[rsmn]?|ausschließlich|durchgehend|durchgängig|überall|ohne|statt|(?:bevor|wenn|sobald|falls)",
  limit:
    "höchstens|maximal|mindestens|nicht_(?:mehr|länger|weniger)_als|unter|bis_zu|weniger_als|begrenz\\p{L}*|überschreiten",
  scope:
    "jede[rsmn]?|alle|pro|dein\\p{L}*|halte|antwort\\p{L}*|zusammenfassung\\p{L}*|nachricht\\p{L}*|darf|budget",
  opener:
    "und|aber|also|auch|bitte|ok|okay|dann|jetzt|danke|nochmal|merk_dir|wichtig|regel|du|sie|ihr",
  subject:
    "ich|wir|er|es|man|das|dies|was|wer|wie|warum|wieso|weshalb|wo|hat|habe|haben|hatte[nt]?|ist|sind|war(?:en)?|bin|wird|wurde[n]?|der|weiß|hab|kann|verstehe|sehe|finde|brauche|kenne|glaube|denke|konnte",
  excluded:
    "bevor_du_(?:anfängst|beginnst|loslegst|startest|weitermachst)|mach_dir_kein\\p{L}*|keine_(?:ahnung|sorgen?|fragen?|angst|ursache|zeit)|kein_problem|noch_(?:nicht|nie)|diesmal|dieses_mal|vorerst|immer_(?:noch|mehr|wieder)|nicht_mehr(?!_als)|ich_.{0,30}~immer|im_(?:hinter)?kopf|(?:muss|müssen)_.{1,80}t_(?:haben|sein)(?=[.!]?$)|du_musst_(?:\\p{L}+_)?(?:müde|verrückt|stolz|froh|krank|aufgeregt)_|(?:wenn|falls)_du_(?:willst|magst|kannst|zeit)",
  revoked:
    "vergiss|vergessen_sie|(?:ignorier\\p{L}*|streich\\p{L}*)_(?:das|.{0,30}~(?:regel|vorgabe|anweisung|grenze|limit|verbot))|gilt_(?:ab_jetzt_)?nicht_mehr|aufgehoben|(?:musst|brauchst|müssen|brauchen)_.{0,60}~(?:nicht|keine?n?)_(?:.{0,20}_)?mehr|nicht_mehr_(?:nötig|notwendig|gültig)",
  permitted:
    "(?:du|sie)_(?:darfst|kannst|dürfen|können)|(?:darfst|kannst)_du|(?:ist|sind)_(?:(?:jetzt|wieder)_)*(?:erlaubt|ok|okay|in_ordnung)",
};

const FRENCH: RuleSigns = {
  certain:
    "(?<=^)(?:les|tes)_\\p{L}+_toujours|en_cas_de_doute|(?:les|des|tes|vos)_\\p{L}+_ne_doivent_pas|ici_on_(?:ne_\\p{L}+|n['’]\\p{L}+)_jamais|ici_on_\\p{L}+_toujours|à_partir_de_maintenant|à_partir_d['’]aujourd['’]hui|désormais|dorénavant|à_l['’]avenir|jusqu['’]à_nouvel_ordre|en_toutes_circonstances|en_aucun_cas|sous_aucun_prétexte|(?:est|sont)_(?:strictement_)?(?:interdite?s?|défendue?s?)|ne_doi(?:t|vent)_jamais|doi(?:t|vent)_toujours|à_partir_de_(?:demain|ce_jour)",
  opening:
    "ne_\\p{L}+|n['’]\\p{L}+(?:e|ez|is)|toujours|jamais|évite[zr]?|arrête[zr]?|cesse[zr]?|uniquement|seulement(?!_(?:\\p{N}|une?|deux|trois|quatre|cinq)_)|pas_d(?:e_|['’])\\p{L}+|plus_d(?:e_|['’])\\p{L}+|interdiction|préfère[zr]?|(?:réponds|répondez|parle|parlez)(?:-moi)?_(?:uniquement_|seulement_)?(?:en|avec|par)|(?:écris|écrivez|rédige|commente)\\p{L}*_.{0,20}~en_\\p{L}+(?:nçais|glais|mand|gnol)|" +
    "appelle(?:z)?-moi|vouvoie|tutoie",
  inside:
    "(?:tu|vous)_(?:ne_)?(?:dois|devez)|il_ne_faut|il_faut_(?:toujours|que_tu)|(?:chaque|tou(?:te?s?(?!_d['’]abord)|s)|tes|vos|aucune?)_(?:(?!_(?:on|je)_).){0,80}~(?:doi(?:t|vent)|peu(?:t|vent))|ne_(?:doi(?:t|vent)_(?:pas|jamais|plus)|peu(?:t|vent)_(?:jamais|plus))|" +
    "doivent_toujours|je_(?:préfère|préférerais)|je_ne_veux_(?:plus|(?:pas|jamais)_(?:que|être_\\p{L}+é|d(?:e_|['’]).{0,200}~(?:tes|vos|les)))|(?:veux|voudrais)_que_tu|j['’]aime_mieux|je_t['’]ai_(?:bien_|déjà_)?(?:dit|précisé|demandé_de_(?:toujours|ne))|(?:avant|après|à|dans)_chaque|" +
    "(?:quand|lorsque|dès_que|si)_(?:tu|vous)(?!_[^,]{0,200},_(?:je|on|nous|il|elle|ça)_)|(?:quand|lorsque)_je_(?:(?:te|vous)_)?(?:dis|demande|donne|envoie|écris)|avant_de_\\p{L}.{0,200},(?=_)|on_n['’](?:utilise|emploie)|toujours|jamais|\\p{L}+_uniquement(?=,|[.!]?$)|demande(?:z)?-moi_(?:d['’]abord|avant)|sans_m(?:on|a|es)|attends_m(?:on|a)|et_rien_d['’]autre|merci_de_(?:ne|toujours)",
  order:
    "(?!chaque|cette|une|le|je|ce|que|[nv]otre|comme|entre|même|elle|toute|mais|depuis|puis|jamais|reste|les|des|mes)\\p{L}{2,}(?:e|ez|is|ds|ts)|sois|mets|fais|va",
  general:
    "chaque|toujours|jamais|uniquement|seulement|exclusivement|partout|aucune?|sans|avant_(?:de|d['’]|tout)|plutôt_que|au_lieu_de|tou(?:te)?s_(?:tes|vos)",
  limit:
    "(?:au_)?(?:maximum|minimum)|au_(?:plus|moins)|(?:pas|jamais)_plus_(?:de|d['’])|moins_de|jusqu['’]à|limite[zr]?|dépasser",
  scope:
    "chaque|tou(?:te?s?|s)|par(?!_(?:minute|seconde))|tes|vos|réponses?|résumés?|messages?|garde|budget|doi(?:t|vent)",
  opener:
    "et|mais|donc|aussi|alors|ok|merci|s['’]il_(?:te|vous)_plaît|stp|svp|rappel|note|important|règle|puis|veuillez",
  subject:
    "je(?!_(?:veux|voudrais)_que)|j['’]\\p{L}+|il|elle|on|nous|ils|elles|ce|c['’](?:est|était)|ça|cela|qui|pourquoi|comment|où|le|la|les|l['’]\\p{L}+|mon|ma|mes|notre|nos|a|est|sont|était|ont",
  excluded:
    "avant_de_(?:commencer|continuer|démarrer)|t['’]inquiète|vous_inquiétez|n['’]hésite[zr]?|ne_(?:sais?|marche|fonctionne|vois|comprends|suis|peux|vaut|reste)|pas_de_(?:problèmes?|soucis?)|aucune_idée|pas_encore|jamais_(?:vue?|entendue?|lue?|eue?)|si_jamais|cette_fois|pour_l['’]instant|pour_le_moment|plus_de_\\p{L}+_que|si_tu_(?:veux|peux|as)",
  revoked:
    "oublie[zr]?|(?:ignore|annule)[zr]?_(?:ça|cela|.{0,30}~(?:règle|consigne|limite|interdiction))|ne_s['’]applique_plus|(?:plus|pas)_(?:besoin|nécessaire|la_peine|obligée?)|(?:dois|devez)_plus",
  permitted:
    "(?:tu|vous)_(?:peux|pouvez)|(?:est|sont)_(?:(?:maintenant|de_nouveau)_)?(?:permise?s?|autorisée?s?)",
};

const SPANISH: RuleSigns = {
  certain:
    "(?:de|a_partir_de|desde)_(?:ahora|hoy)|en_caso_de_duda|aquí_(?:nunca|siempre)_\\p{L}+mos|no_deben?_.{1,60}~nunca|nunca_deben?|deben?_\\p{L}+_siempre|en_adelante|en_el_futuro|hasta_nuevo_aviso|en_ningún_caso|en_todo_momento|bajo_ninguna_circunstancia|por_regla_general|(?:está|están|queda|quedan)_(?:terminantemente_)?prohibid[oa]s?",
  opening:
    "no_(?:(?:me|te|le|lo|la|se|los|las|les|nos)_)?\\p{L}{3,}(?:as|es)|no_(?:(?:us|toc|cambi|modific|borr|elimin|insert|agreg|cre|envi|invent)ar|(?:escrib|inclu|sub)ir|hacer|use|haga|escriba|borre|toque|envíe|modifique|incluya|responda|cambie|publique)n?|evit(?:a|e|ar|en)|dej(?:a|ar|e)_de|(?:solo|sólo|únicamente)_(?!\\p{N}|un|una|dos|tres|cuatro|cinco)\\p{L}+(?<![éóí])|" +
    "(?:escrib|coment|pien)\\p{L}*_.{0,20}~en_\\p{L}+(?:ñol|lés|cés|mán)|(?:responde|responda|contesta|háblame)_(?:solo_|sólo_)?(?:en|con)|llámame|trátame|tutéame|prohibido|nada_de|prefiere|limítate",
  inside:
    "(?:no_)?debes|(?:no_)?deberás|tienes_que_.{0,40}~(?:siempre|nunca|antes|permiso|preguntar)|(?:cada|tod[oa]s?|tus|sus|ningún|ninguna)_.{0,80}~(?:deben?|tienen?_que|pueden?)|no_(?:debe|deben|puede|pueden)_\\p{L}+|prefiero|preferiría|" +
    "no_quiero_(?:que|ver|más|.{0,200}~(?:tus|las|los))|quiero_que_.{0,40}~(?:siempre|nunca|cada|todo)|te_(?:dije|he_dicho)_que|(?:antes|después)_de_cada|cuando_(?:yo_)?(?:te_)?(?:diga|pida|mande|escriba|pregunte)_.{0,80},|(?:cuando|si|antes_de_que)_\\p{L}+(?:as|es)_.{0,200},(?=_)|antes_de_\\p{L}+r_.{0,200},(?=_)|" +
    "(?:nunca|siempre|no)_usamos|hay_que_.{0,40}~(?:siempre|nunca)|siempre|nunca|jamás|solo_en_\\p{L}+,_por_favor|pregúntame_(?:primero|antes)|espera_mi|y_nada_más(?=[.,!]|$)|sin_(?:mi|preguntarme|consultarme|avisarme)",
  order:
    "(?!s[oó]lo|ningun[oa]|cada|toda|una|esta|la|me|se|que|era|había|fue|nada|hora|cosa|este|parece)\\p{L}{2,}(?:a|e|én|ón|me|lo)|haz|da|sé|di",
  general:
    "cada|siempre|nunca|jamás|solo|sólo|únicamente|exclusivamente|ningún|ninguna|sin|antes_de|en_lugar_de|en_vez_de|(?:en|para)_tod[oa]s|tod[oa]s_tus",
  limit:
    "(?:como_|al_)?(?:máximo|mínimo)|como_mucho|a_lo_sumo|(?:no|nunca)_más_de|menos_de|por_debajo_de|hasta|limita\\p{L}*|superar|exceder",
  scope:
    "cada|tod[oa]s?|por(?!_(?:minuto|segundo))|tus|mant[eé]n\\p{L}*|respuestas?|resumen(?:es)?|mensajes?|correos?|presupuesto|limita|deben?",
  opener:
    "y|pero|también|por_favor|ok|vale|gracias|entonces|luego|recuerda|nota|importante|regla|tú|usted|que",
  subject:
    "yo|él|ella|ellos|ellas|nosotros|eso|esto|qué|quién|por_qué|porque|cómo|dónde|el|la|los|mi|se|he|ha|han|había|es|son|era|fue|está|hay",
  excluded:
    "antes_de_(?:empezar|comenzar|terminar|seguir|continuar)|no_puede_ser|cada_vez_que_(?:l[oa]_)?\\p{L}+o|\\p{L}+mos_(?:siempre|nunca)|no_(?:te|se)_preocup\\p{L}+|no_(?:sabes|puedes|tienes|quieres|eres|antes|dudes|hemos|tenemos|podemos|es|pasa|además)|(?:siempre|nunca)_(?:(?:me|lo)_)?\\p{L}+(?:ía|mos|ió|aron|ieron)|nunca_(?:se_sabe|(?:tuv|pud|hic|fu)\\p{L}*)|s[oó]lo_(?:pasa|ocurre|sucede|funciona|falla|falta|queda|hay|es|son|está)|(?<!no_\\p{L}{2,12}s_)(?:siempre|nunca)_(?:(?:me|lo|la)_)?(?:he|ha|han|hemos|había|es|está|son|soy|voy|estoy|hay|\\p{L}+o|\\p{L}+aba)|" +
    "debes?_(?:ser|de|estar|haber)|todavía|aún_no|esta_vez|por_ahora|de_momento|si_(?:quieres|puedes|tienes)",
  revoked:
    "olvida\\p{L}*|(?:ignora|cancela)\\p{L}*_(?:eso|.{0,30}~(?:regla|norma|límite|prohibición|instrucción))|ya_no_(?:se_aplica|vale|hace_falta|es_necesario|tienes_que|debes|hay_que|necesitas)|no_hace_falta",
  permitted: "(?:puedes|podéis|puede)|(?:está|están)_permitid[oa]s?",
};

const RUSSIAN: RuleSigns = {
  certain:
    "с_этого_(?:момента|дня)|(?:если|когда)_(?:ты_)?сомнева\\p{L}+|в_случае_сомнени\\p{L}+|мы_здесь_(?:никогда|всегда|не)|с_сегодняшнего_дня|отныне|впредь|в_дальнейшем|до_дальнейших_указаний|ни_в_коем_случае|ни_при_каких_обстоятельствах|как_правило|запрещ(?:ено|ен|ена|ены|аю|ается)",
  opening:
    "не_\\p{L}+(?:и|ь)(?:ся|сь)?|лучше|не_надо|нельзя|избегай(?:те)?|перестань(?:те)?|прекрати(?:те)?|хватит|только_\\p{L}+|больше_не_\\p{L}+|никак(?:их|ого|ой)|(?:отвечай|пиши|говори|думай)(?:те)?_(?:и_\\p{L}+_)?(?:мне_|со_мной_)?(?:(?:только_)?(?:на|по|в)|коротко|кратко)|называй(?:те)?_меня|обращай(?:ся|тесь)|предпочитай(?:те)?|ограничь\\p{L}*",
  inside:
    "не_\\p{L}+(?:й|йте|ите|ьте)(?:ся|сь)?|(?:ты|вы)_(?:не_)?(?:долж(?:ен|на|ны)|обязан[аы]?)|(?:кажд\\p{L}+|вс[её]|все|твои|ваши)_.{0,80}~долж(?:ен|на|но|ны)|не_долж(?:ен|на|но|ны)|(?:я_)?предпочитаю|долж(?:ен|на|но|ны)_(?:содержать|включать|использовать|соответствовать)|(?:я_)?предпоч(?:ёл|ел|ла)_бы|мне_больше_нравится|я_(?:не_)?хочу,?_чтобы_(?:ты|вы|твои|кажд\\p{L}+|все)|" +
    "я_не_хочу_видеть|я_(?:же_)?(?:просил|говорил|сказал)а?|(?:перед|после)_(?:кажд\\p{L}+|\\p{L}+(?:ением|анием|кой))|(?:когда|если|прежде_чем|перед_тем_как)_(?:ты_)?\\p{L}+(?:ешь|ишь)(?:ся)?|без_мо(?:его|ей|их)|жди(?:те)?_мо(?:его|ей|их)|и_ничего_(?:больше|другого)|когда_я_(?:говорю|скажу|прошу|пишу|спрашиваю|присылаю)_.{0,80},|без_\\p{L}+(?:_\\p{L}+)?,_пожалуйста|только_(?:на|в|по)_\\p{L}+|(?:сначала|сперва)_спро\\p{L}+|кажд\\p{L}+_\\p{L}+_(?:\\p{L}+(?:ай|яй|уй)|пиши|ставь)(?:те)?|мы_(?:никогда|всегда|не)_(?:не_)?используем|" +
    "обязательно|всегда|никогда|долж(?:ен|на|но|ны)_всегда",
  order:
    "(?!дава)\\p{L}+(?:ай|яй|уй|ей)(?:те)?(?:ся|сь)?|пиши(?:те)?|говори(?:те)?|проси(?:те)?|покажи(?:те)?|держи(?:те)?|будь(?:те)?|ставь(?:те)?|приведи(?:те)?|пометь(?:те)?",
  general:
    "кажд\\p{L}+|только|всегда|никогда|исключительно|везде|всюду|без|вместо|перед|прежде_чем|если|когда|во_всех|а_не",
  limit:
    "не_(?:больше|более|длиннее|меньше|менее|дольше)|короче|максимум|минимум|до|ограничь\\p{L}*|превышать",
  scope:
    "кажд\\p{L}+|вс[её]|на|твои|ответ\\p{L}*|резюме|сообщени\\p{L}+|бюджет|должн\\p{L}+|должен",
  opener: "и|но|а|также|пожалуйста|ок|хорошо|тогда|спасибо|ещё|запомни|важно|правило|ты|вы|мне",
  subject:
    "я(?!_хочу,_чтобы)|мы|он|она|оно|они|это|что|кто|почему|как|где|у_меня|у_нас|был\\p{L}*|есть",
  excluded:
    "давай(?:те)?|не_(?:волнуй|беспокой|пережива)\\p{L}*|не_(?:очень|знаю|есть|могу)|пока|ещё_не|на_этот_раз|только_(?:когда|если|потому|что|сейчас)|никогда_не_(?:знаешь|поздно)|всегда_сам\\p{L}+|(?:всегда|никогда)_(?:\\p{L}+_)?(?:не_)?\\p{L}+(?:ет|ит|ут|ют|ат|ят|ю|у|л|ла|ло|ли)(?:ся|сь)?|(?:это|наверное),?_должно_быть|должно_быть,|если_хочешь",
  revoked:
    "забудь(?:те)?|(?:игнорируй|отмени)\\p{L}*_(?:это|.{0,30}~(?:правил|требовани|ограничени|запрет)\\p{L}*)|больше_не_(?:действует|нужно|надо|обязательно|требуется)|не_(?:нужно|надо|обязательно)_больше",
  permitted: "можно|можешь|можете|разреш(?:ено|аю|ается)",
};

const CHINESE: RuleSigns = {
  certain:
    "从现在(?:起|开始)|从今(?:以后|往后|天(?:起|开始))|我们(?:这里)?(?:从来?不|一律)|今后|往后|每当|一律|在任何情况下|无论如何|禁止|严禁|从不(?:使用|用)",
  opening:
    "以后|不要|不准|不许|不得|不能|不应该?|不该|不可(?!能)以?|请勿|切勿|避免|停止|远离|别(?!人|的|名|处|墅)|只(?!是|有|要|不过|好)|务必|必须|一定要|始终|永远|总是|都要|用[^，。]{1,8}(?:回答|回复)|叫我|请[^，。]{1,8}称呼我",
  inside:
    "先(?:来)?问(?:一下)?我|每次(?![^，。]{1,10}都(?:会|崩|失|报|出|卡))|(?:希望|要|想让)[你您](?:只|仅|始终|严格)|[你您](?:将|应该?)?只(?:会|需|能|用|回)|(?:只|不)能是|请(?:确保|仅|只)|而不是(?:任何)?其他|保持(?:相同|不变|一致|简洁|原)|[中英日法德俄][文语](?:对话|回答|回复|交流|沟通|输出)|当?我(?:说|问|输入|发送?)[^。]{1,30}(?:时|的时候)|我(?:同意|确认|批准)[后之]|(?:回答|回复|内容|信息|message)要(?:简洁|精简|简短)|如果[^。]{1,30}，请(?:回复|回答|返回)|每[^，。]{1,6}都(?:得|用|写|署名|标|注)|拿不准的?时候?|没有?我的?(?:同意|允许|许可|批准)|未经我|所有[^，。]{1,20}都(?!是|有|在|已|很)|必须|务必|始终|一定要用?|永远不?要?|千万[别不]|不应该|只(?:用|准|许)|不要|不得|不准|不许|更喜欢|更希望|偏好|宁愿|倾向于|我(?:不想|不希望|说过|告诉过你)|每(?![天年周月晚])\\p{Script=Han}[^，。]{0,30}(?:必须|都要|应该|应当|要)|之?前，?(?:必须|一定要?|务必|先|都要)|时，?(?:要|请|必须)|应(?:该|当)(?:始终|总是)",
  order: "用(?!户|例|法|途|于|量)|写|保持|使用|称呼|回答|列出|标明|注明|给出|显示|叫",
  general: "每|只|仅|始终|总是|任何|之前|而不是|不要",
  limit: "不(?:多于|少于|[能可得要应]?超过)|最多|至多|最少|至少|上限|控制在|限制在|以内",
  scope: "每|所有|应|回答|回复|摘要|总结|答案|预算|请",
  opener:
    "请|你|您|并且?|而且|也|但是?|然后|好的?|谢谢|记住|注意|重要|规则|那|就|都|还|一定|绝对|千万|所以|要|最好|再|里|中|上",
  subject:
    "我(?!的|更|偏|宁|说过|告诉|倾|不希望|不想|希望你|要你|们)|他|她|它|用户|系统|程序|机器人|页面|为什么|怎么|什么|谁|哪",
  excluded:
    "(?:开始|动手)(?:之)?前|永远不晚|担心|没关系|不要紧|要不要|能不能|是不是|可不可以|[吗呢][？?]?$|这次|暂时|先不|还没|一定是|都[^，。]{0,10}了。?$|客气|不能(?:用|运行|打开|工作)了?$",
  revoked:
    "忘(?:掉|记|了)|(?:取消|忽略|撤销)(?:这|那|之前|刚才|[^，。]{0,12}(?:规则|要求|限制|说))|作废|不用再|不必|不需要(?:再|[^，。]{0,12}了)|无需",
  permitted: "可以[^，。]{0,30}了|(?:可以|能)(?:再|重新|又)|允许你?[^，。]{0,20}了",
};

const REQUEST =
  "(?:て|で)(?:ください|下さい|ほしい|欲しい|くれ|ね|。|$)|(?:こと|ように|なさい|お願い(?:します|いたします)?|しろ|せよ)(?:。|$)";

const JAPANESE: RuleSigns = {
  certain: "今後[は、]|これから(?:は|ずっと)|以降は|毎回|どんな場合(?:で)?も|禁止|厳守",
  opening: "$.",
  inside:
    `(?:ない|ぬ)で(?:ください|下さい|ね|ほしい|欲しい|もらえ|くれ|。|！|$)|ない(?:こと|ように)(?:して|。|$|に)|(?:て|で)は(?:いけ|なら|だめ|ダメ)|なければ(?:な|いけ)|ないと(?:いけ|だめ)|べき|` +
    `必ず[^。]{0,60}(?:る|う|く|つ|ぬ|む|ぶ|ぐ|(?<!ま)す)(?:。|$)|\\p{Script=Han}語で(?:書|話|答|回答|返信)|を[^。、]{1,12}(?<!でき|分か|わか|され)ない(?:。|$)|(?:必ず|絶対に?|いつも|常に|(?<!を)(?:全て|すべて)|だけ|のみ|のたびに|たびに|ごとに)[^。]{0,60}(?:${REQUEST})|(?:の|より[^。]{0,60})ほうが(?:好|いい|良|よい|望ま)|が必要です|(?:を|が)(?:優先|好み)|好みです|やめて|避けて|控えて|(?:前に|とき|時|場合)(?:必ず|は|には|、)[^。]{0,60}(?:${REQUEST})|と呼んで|は(?:使い|使用し)ません`,
  order: "$.",
  general: "$.",
  limit: "以内|以下|未満|まで|以上|最大|最低|上限",
  scope: "返信|回答|要約|答え|一回|毎|各|ごと|して(?:ください|下さい)|予算|お願い",
  opener: "$.",
  subject: "私は|僕は|俺は|彼|彼女|なぜ|どうして|何を",
  excluded:
    "心配しないで|気にしないで|忘れないで|遠慮しないで|無理しないで|今回は|まだ(?!も)|違いない|か[。？?]?$|ことがない",
  revoked:
    "忘れて(?:ください|下さい|。|$|いい)|取り消し?[てま]|(?:ルール|指示|制限)[^。]{0,60}無視して|撤回|解除|(?:必要は?|なくて)(?:ありません|ない|もう|も?(?:いい|良い|大丈夫))",
  permitted: "(?:ても|でも)(?:いい|良い|よい|大丈夫|構|かま)",
};

/** The signs of all languages, by how their words are written. */
export const SIGNS: Readonly<Record<"spaced" | "chinese" | "japanese", readonly RuleSigns[]>> = {
  spaced: [ENGLISH, GERMAN, FRENCH, SPANISH, RUSSIAN],
  chinese: [CHINESE],
  japanese: [JAPANESE],
};
