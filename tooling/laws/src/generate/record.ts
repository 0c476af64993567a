import * as fc from "fast-check";

/** Generates plain objects, as JSON.parse returns them. */
export function record<T>(shape: { [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<T> {
  return fc.record<T>(shape, { noNullPrototype: true });
}

/** Generates a value in one of `oneIn` cases, otherwise `null`. */
export function maybe<T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

/** Generates `true` in one of `oneIn` cases. */
export function rarely(oneIn: number): fc.Arbitrary<boolean> {
  return fc.oneof(
    { weight: oneIn - 1, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  );
}

/** Generates objects of one type, as an alternative of `fc.oneof`. */
export function variant<Type extends string, Fields>(
  weight: number,
  type: Type,
  fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
): { readonly weight: number; readonly arbitrary: fc.Arbitrary<Fields & { readonly type: Type }> } {
  return { weight, arbitrary: record(fields).map((rest) => ({ type, ...rest })) };
}
