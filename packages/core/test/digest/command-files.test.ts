import { expect, test } from "vitest";
import { commandFiles } from "../../src/digest/file-operations.ts";

test.each([
  ["cat src/a.ts", ["src/a.ts"], []],
  ["cd app && cat 'my file.txt' | head -20", ["my file.txt"], []],
  ["sed -n '1,240p' src/b.ts", ["src/b.ts"], []],
  ["sed -i 's/a/b/' src/b.ts", [], []],
  ["head -n 20 a.log b.log", ["a.log", "b.log"], []],
  ["cat $FILE *.ts", [], []],
  ["npm test > out/log.txt 2>&1", [], ["out/log.txt"]],
  ["echo hi >> notes.md; ls > /dev/null", [], ["notes.md"]],
  ["ls | tee list.txt", [], ["list.txt"]],
  ["gcc -o build/app main.c", [], ["build/app"]],
  ["cat > src/new.ts <<'END'\ncat other.txt > nowhere.txt\nEND", [], ["src/new.ts"]],
  ["FOO=1 cat a.txt", ["a.txt"], []],
  ["find . -name a.md -o -name b.md", [], []],
  ["grep -n x src/a.ts", [], []],
  ["", [], []],
])("files of the command %j", (command, read, written) => {
  expect(commandFiles(command)).toEqual({ read, written });
});
