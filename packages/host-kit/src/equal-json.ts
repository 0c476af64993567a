type Fields = Readonly<Record<string, unknown>>;

/** Returns whether two values of JSON are equal. The same object takes no time. */
export function isEqualJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
    return false;
  if (Array.isArray(left)) return Array.isArray(right) && isEqualList(left, right);
  return !Array.isArray(right) && hasEqualFields(left as Fields, right as Fields);
}

function isEqualList(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let place = 0; place < left.length; place += 1)
    if (!isEqualJson(left[place], right[place])) return false;
  return true;
}

function hasEqualFields(left: Fields, right: Fields): boolean {
  let surplus = 0;
  for (const key in left) {
    const value = left[key];
    if (!isEqualJson(value, right[key])) return false;
    if (value === undefined && !Object.hasOwn(right, key)) return false;
    surplus += 1;
  }
  for (const _ in right) surplus -= 1;
  return surplus === 0;
}
