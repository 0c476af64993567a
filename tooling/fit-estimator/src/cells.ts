import {
  BLANKS,
  BLANK_LENGTHS,
  CASES,
  DIGITS,
  DIGIT_AFTER_BLANK,
  JOINT,
  JOINT_LEFT,
  LONG_ACCENTED_REPEATED,
  LONG_BLANK,
  LONG_REPEATED,
  LONG_WORD,
  MARK_LENGTHS,
  MARK_REPEATED,
  REPEATABLE,
  SCRIPTS,
  SCRIPT_AFTER_BLANK,
  SCRIPT_PLACES,
  SCRIPT_REPEATED,
  SLASH,
  UNIFORM,
  WORDS,
  WORD_LENGTHS,
} from "../../../packages/core/src/tokens/automaton.ts";

type Sort =
  | "words"
  | "wordLengths"
  | "cases"
  | "digits"
  | "digitAfterBlank"
  | "joint"
  | "jointLeft"
  | "blanks"
  | "blankLengths"
  | "longBlank"
  | "marks"
  | "markLengths"
  | "uniform"
  | "markRepeated"
  | "slash"
  | "longWord"
  | "longRepeated"
  | "longAccentedRepeated"
  | "scripts"
  | "scriptPlaces"
  | "scriptAfterBlank"
  | "scriptRepeated";

/** The first cell of each sort of step, and the lengths of their runs. */
export const CELLS: Readonly<Record<Sort, number>> = {
  words: WORDS,
  wordLengths: WORD_LENGTHS,
  cases: CASES,
  digits: DIGITS,
  digitAfterBlank: DIGIT_AFTER_BLANK,
  joint: JOINT,
  jointLeft: JOINT_LEFT,
  blanks: BLANKS,
  blankLengths: BLANK_LENGTHS,
  longBlank: LONG_BLANK,
  marks: REPEATABLE,
  markLengths: MARK_LENGTHS,
  uniform: UNIFORM,
  markRepeated: MARK_REPEATED,
  slash: SLASH,
  longWord: LONG_WORD,
  longRepeated: LONG_REPEATED,
  longAccentedRepeated: LONG_ACCENTED_REPEATED,
  scripts: SCRIPTS,
  scriptPlaces: SCRIPT_PLACES,
  scriptAfterBlank: SCRIPT_AFTER_BLANK,
  scriptRepeated: SCRIPT_REPEATED,
};
