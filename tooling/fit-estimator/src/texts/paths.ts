import { packageFiles, packagePaths } from "./package-files.ts";
import { createRandom, type Random } from "./random.ts";

/** Names that the folder of a checkout is made of. */
export type Places = {
  readonly users: readonly string[];
  readonly folders: readonly string[];
  readonly projects: readonly string[];
};

/** Lists the files of packages as `find` prints them: below the folder of a checkout, relative, or on Windows. */
export function filePaths(
  packages: readonly string[],
  places: Places,
  seed: number,
): readonly string[] {
  const random = createRandom(seed);
  return packages.map((name) => {
    const folder = `${checkoutOf(places, random)}/${name}`;
    const paths = packagePaths(name, "**/*.*");
    const onWindows = `C:${folder.replace("/home", "/Users")}/`.replaceAll("/", "\\");
    return [
      ...paths.map((path) => `${folder}/${path}`),
      ...paths,
      ...paths.map((path) => `${onWindows}${path.replaceAll("/", "\\")}`),
    ].join("\n");
  });
}

/** Lines of source files with their place, as `grep -rn` prints them. */
export function foundLines(
  packages: readonly (readonly [name: string, glob: string])[],
  places: Places,
  seed: number,
): readonly string[] {
  const random = createRandom(seed);
  return packages.map(([name, glob]) => {
    const folder = `${checkoutOf(places, random)}/${name}`;
    const texts = packageFiles(name, glob);
    return packagePaths(name, glob)
      .flatMap((path, at) =>
        (texts[at] ?? "").split("\n").flatMap((line, number) => {
          if (line.trim() === "" || line.length > 200 || random.next() > 0.05) return [];
          const place = random.next() < 0.5 ? path : `${folder}/${path}`;
          return `${place}:${number + 1}:${line}`;
        }),
      )
      .join("\n");
  });
}

function checkoutOf({ users, folders, projects }: Places, random: Random): string {
  const home = random.pick(["/Users", "/home"]);
  return `${home}/${random.pick(users)}/${random.pick(folders)}/${random.pick(projects)}`;
}
