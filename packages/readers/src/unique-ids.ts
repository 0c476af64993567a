/** Returns a function that makes ids unique: a repeated id gets a number. */
export function createUniqueIds(): (id: string) => string {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (id) => {
    let unique = id;
    while (taken.has(unique)) {
      const number = numbers.get(id) ?? 1;
      numbers.set(id, number + 1);
      unique = `${id}#${number}`;
    }
    taken.add(unique);
    return unique;
  };
}
