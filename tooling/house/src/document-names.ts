import { spansIn } from "./vocabulary.ts";

const LISTING = /^```.*?\n(.*?)^```/gms;

/** A name in a listing: words joined by underscores, capitals or dots. */
const IDENTIFIER = /[A-Za-z_][\w.]*\w/g;
const JOINED = /[A-Za-z]_[A-Za-z]|[a-z][A-Z]|[a-z]\.[A-Za-z_]/;

/** Examples inside of the documents, which name nothing: file names, and a library function that prints. */
const EXAMPLES = new Set(["file1.go", "file2.go", "changed.go", "fmt.Printf"]);

/** The names of a document that are not among those given: code spans, and identifiers in listings. */
export function unnamedIn(document: string, named: ReadonlySet<string>): readonly string[] {
  const listings = [...document.matchAll(LISTING)].map((match) => match[1] ?? "");
  const identifiers = listings
    .flatMap((listing) => listing.match(IDENTIFIER) ?? [])
    .filter((name) => JOINED.test(name) && !EXAMPLES.has(name));
  const spans = spansIn(document.replaceAll(LISTING, ""));
  return [...new Set([...spans, ...identifiers])].filter((name) => !named.has(name));
}
