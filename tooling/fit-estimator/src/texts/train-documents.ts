import { declaration } from "./declaration.ts";
import type { TextKind } from "./kind.ts";
import { packageFiles, stringsNamed } from "./package-files.ts";

/** The codes of translations by script, in languages that have no other training text, and that no test uses. */
const TRAINING_DECLARATIONS: Readonly<Record<string, string>> = {
  latin: "afr cat ces dan fin glg hun ind ron_2006 swe hrv lit swh tgl azj_latn isl est",
  cyrillic: "bel bul kaz mkd srp_cyrl tat",
  arabic: "ckb pes_1 uig_arab urd",
  devanagari: "bho mai mar nep san",
  indic: "ben guj kan mal pan sin tam tel",
  sinitic: "yue wuu gan hak",
  other: "amh bod hye kat khm lao mya ydd khk_mong chr_cased",
};

const LANGUAGES = "es fr it ja ko nb-no nl pt-br ru uk zh-cn zh-tw".split(" ");

/** Weights of languages relative to others with the same script. Default: 1.5, and 2 for the first. */
const ARTICLE_WEIGHTS: Readonly<Record<string, number>> = { en: 6, ru: 3 };
const LEGAL_WEIGHTS: Readonly<Record<string, number>> = { en: 4, ko: 4, ru: 4 };

const MESSAGES = ["ar", "he", "hu", "ja", "ko", "pl", "ru", "th", "tr", "vi", "zh-CN", "zh-TW"];

const DOCUMENTED = "ar de en es fr hi id it ja ko pl pt ru tr uk vi zh".split(" ");

const LOCALES =
  "ar_SA de_DE el_GR fa_IR fr_FR he_IL hi_IN ja_JP ko_KR pl_PL ru_RU th_TH tr_TR vi_VN zh_CN zh_TW".split(
    " ",
  );

/** Returns the training texts that people wrote for people. */
export function trainingDocuments(): readonly TextKind[] {
  return [
    {
      name: "docs-en",
      weight: 4,
      documents: () => [
        ...packageFiles("javascripting", ["problems/*/problem.md", "problems/*/solution.md"]),
        ...packageFiles("node-gyp", ["*.md", "docs/*.md"]),
        ...packageFiles("react-native-screens", "*.md"),
      ],
    },
    {
      name: "spoken-en",
      weight: 12,
      documents: () =>
        packageFiles("popular-movie-quotes", "data/data.json").map((text) =>
          stringsNamed("quote", text),
        ),
    },
    ...LANGUAGES.map((language): TextKind => ({
      name: `docs-${language}`,
      weight: language === "zh-tw" ? 3 : 1,
      documents: () =>
        together(
          packageFiles("javascripting", [
            `problems/*/problem_${language}.md`,
            `problems/*/solution_${language}.md`,
          ]),
        ),
    })),
    ...LOCALES.map((locale): TextKind => ({
      name: `interface-${locale}`,
      weight: locale === "zh_TW" ? 3 : 1.5,
      documents: () => {
        const [source = ""] = packageFiles("@uppy/locales", `lib/${locale}.js`);
        return [stringsOf(source).replace(/%\{\w+\}/g, "")];
      },
    })),
    ...DOCUMENTED.flatMap(articleKinds),
    ...["el", "he", "hi", "zh"].map((language): TextKind => ({
      name: `sentences-${language}`,
      documents: () => [sentences(language)],
    })),
    {
      name: "sentences-latin",
      documents: () =>
        ["cs", "da", "de", "es", "fi", "fr", "hu", "it", "nl", "pl", "pt", "ro", "sv"].map(
          sentences,
        ),
    },
    ...MESSAGES.map((locale): TextKind => ({
      name: `messages-${locale}`,
      weight: 0.3,
      documents: () => packageFiles("zod", `v4/locales/${locale}.js`).map(quotedIn),
    })),
    ...Object.entries(TRAINING_DECLARATIONS).map(([script, codes]): TextKind => ({
      name: `declaration-${script}`,
      weight: script === "latin" ? 0.7 : 0.5,
      documents: () => declaration(...codes.split(" ")),
    })),
    {
      name: "mixed-scripts",
      documents: () => [
        inTurn(
          Object.values(TRAINING_DECLARATIONS).flatMap((codes) =>
            declaration(...codes.split(" ").slice(0, 1)),
          ),
        ),
      ],
    },
  ];
}

/** The lines of some texts in turn: the first of each, then the second of each. */
function inTurn(texts: readonly string[]): string {
  const lines = texts.map((text) => text.split("\n"));
  const length = Math.max(...lines.map((one) => one.length));
  return Array.from({ length }, (_, at) => lines.map((one) => one[at] ?? "").join("\n")).join("\n");
}

/** A blog, its documentation and its legal texts in one language. */
function articleKinds(language: string): readonly TextKind[] {
  const files = (): readonly string[] =>
    packageFiles("@intlayer/docs", [
      `blog/${language}/*.md`,
      `docs/${language}/{index,introduction,roadmap,how*,interest*,configuration,testing}.md`,
    ]);
  return [
    {
      name: `articles-${language}`,
      weight: ARTICLE_WEIGHTS[language] ?? 1.5,
      documents: () => together(files().map(proseOf)),
    },
    {
      name: `legal-${language}`,
      weight: LEGAL_WEIGHTS[language] ?? 2,
      documents: () =>
        together(packageFiles("@intlayer/docs", `legal/${language}/*.md`).map(proseOf)),
    },
    ...(language === "vi"
      ? [
          {
            name: "articles-vi-decomposed",
            weight: 0.5,
            documents: () => together(files().map((text) => proseOf(text).normalize("NFD"))),
          },
        ]
      : []),
    {
      name: `markdown-${language}`,
      weight: language === "en" ? 2 : 0.5,
      documents: () => together(files()),
    },
  ];
}

function together(texts: readonly string[]): readonly string[] {
  return [texts.join("\n\n")];
}

/** Texts between double quotes or backticks, without code, one per line. */
function quotedIn(source: string): string {
  return [...source.matchAll(/"([^"\n]*)"|`([^`\n]*)`/g)]
    .map((match) => (match[1] ?? match[2] ?? "").replace(/\$\{[^}]*\}/g, ""))
    .join("\n");
}

/** Texts of a consent dialog in one language, one per line. */
function sentences(language: string): string {
  const [all = ""] = packageFiles("@c15t/translations", "dist/all.js");
  const [, source = ""] = all.split(`const ${language}_translations = {`);
  return stringsOf(source.split("\n};")[0] ?? "");
}

/** A Markdown text without code and front matter. */
function proseOf(markdown: string): string {
  return markdown.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/```[\s\S]*?```/g, "");
}

/** String literals of a source, one per line. */
function stringsOf(source: string): string {
  return [...source.matchAll(/: '((?:[^'\\]|\\.)*)'/g)].map((match) => match[1]).join("\n");
}
