import { readFile, readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";

/** One entry of a folder; `bytes` is `null` for a folder. */
type TreeEntry = { readonly name: string; readonly bytes: number | null };

/** The files that the agent can read: everything below one folder. */
export type SourceTree = {
  readonly root: string;
  /** Returns the absolute path of a path below the root. Throws for any other. */
  locate(path: string): Promise<string>;
  entries(path: string): Promise<readonly TreeEntry[]>;
  /** Returns the lines of a text file. A final line break adds no line. */
  lines(path: string): Promise<readonly string[]>;
  /** Lists text files at or below a path, relative to the root, sorted. Skips installed and built files. */
  textFiles(path: string): Promise<readonly string[]>;
};

const PASSED_OVER: ReadonlySet<string> = new Set(["node_modules", "dist", "coverage"]);
const LARGEST_TEXT_BYTES = 2_000_000;

export function createSourceTree(root: string): SourceTree {
  const locate = async (path: string): Promise<string> => {
    const absolute = resolve(root, path);
    assertBelow(root, absolute, path);
    const real = await realpath(absolute).catch(() => {
      throw new Error(`${path} does not exist`);
    });
    assertBelow(await realpath(root), real, path);
    return absolute;
  };

  const entries = async (path: string): Promise<readonly TreeEntry[]> => {
    const folder = await locate(path);
    const names = (await readdir(folder)).sort();
    return Promise.all(
      names.map(async (name) => {
        const found = await stat(join(folder, name)).catch(() => null);
        return { name, bytes: found === null || found.isDirectory() ? null : found.size };
      }),
    );
  };

  const lines = async (path: string): Promise<readonly string[]> => {
    const file = await locate(path);
    const { size } = await stat(file);
    if (size > LARGEST_TEXT_BYTES) throw new Error(`${path} is too large: ${size} bytes`);
    const text = await readFile(file, "utf8");
    if (text.includes("\0")) throw new Error(`${path} is not a text file`);
    const all = text.split("\n");
    return all.at(-1) === "" ? all.slice(0, -1) : all;
  };

  const textFiles = async (path: string): Promise<readonly string[]> => {
    const start = await locate(path);
    if ((await stat(start)).isFile()) return [slashed(relative(root, start))];
    const found: string[] = [];
    const walk = async (folder: string): Promise<void> => {
      const children = await readdir(folder, { withFileTypes: true });
      children.sort((one, other) => (one.name < other.name ? -1 : 1));
      for (const child of children) {
        if (child.name.startsWith(".") || PASSED_OVER.has(child.name)) continue;
        const childPath = join(folder, child.name);
        if (child.isDirectory()) await walk(childPath);
        else if (child.isFile()) found.push(slashed(relative(root, childPath)));
      }
    };
    await walk(start);
    return found;
  };

  return { root, locate, entries, lines, textFiles };
}

function assertBelow(root: string, absolute: string, path: string): void {
  const way = relative(root, absolute);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new Error(`${path} is outside of the source tree`);
}

function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
