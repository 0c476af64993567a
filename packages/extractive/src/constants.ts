/** Numbers that were tuned on recorded conversations. Measured as in docs/measured/digest.md: Q and far in points. */

/** Longest line and row of a summary, in characters. 320 or 390: Q 0. */
export const LONGEST_LINE = 380;
/** A line of JSON has many fields, of which few are needed. 380: service Q −1.8, far −6.0. */
export const LONGEST_JSON = 80;

/** Words are worth less than exact tokens, because other words can express the same. 0.125: Q −0.2 to −0.5. */
export const WORD_SHARE = 0.086;
/** Words in more messages need no summary. 8: Q 0 to +0.5, service −1.5. */
export const MOST_WORD_MESSAGES = 5;
/** Worth of an id that was listed next to an id that was looked up. 0: service Q −3.7, far −7.6. */
export const UNVISITED_WORTH = 0.3;
/** Terms worth less are ignored. */
export const LEAST_WORTH = 0.001;
/** Worth of a pair on one line, as a share of its less likely term. 0: Q −4.4, far +5.1; 0.66: Q +0.2, far +1.1. */
export const PAIR_WORTH = 0.5;
export const MOST_PARTNERS = 6;
/**
 * What is added for each token of the assistant's sentences, which say why something was done. 0.003: Q +0.1 to +0.3,
 * and 60 % of the sentences in a view of 5,000 tokens instead of 69 %. Those of an earlier summary have none. With it:
 * Q −1.5 and −0.9 over a session in windows of 32,000 and 16,000 tokens.
 */
export const SAID_WORTH = 0.005;
/** In less room, in tokens, names that are needed again come first, and sentences have less additional worth. */
export const WHOLE_ROOM = 4_000;
/** Text of the user is taken in the end, even if nothing in it is likely to be needed. */
export const USER_WORTH = 0.0001;
/** Added to the worth of terms in the caller's instructions. Other terms are worth at most 1. */
export const FOCUS_WORTH = 2;

/** The next summary remembers a term for so many tokens of all summaries in the view. Without memory: Q −2.3, far −5.9 after five compactions. */
export const TOKENS_PER_TERM = 12;
export const MOST_TERMS = 600;

/** A summary is at most this share of a short history, without text that the view repeats, so that it saves tokens. */
export const LARGEST_SHARE = 0.5;
export const LEAST_TOKENS = 300;
/** With fewer tokens, headings leave too little room for facts. 0: service Q −4.8 and −8.1. */
export const PLAIN_BELOW = 1_024;
/** A base directory is named if it takes at most this share of the summary. No base: Q −0.4, far −1.2. */
export const MOST_BASE_SHARE = 0.04;
/** The largest share of the budget for values that replace earlier ones, and what a small budget leaves for them. */
export const VALUES_SHARE = 0.03;
export const LEAST_VALUES = 60;
/** The largest share of the budget that each section takes before the context lines are selected. All 0: Q +0.1, far 0. */
export const SECTION_SHARES = {
  goal: 0.02,
  inProgress: 0.03,
  nextSteps: 0.04,
  decisions: 0.03,
  done: 0.04,
} as const;
/** The largest share of a budget without sections for open steps of a to-do list. */
export const TO_DO_SHARE = 0.15;
/** What a small budget leaves for one entry of a section, in tokens. */
export const LEAST_PART = 40;

/** Chats. Each time a word is selected, its worth is multiplied by this. 0: evidence −2.2, +1.2, −0.1. */
export const REPEATED_WORTH = 0.5;
/** Below 1, so that one long turn is worth more than the same words in several short ones. 1: +0.5, −1.3, −0.7. */
export const LENGTH_EXPONENT = 0.79;
/** Lines worth less than this share of the best line, such as greetings, are left out. */
export const LEAST_CHAT_SHARE = 0.05;
/** Added to the worth of words in the caller's instructions. The rarest other word of a chat is worth 1. */
export const CHAT_FOCUS_WORTH = 10;
/** The sentences of a turn contain this share of its words. Greetings and questions go first. 1: −6.8, −4.7, −3.9. */
export const SHARE_OF_WORDS = 0.65;
/** Longest line of a chat, and most characters of a turn that become one line. */
export const LONGEST_CHAT_LINE = 360;
export const LONGEST_CHAT_PART = 720;
