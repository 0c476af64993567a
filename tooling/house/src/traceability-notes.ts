/** The capabilities that are still to be built or finished, in their order. */
type Capability =
  | "Tokens"
  | "Planning"
  | "Stores"
  | "Summaries"
  | "Conformance"
  | "LangChain"
  | "OpenAI Agents"
  | "Shape of the context"
  | "Digest";

/** What is known of the ids that no test carries: an id stands in one place, and in none once a test carries it. */
export type TraceabilityNotes = {
  /** Ids, and ranges such as `T154-T170`, by the capability that will prove them. */
  readonly planned: Readonly<Partial<Record<Capability, readonly string[]>>>;
  /** Why an id asks for nothing that a test could carry. */
  readonly reasons: Readonly<Record<string, string>>;
};

export const NOTES: TraceabilityNotes = {
  planned: {},
  reasons: {
    T053: "Said of the tests themselves: this page shows it.",
    T118: "A shape, not a behaviour: folders and a package of their own, held apart by the layering check.",
    T203: "A shape, not a behaviour: folders of the core and packages, held apart by the layering check.",
  },
};
