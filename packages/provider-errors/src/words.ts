/**
 * The part that a word plays in a refusal.
 *
 * Sizes: `tokens`, `context`, `input` (prompt, messages as text), `request`, `messages`, `images`, `files`, `pages`,
 * `bytes`, `characters`. `image` is a single one. `other` is everything with a limit of its own that a smaller
 * conversation does not cure. Relations: `excess` ("is too long", "exceeds"), `reach` (the same with a
 * limit only), `many` ("too many"), `more` ("more than"), `bound` ("must be at
 * most"), `most` ("maximum", "limit"), `shorten` ("reduce"), `asked` ("you requested").
 */
export type Kind =
  | "tokens"
  | "context"
  | "input"
  | "request"
  | "messages"
  | "images"
  | "image"
  | "files"
  | "pages"
  | "bytes"
  | "characters"
  | "other"
  | "excess"
  | "reach"
  | "many"
  | "more"
  | "bound"
  | "most"
  | "shorten"
  | "asked";

/**
 * Words by part and language, as patterns. A row that comes first takes precedence. `~` is the rest of a word.
 *
 * To add a word, add it to the row of its part and language.
 */
const ROWS = String.raw`
input en input ids
other names maxtokens|budget tokens?|n predict|top [pk]|temperature|stop sequences?|seed|logprobs
other en (?:max(?:imum)? )?(?:output|completion|generated|generation|new|response|thinking|reasoning)(?: tokens?| length)?|maximum tokens you requested|tokens to generate|generate
other en (?:took|takes?|taking) (?:too )?long(?:er)?|input should be|token(?= is | was | has )|open files|(?:request |token )?rates?|rate limit~
other en (?:access|auth|refresh|bearer|id|api|session|security|csrf|oauth|invalid|unexpected|expired|special|stop) tokens?|tokens? (?:has )?(?:expired|is invalid|type)
other en (?:context|request|operation|connection|client|read|write) (?:deadline|timeout|cancel~)|deadline|time ?out|timed out|time|seconds|duration|retries|retry|attempts|iterations?|recursion|turns?|steps|depth|stack|nesting|loops?
other en ids?|identifiers?|names?|descriptions?|metadata|labels?|keys?|titles?|headers?|urls?|uri|tags?|user agent|properties|parameters?|enum|schemas?|grammar|tools?|functions?|tool calls?|arguments?|cache control|breakpoints?
other en dimensions?|resolution|pixels?|width|height|aspect ratio|(?:image|file|picture|photo|video|audio|pdf|document|attachment) (?:size|dimensions?|resolution|file size)|size of (?:the )?(?:image|file|picture)|frames?|fps
other en memory|ram|vram|gpus?|disk|concurren~|connections?|instances?|batch~|embeddings?|workers?|sessions?|users?|seats|credits?|balance|budget|cost|costs|spend~|accounts?|passwords?|dates?|versions?|ports?|choices|candidates?|organi[sz]ation
other zh 输出|生成|补全|回复长度|名称|名字|描述|工具|函数|标识|像素|分辨率|宽度|高度|超时|时间|次数|并发|显存|内存|密码|图片大小|文件大小|尺寸|温度|参数值|密钥|账号
other ja 出力|生成|応答|名前|説明|ツール|関数|解像度|ピクセル|幅|高さ|時間|タイムアウト|回数|メモリ|画像サイズ|ファイルサイズ|パスワード|識別子|温度
other ko 출력|생성|응답|이름|설명|도구|함수|해상도|픽셀|너비|높이|시간|횟수|메모리|이미지 크기|파일 크기|비밀번호|식별자|온도
other de ausgabe~|antwort~|name|namens|beschreibung|werkzeug~|funktion~|auflösung|pixel|breite|höhe|zeit~|versuche|speicher|bildgröße|dateigröße|passwort|kennung|temperatur
other fr sortie|réponse|nom|description|outils?|fonctions?|résolution|pixels|largeur|hauteur|délai|temps|tentatives|mémoire|taille de l['’](?:image|fichier)|mot de passe|identifiant|température
other es salida|respuesta|nombre|descripción|herramientas?|funci(?:ón|ones)|resolución|píxeles|ancho|altura|tiempo|intentos|memoria|tamaño de la imagen|tamaño del archivo|contraseña|identificador|temperatura
other pt saída|resposta|nome|descrição|ferramentas?|função|funções|resolução|largura|tempo|tentativas|memória|tamanho da imagem|tamanho do arquivo|senha|identificador
other ru вывод~|ответ~|им(?:я|ени)|описани~|инструмент~|функци~|разрешени~|пиксел~|ширин~|высот~|врем~|попыт~|памят~|размер изображения|размер файла|парол~|идентификатор~|температур~
bound en (?:must|should|may|can|has to|have to|needs? to)(?: not|not)?(?: be| have| contain)?(?: at most| no more than| no longer than| less than(?: or equal to)?| fewer than| smaller than| shorter than| below| under| within| up to| more than| longer than| larger than| exceed| a maximum of)|cannot(?: be)? (?:exceed|longer than|more than|larger than|greater than)|can['’]t exceed|(?:length|count|number|size)? ?should be|must be in|must be between
bound zh 不能超过|不得超过|不超过|不可超过|不能大于|必须小于|应小于|需小于|应在|必须在|不应超过
bound ja 以下(?:である|にして|でなければ)|以内|未満
bound ko 이하여야|이하이어야|미만이어야|초과할 수 없|넘을 수 없
bound de darf(?: höchstens| maximal| nicht)~|dürfen(?: höchstens| maximal| nicht)~|nicht überschreiten|muss kleiner
bound fr ne (?:doit|doivent|peut|peuvent) pas(?: dépasser| excéder)?|doit être inférieure?~|doivent être inférieur~
bound es no (?:debe|puede|deben|pueden)(?: exceder| superar| tener más)?|debe ser menor
bound pt não (?:deve|pode|devem|podem)(?: exceder| ultrapassar| ter mais)?|deve ser menor
bound ru не долж~(?: превышать)?|не может(?: превышать)?|должн~ быть (?:меньше|не более)
many en too (?:many|much)|over(?= \d)|excessive number of|excess of
many de zu viele?~
many fr trop (?:de|d['’])
many es demasiad[oa]s(?! larg| grand| extens)
many pt muit[oa]s|(?:em )?excesso de|demasiad[oa]s
many ru слишком много
more all more than|mehr als|plus de|más de|mais de|более(?! чем)|больше
excess en exceed~|surpass~|overflow~|overrun|outgrow~|too (?:long|large|big|high|lengthy)|(?:longer|larger|greater|bigger|higher) than|over (?:the|its|your|our) (?:\p{L}{1,12} ){0,2}?(?=limit|max|context|token|budget|cap)|over limit|out of (?:room|space|range)|(?:no|find|insufficient) (?:free )?(?:space|room)|ran out|run out|(?:does not|doesn['’]t|do not|don['’]t|did not|didn['’]t|cannot|can['’]t|could not|will not|won['’]t|not) fit|unable to fit|not enough (?:room|space)|saturated|oversized|filled|blew past|goes past|went past
reach en above|beyond|over|reached|hit|full|past|too small
excess zh 超过|超出|超限|超长|过长|过大|过多|过大|太长|太大|太多|大于|已满|溢出|突破|超了|超越|放不下|過長|過大|過多|太長|超長
reach zh 达到
excess ja 超え|超過|上回|長すぎ|大きすぎ|多すぎ|オーバー|収まり?ません|収まらな
reach ja 達し
excess ko 초과|넘었|넘습|넘어|넘는|넘겨|너무 [길긴크큰많]~?|큽니다|깁니다|길어|벗어
reach ko 도달
excess de überschreit~|überschritt~|übersteig~|überstieg~|überlauf~|überläuft|übersch~|zu (?:lang|groß|umfangreich)~|(?:länger|größer|höher) als|passt nicht|passen nicht|erreicht|sprengt~
excess fr dépass~|excèd~|excéd~|trop (?:long|grand|volumineu|élev|import)~|(?:supérieure?|plus longu?e?|plus grande?)s? (?:à|au|que)|au-delà|ne tient pas|atteint~
excess es exced~|super[aóe]~|superad~|superior a|sobrepas~|rebas~|demasiad[oa]s? (?:larg|grand|extens)~|muy larg~|(?:mayor|más larg[oa]|más grande) que|no cabe~?|alcanz~|desbord~
excess pt ultrapass~|super[aeo]~|muito (?:long|grand|extens)~|(?:long[oa]|grande)s? demais|(?:maior|mais long[oa]) (?:que|do que)|não cabe~?|acima|ating~|estour~
excess ru превы~|слишком (?:длин|больш|велик|объём|объем)~|длиннее|не помеща~|не умеща~|переполн~|достигнут~|выходит за|исчерпан~
shorten en reduc~|shorten~|shorter|trim~|truncat~|decreas~|condens~|compact~|compress~|cut down|fewer|remove|clear (?:the )?(?:earlier|old|previous)|start a new|split
shorten zh 缩短|减少|精简|压缩|删减|删除|清理|清空|开启新|新建
shorten ja 短く|減らし|削減|短縮|要約|新しい(?:会話|チャット)
shorten ko 줄여|줄이|단축|축소|새 (?:대화|채팅)
shorten de kürz~|verkürz~|reduzier~|verringer~|neuen? (?:chat|unterhaltung)
shorten fr rédui~|raccourci~|diminu~|abrég~
shorten es reduc~|reduzca~|acort~|disminu~
shorten pt reduz~|encurt~|diminu~
shorten ru сократ~|уменьш~|укорот~
asked en requested|request has|requires?|got|given|received|sent|contains?|has|had|have|passed|resulted in|actual|provided|used|uses|found|was|were|current(?:ly)?|total|estimated|counted|includes?|with
asked zh 请求了|实际|当前|共|为|传入|收到
asked ja 実際|現在|要求|受信|合計
asked ko 실제|현재|요청한|총|받은
asked de angefordert|erhalten|enthält|hat|gesendet|tatsächlich|aktuell|insgesamt|sind
asked fr demandé~|reçu~|contient|envoyé~|actuel~|total
asked es solicit[óa]~|recibi~|contiene|enviad~|actual~|tiene|total
asked pt solicit[oa]~|recebid~|contém|enviad~|atual~|tem|total
asked ru запрошен~|получен~|содержит|отправлен~|текущ~|всего
most en limits?|limited|max|maximum|maximal|at most|up to|no more than|fewer than|less than|only|allow~|permitt~|supports?|supported|capacity|cap|capped|ceiling|threshold|bound|accepts?|restricted
most zh 最大|上限|限制|最多|最高|至多|允许|限额|仅支持
most ja 最大|上限|制限|まで|限度|許容
most ko 최대|한도|제한|상한|까지|허용|한계
most de maxim~|höchst~|limit~?|grenz~|obergrenze|erlaubt~|zulässig~|unterstützt|~limit|~grenze
most fr maxim~|limite~|au plus|plafond|autoris~|prend en charge|permis~
most es máxim~|límite~|permitid~|admite|tope|hasta
most pt máxim~|limite~|permitid~|suporta|até
most ru максим~|лимит~|предел~|не более|огранич~|допустим~|поддержива~
messages en (?:messages|conversation turns|chat messages)(?= (?:array|count|limit|list|per))|number of messages|message (?:count|limit)
messages zh 消息(?:数|数量|条数)|条消息
messages ja メッセージ数|件のメッセージ
messages ko 메시지 (?:수|개수)|개의 메시지
messages de nachrichtenanzahl|anzahl der nachrichten
messages fr nombre de messages
messages es número de mensajes
messages pt número de mensagens
messages ru число сообщений|количеств~ сообщений
characters en characters?|chars?|(?:total )?text bytes|letters
characters zh 字元|字符|字数|个字
characters ja 文字
characters ko 글자|문자
characters de zeichen
characters fr caractères
characters es caracteres|caractéres
characters ru символ~
bytes en bytes?|payload|(?:request |message |http )?body|(?:request )?entity|content length|request size|size of (?:the |your )?request|upload|kilobytes|megabytes
bytes zh 位元組|字节|请求体|请求大小|载荷|负载
bytes ja バイト|ペイロード|リクエストサイズ|本文サイズ|リクエスト本文
bytes ko 바이트|페이로드|요청 본문|본문 크기|요청 크기
bytes de nutzlast|anfragekörper|anfragegröße|anforderungstext|größe der anfrage
bytes fr octets|charge utile|corps de la requête|taille de la requête
bytes es carga útil|cuerpo de la (?:solicitud|petición)|tamaño de la (?:solicitud|petición)
bytes pt carga útil|corpo da (?:solicitação|requisição)|tamanho da (?:solicitação|requisição)
bytes ru байт~|тел[оа] запроса|размер~ запроса|полезн~ нагрузк~
images en images|image\(s\)|image urls|photos|pictures|screenshots|media(?: items| files| parts)?|videos|number of image|image count
image en image|photo|picture|video
images zh 圖片|圖像|图片|图像|张图|照片
images ja 画像|写真
images ko 이미지|사진
images de bilder~?
images es imágenes
images pt imagens
images ru изображени~|картин~
pages en (?:pdf |document )?pages?
pages zh 页
pages ja ページ
pages ko 페이지
pages de (?:pdf-?)?seiten
pages es páginas
pages ru страниц~
files en documents|files|attachments|pdfs|document\(s\)|file\(s\)|blobs|inline data parts
files zh 檔案|文件|文档|附件
files ja ファイル|文書|ドキュメント|添付
files ko 파일|문서|첨부
files de dateien|dokumente~?|anhänge~?
files fr fichiers|pièces jointes
files es archivos|ficheros|documentos|adjuntos
files pt arquivos|anexos
files ru файл~|документ~|вложени~
context en contexts?(?: window| length| size| limit| budget)?|ctx|n ctx|kv (?:size|cache)|sequence length|max (?:model|seq|sequence) len(?:gth)?|model len|position embeddings|window size|prompt window
context zh 上下文(?:长度|窗口)?|语境
context ja コンテキスト|コンテクスト|文脈
context ko 컨텍스트|콘텍스트|문맥
context de kontext~
context fr contexte
context es contexto
context ru контекст~
tokens en tokens?|token\(s\)|toks
tokens zh 令牌|词元
tokens de token~
tokens ja トークン
tokens ko 토큰
tokens fr jetons?
tokens ru токен~
input en prompts?|inputs?|conversations?|chat(?: history)?|history|dialogue?|transcript|messages?|query|text|thread
input zh 輸入|提示詞|訊息|對話|內容|输入|提示词?|消息|对话|会话|内容|文本|历史|问题
input ja 入力|プロンプト|メッセージ|会話|履歴|テキスト|チャット
input ko 입력|프롬프트|메시지|메세지|대화|기록|텍스트|채팅
input de eingabe~|nachricht~|konversation|unterhaltung|gespräch~|verlauf~?|chatverlauf~?
input fr entrées?|invite|historique|texte|saisie
input es entradas?|mensajes?|conversación|historial|texto|indicación
input pt mensage(?:m|ns)|conversa|histórico
input ru ввод~|входн~|промпт~|подсказк~|сообщени~|диалог~|бесед~|разговор~|истори~|текст~
request en requests?
request zh 请求|請求
request ja リクエスト|要求
request ko 요청
request de anfragen?|anforderung~?
request fr requêtes?|demande
request es solicitud|petición
request pt solicitação|requisição|pedido
request ru запрос~
`;

export const WORDS: readonly (readonly [kind: Kind, language: string, words: string])[] =
  ROWS.trim()
    .split("\n")
    .map((row) => {
      const [, kind = "", language = "", words = ""] = /^(\w+) (\w+) (.+)$/.exec(row) ?? [];
      return [kind as Kind, language, words];
    });
