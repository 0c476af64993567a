/** Something of the host's that every compaction carries to the letter: a to-do list, a plan, running sub-agents. */
export type Reminder = {
  /** A heading that the model reads, such as `To-do list`. */
  readonly title: string;
  readonly text: string;
};
