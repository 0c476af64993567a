const NAMES = `
README.md CHANGELOG.md LICENSE.md CONTRIBUTING.md package.json tsconfig.json package-lock.json yarn.lock go.mod go.sum Cargo.toml
Makefile Dockerfile index.ts index.js index.html main.go main.ts main.py setup.py .gitignore .env .git .github node_modules
/dev/null /tmp /usr/bin /usr/local /bin/bash /bin/sh /etc /var
JavaScript TypeScript GitHub GitLab macOS iOS iPhone iPad YouTube LinkedIn PostgreSQL MySQL GraphQL OAuth OAuth2 WebSocket
Node.js Next.js Vue.js node.js NodeJS OpenAI ChatGPT DevOps VSCode JSON5 UTF8 utf8 base64 sha1 sha256 SHA256 md5 x86 x64 x86_64 arm64 amd64
HTTP2 http2 IPv4 IPv6 ipv4 ipv6 ES6 es6 ES2020 ES2022 e2e i18n l10n k8s 1st 2nd 3rd 4th h1 h2 h3 P0 P1 P2 v1 v2 v3 0o644 0o755 0644 0755
true false null undefined NaN toString valueOf hasOwnProperty forEach indexOf includes startsWith endsWith toLowerCase toUpperCase
console.log console.error process.env process.exit process.argv JSON.stringify JSON.parse Object.keys Object.entries Object.values
Promise.all Math.min Math.max Array.isArray Array.from Date.now setTimeout clearTimeout setInterval addEventListener innerHTML
fmt.Println fmt.Printf fmt.Sprintf fmt.Errorf fmt.Fprintf t.Run t.Fatal t.Fatalf t.Error t.Errorf t.Helper t.Parallel os.Exit
context.Context errors.Is errors.As errors.New strings.Contains time.Now http.Request sync.Mutex testing.T TestMain
os.path sys.path sys.exit sys.argv __init__ __main__ __name__ self.assertEqual isinstance
useState useEffect useRef useMemo useCallback beforeEach afterEach beforeAll afterAll toBe toEqual toHaveBeenCalled toThrow
e.g i.e etc.
1000 1024 2048 4096 8080 3000 5000 8000 9999 10000 2020 2021 2022 2023 2024 2025 2026
`;

/** Names that models write without having seen them. */
const COMMON: ReadonlySet<string> = new Set(NAMES.split(/\s+/u).filter((name) => name !== ""));

/** Returns whether a name is common knowledge. */
export function isCommonName(name: string): boolean {
  return COMMON.has(name);
}
