import { createRandom } from "../random.ts";

/** A text of one kind, with the limits of its estimate as shares of the exact count. */
export type Sample = {
  /** Part of a case's id. */
  readonly kind: string;
  readonly text: string;
  readonly least: number;
  readonly most: number;
};

/** Limits for text with words. */
const OF_WORDS = { least: 0.75, most: 1.5 };

/** Wider limits for text without words, which vocabularies split differently. */
const OF_BLOBS = { least: 0.65, most: 1.6 };

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Pseudo-random characters of an alphabet. */
function scramble(alphabet: string, length: number, seed = 1): string {
  const random = createRandom(seed);
  let text = "";
  for (let index = 0; index < length; index += 1)
    text += alphabet.charAt(Math.floor(random() * alphabet.length));
  return text;
}

const table = Array.from({ length: 30 }, (_, row) =>
  [
    row,
    (row * 7919) % 1000,
    ((row * 104_729) % 99_991) / 100,
    `2024-0${1 + (row % 9)}-1${row % 10}`,
  ].join(","),
).join("\n");

const records = Array.from({ length: 8 }, (_, index) => ({
  id: 1000 + index,
  name: `worker-${index}`,
  tags: ["queue", "retry"],
  limits: { cpu: 0.5 * index, memory: `${128 * (index + 1)}Mi` },
  healthy: index % 3 !== 0,
  parent: null,
}));

const log = Array.from(
  { length: 10 },
  (_, index) =>
    `2024-03-1${index} 08:1${index}:42.${100 + index * 37} [worker-${index % 4}] ${index % 3 === 0 ? "ERROR" : "INFO "} ` +
    `http.server - GET /api/v2/items/${index * 7919}?page=${index} ${index % 3 === 0 ? 503 : 200} ${index * 13}ms ` +
    `trace=${scramble("0123456789abcdef", 16, index + 1)}`,
).join("\n");

const code = `
export async function collectOrders(client: Client, since: Date): Promise<readonly Order[]> {
  const orders: Order[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response = await client.get("/orders", { params: { page, since: since.toISOString() } });
    if (response.status !== 200) {
      throw new RequestError(\`page \${page} failed with \${response.status}\`);
    }
    orders.push(...response.body.items.map((item) => parseOrder(item)));
    if (!response.body.hasMore) break;
  }
  return orders.filter((order) => order.total > 0 && !order.cancelled);
}
`;

/** One text of each kind that occurs in conversations with tools. */
export const samples: readonly Sample[] = [
  {
    kind: "english",
    ...OF_WORDS,
    text:
      "The harbour was quiet when the last ferry came in. Nobody had expected it before the morning, and the two men " +
      "on the pier had already put out their lamp. It carried flour, mail, and a piano that belonged to the school; " +
      "unloading it took until after midnight, because the crane had been out of order since the spring.",
  },
  {
    kind: "german",
    ...OF_WORDS,
    text:
      "Am nächsten Morgen fanden die Nachbarn den Garten verwüstet: Die Gemüsebeete waren zertrampelt, das " +
      "Gewächshaus stand offen, und überall lagen Scherben. Niemand hatte etwas gehört, obwohl die Hunde sonst bei " +
      "jeder Kleinigkeit anschlagen. Man beschloss, die Versicherungsgesellschaft zu benachrichtigen.",
  },
  {
    kind: "russian",
    ...OF_WORDS,
    text:
      "К вечеру дождь прекратился, и на улицах снова появились люди. Старый мост, закрытый на ремонт ещё весной, " +
      "наконец открыли, но первые машины поехали по нему только через час. Дети бегали по лужам, а продавцы " +
      "выносили на тротуар ящики с яблоками.",
  },
  {
    kind: "greek",
    ...OF_WORDS,
    text:
      "Το πρωί η αγορά ήταν ακόμα άδεια, αλλά οι ψαράδες είχαν ήδη γυρίσει στο λιμάνι. Ο καιρός είχε αλλάξει και " +
      "κανείς δεν ήθελε να ξαναβγεί στη θάλασσα πριν από το βράδυ.",
  },
  {
    kind: "arabic",
    ...OF_WORDS,
    text:
      "وصل القطار متأخرا ساعتين بسبب العاصفة، وكان معظم الركاب نائمين. في المحطة الصغيرة لم يكن هناك سوى حارس واحد " +
      "وكلب عجوز، ولم يعرف أحد متى يصل القطار التالي إلى المدينة.",
  },
  {
    kind: "hindi",
    ...OF_WORDS,
    text:
      "बारिश के बाद गाँव की सड़क पर कीचड़ हो गया था, इसलिए बस अगले मोड़ पर ही रुक गई। लोग अपना सामान उठाकर पैदल चलने लगे और " +
      "बच्चे रास्ते भर गीत गाते रहे।",
  },
  {
    kind: "chinese",
    ...OF_WORDS,
    text:
      "昨天晚上下了一场大雨,河水涨得很快。村里的人把粮食搬到了山坡上的仓库里,老人和孩子先住进了学校。到了早上,桥还在," +
      "但是通往县城的公路已经被冲断了。修路的工人说,至少要三天才能恢复通车。",
  },
  {
    kind: "japanese",
    ...OF_WORDS,
    text:
      "駅前の古い本屋は、来月で店を閉めるそうだ。店主は今年で八十歳になり、後を継ぐ人もいないという。子供のころ、学校の帰りに" +
      "よく立ち寄って、読み終わるまで帰らなかったことを覚えている。",
  },
  {
    kind: "korean",
    ...OF_WORDS,
    text:
      "아침부터 눈이 내려서 버스가 한 시간이나 늦게 왔다. 회사에 도착했을 때는 이미 회의가 끝난 뒤였고, 책상 위에는 " +
      "다음 주까지 마쳐야 할 일의 목록이 놓여 있었다.",
  },
  {
    kind: "emoji",
    ...OF_BLOBS,
    text:
      "omg yes 🎉🎉🎉 we did it!! 😂😂 see you at 8 👋 bring snacks 🍕🍿 and the 🐶 too ❤️ lol 🤣 ok 👍 " +
      "no way 😱 that was so close 🥅⚽ next time 💪💪 good night 🌙😴",
  },
  { kind: "code", ...OF_WORDS, text: code },
  { kind: "json-pretty", ...OF_WORDS, text: JSON.stringify(records, null, 2) },
  { kind: "json-minified", ...OF_WORDS, text: JSON.stringify(records) },
  { kind: "log", ...OF_WORDS, text: log },
  { kind: "table", ...OF_WORDS, text: table },
  { kind: "base64", ...OF_BLOBS, text: scramble(BASE64, 1200) },
  { kind: "hex", ...OF_BLOBS, text: scramble("0123456789abcdef", 1200) },
];

/** Units that make estimators slow or wrong if a text consists of one of them. */
export const hostileUnits: readonly { readonly name: string; readonly unit: string }[] = [
  { name: "one letter", unit: "a" },
  { name: "letters in no order", unit: scramble("abcdefghijklmnopqrstuvwxyz", 997) },
  { name: "spaces", unit: " " },
  { name: "line breaks", unit: "\n" },
  { name: "equals signs", unit: "=" },
  { name: "one ideograph", unit: "的" },
  { name: "one emoji", unit: "🧵" },
  { name: "half characters", unit: "\uD83E" },
  { name: "base64", unit: scramble(BASE64, 997) },
];
