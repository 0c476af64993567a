/** Returns the names in the lines of a page that begin with `npm install`, without flags. */
export function installedNames(page: string): readonly string[] {
  return page
    .split("\n")
    .filter((line) => line.startsWith("npm install "))
    .flatMap((line) => line.split(" ").slice(2))
    .filter((word) => !word.startsWith("-"));
}
