/** Milliseconds between two lines of progress. */
const PACE = 1_000;

/** Wraps a function that prints progress, so that it prints at most once a second and not in the first second. */
export function eachSecond<Values extends readonly unknown[]>(
  print: (...values: Values) => void,
): (...values: Values) => void {
  let printedAt = Date.now();
  return (...values) => {
    if (Date.now() - printedAt < PACE) return;
    printedAt = Date.now();
    print(...values);
  };
}
