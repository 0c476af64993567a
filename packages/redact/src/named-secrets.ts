import { REDACTED } from "./secret-formats.ts";
import { SIGN } from "./secret-signs.ts";

/** A value after a name. The search starts at the `:` or `=` between them, since these are rare. */
const ASSIGNED =
  /(?<=([\w.-]{0,60}(?:[a-z][_.-]?key|token|secret|pass|password|passwd|passphrase|passcode|pwd|auth|authorization|sig|signature|credentials?))(?:\\{0,3}["'`])?\]?[ \t]{0,5})(=>|:=|[:=])([ \t]{0,5})(\\{0,3}["'`])?((?:bearer|basic|token|apikey|bot|digest)\s{1,5})?(?:(?<=["'`])([^\s"'`\\]{4,4000})|([^\s"'`\\,;<>(){}[\]&]{4,4000}))/gi;

/** A command-line option with its value. */
const OPTION =
  /(--(?:[a-z0-9]{1,20}-){0,4}(?:password|passwd|passphrase|pass|token|api-?key|access-key|secret|secret-key|client-secret|pwd)(?:[ \t]{1,4}|=)["']?)([^\s"'`\\;|&<>]{4,1000})/gi;
/** `curl -u name:password` */
const USER_OPTION =
  /(-(?:(?<=\s-)u|-(?:proxy-)?user)[ =]\s{0,3}["']?[^\s:"'/]{1,100}:)([^\s"'`\\;|&<>]{4,200})/g;
const SSHPASS = /(sshpass\s{1,4}-p\s{0,4}["']?)([^\s"'`\\;|&<>]{4,200})/g;
const MYSQL = /(mysql(?:dump|admin)?\s(?:[^\n|;&]{0,120}\s)?-p)([^\s"'`\\;|&<>]{4,200})/g;
/** A password in a web address. */
const IN_ADDRESS = /(:\/\/[^\s/:@"'`<>]{0,200}:)(?!\[redacted\])([^\s/@"'`<>]{3,200})(?=@)/g;
/** A password in XML, found at its closing tag, or in SQL, found at its quotation mark. */
const IN_XML =
  /(<(?:\w{1,30}:)?(?:\w{0,30}(?:password|passwd|secret|token|apikey))>)([^<\s]{4,400})(?=<\/)/gi;
const IN_SQL = /(\b(?:identified\s{1,4}by|password)\s{1,4}')([^'\s]{4,200})(?=')/gi;
/** A password in a `.netrc` file. */
const IN_NETRC = /(password(?<=\blogin[ \t]{1,4}\S{1,100}\s{1,20}password)[ \t]{1,4})(\S{4,200})/g;
/** The pairs of a cookie header. */
const COOKIES =
  /((?<![\w-])(?:set-)?cookie(?:\\{0,3}["'`])?\s{0,5}[:=,]\s{0,5}(?:\\{0,3}["'`])?)([\w.-]{1,80}=[^"'`\\\r\n]{1,8000})/gi;
const COOKIE_VALUE = /(?<=[\w.-]=)[^\s;,]{8,}/g;
const COOKIE_SETTING = /^(?:expires|max-age|domain|path|samesite|httponly|secure)$/i;
const BEARER = /(Bearer\s{1,4})(?=[\w+/.~-]{0,400}\d)([\w+/.=~-]{20,4000})/g;

/** Removes values that a name, a header, an option or an address marks as secret. `signs` is the result of `secretSigns`. */
export function redactNamed(text: string, signs: number): string {
  let redacted = text;
  if ((signs & SIGN.named) !== 0)
    redacted = redacted
      .replace(ASSIGNED, replaceAssigned)
      .replace(COOKIES, (_, name: string, pairs: string) => name + cookies(pairs));
  if ((signs & SIGN.address) !== 0) redacted = redacted.replace(IN_ADDRESS, inAddress);
  if ((signs & SIGN.option) !== 0)
    redacted = redacted
      .replace(OPTION, inOption)
      .replace(USER_OPTION, inShort)
      .replace(SSHPASS, inShort)
      .replace(MYSQL, inShort);
  if ((signs & SIGN.element) !== 0) redacted = redacted.replace(IN_XML, inElement);
  if ((signs & SIGN.quoted) !== 0) redacted = redacted.replace(IN_SQL, inElement);
  if ((signs & SIGN.run) !== 0) redacted = redacted.replace(BEARER, `$1${REDACTED}`);
  return redacted.includes("password") ? redacted.replace(IN_NETRC, `$1${REDACTED}`) : redacted;
}

function replaceAssigned(whole: string, ...found: readonly unknown[]): string {
  const [name, operator, blank, quote = "", scheme, quoted, bare] = found as readonly string[];
  const text = String(found.at(-1));
  const start = Number(found.at(-2));
  const value = quoted ?? bare ?? "";
  const next = text.charAt(start + whole.length);
  const naming: Naming = {
    name: name ?? "",
    isQuoted: quote !== "",
    isTight: operator === "=" && blank === "",
    hasScheme: scheme !== undefined,
  };
  // Function calls, indexes, templates, and sentences in quotation marks are not secrets.
  const isCode = quote === "" ? next === "(" || next === "[" || next === "{" : /\s/.test(next);
  if (isCode || !isSecretName(naming, text.charAt(start - naming.name.length - 1))) return whole;
  if (!isSecretValue(value, naming)) return whole;
  return whole.slice(0, whole.length - value.length) + REDACTED;
}

function inOption(whole: string, option: string, value: string): string {
  return value.startsWith("-") ? whole : inElement(whole, option, value);
}

function inShort(whole: string, option: string, value: string): string {
  const isPlain = /^(?:\d+|[a-z]+|\$.*|\[redacted\])$/.test(value);
  return isPlain ? whole : option + REDACTED;
}

function inAddress(whole: string, address: string, value: string): string {
  return /^(?:\$|\{|%[A-Z]|\*+$|x+$)|^(?:password|pass|pw|pwd|secret|token)$/i.test(value)
    ? whole
    : address + REDACTED;
}

function inElement(whole: string, before: string, value: string): string {
  const naming: Naming = { name: "password", isQuoted: true, isTight: false, hasScheme: false };
  return isSecretValue(value, naming) ? before + REDACTED : whole;
}

function cookies(pairs: string): string {
  return pairs.replace(COOKIE_VALUE, (value, at: number) => {
    const name = /[\w.-]{1,80}$/.exec(pairs.slice(Math.max(0, at - 81), at - 1))?.[0] ?? "";
    return COOKIE_SETTING.test(name) || value.startsWith("$") ? value : REDACTED;
  });
}

type Naming = {
  readonly name: string;
  readonly isQuoted: boolean;
  /** Whether it follows `=` without a blank, as in environment files, options and addresses. */
  readonly isTight: boolean;
  /** Whether a scheme such as `Bearer` is before it. */
  readonly hasScheme: boolean;
};

const PASSWORD = /(?:password|passwd|passphrase|passcode|pwd|\w[_.-]pass)$/i;
const SECRET = /(?:secret|credentials?)$/i;
/** Secret keys. Keys of a cache, a table or a map are not secret, nor are public keys. */
const KEY =
  /(?:api|access|secret|private|auth|account|encryption|encrypt|signing|master|subscription|storage|service|deploy|license|admin|app|shared|host|function|client|ssh|jwt|hmac|aes|webhook|openai|anthropic|gemini|azure|stripe|sendgrid)[_.-]?key$/i;
/** Tokens of texts, lists and requests, which are not secret. */
const OTHER_TOKEN =
  /(?:page|next|cancel|cancellation|continuation|continue|eos|bos|pad|unk|sep|cls|mask|sync|stop|special|max|min|first|last|per|design|syntax|current|start|end)[_.-]?token$/i;

/** Whether a name announces a secret. `before` is the character before the name. */
function isSecretName({ name, hasScheme }: Naming, before: string): boolean {
  if (/authorization$/i.test(name)) return true;
  if (PASSWORD.test(name) || SECRET.test(name) || KEY.test(name)) return true;
  if (/token$/i.test(name)) return !OTHER_TOKEN.test(name);
  if (/(?:^|[_.-])_?auth$/i.test(name)) return hasScheme || name.endsWith("_auth");
  if (/amz-signature$/i.test(name)) return true;
  return name.toLowerCase() === "sig" && (before === "?" || before === "&" || before === ";");
}

/** References, types, and words in place of a value. */
const PLACEHOLDER =
  /^(?:[$%<{*#@]|\[|x{3,}|\.{2,}|-{3,}|_{3,}|(?:your|my|the|some|enter|insert|replace|change|put)(?:[-_]|me|This|Your)|your|example|sample|dummy|fake|mock|placeholder|redacted|hidden|process\.|import\.|os\.|env[.[:]|secrets?\.|vars?\.|vault:|ssm:|op:\/\/|ref\+|arn:|file:|https?:|todo|fixme|n\/a|none|null|nil|undefined|true|false|optional|required|string|number|boolean|bytes|base64|hex|12345$|foobar|test-?token|test-?key|test-?secret|fake-?)/i;
const ELISION = /\.\.\.|…|x{5,}|\*{3,}|\$\{|\{\{|<[a-z]/i;
/** A word, or several words as one name: `accessToken`, `new-password`, `config.auth.token`, `string|null`. */
const WORDS = /^[A-Za-z_$|&?!][A-Za-z_$|&?!]*(?:[.:/-]{1,3}[A-Za-z_$|&?!]+)*[.:!?]?$/;
/** A name in code with digits: `config.db2.password`. */
const CODE = /^[A-Za-z_$][\w$]{0,30}(?:\??\.[A-Za-z_$][\w$]{0,30})+$/;
const PATH = /^(?:\.{0,2}|~)\/[\w.@-]+(?:\/[\w.@*-]+)*\/?$/;
const ENVIRONMENT = /^[A-Z][A-Z0-9_]*$/;
const LEAST_CHARACTERS = 6;

/** Whether a value with a secret's name is a secret, not a type, a reference, a path or a placeholder. */
function isSecretValue(value: string, naming: Naming): boolean {
  const isPassword = PASSWORD.test(naming.name);
  if (value.length < LEAST_CHARACTERS || PLACEHOLDER.test(value) || ELISION.test(value))
    return false;
  if (WORDS.test(value)) return areSecretWords(value, naming, isPassword);
  if (CODE.test(value) && !naming.isQuoted) return false;
  if (/^[\d.,:-]+$/.test(value)) return isPassword && (naming.isQuoted || naming.isTight);
  if (PATH.test(value)) return value.length > 30 && /[A-Z]/.test(value) && /\d/.test(value);
  const isBare = !isPassword && !naming.isTight && !naming.isQuoted && !naming.hasScheme;
  return !isBare || !isNameInCode(value);
}

/** `Uint8Array`, `ed25519Seed`, `token1` */
function isNameInCode(value: string): boolean {
  if (!/^[A-Za-z_$][\w$]{0,19}$/.test(value)) return false;
  return /[a-z\d][A-Z][a-z]/.test(value) || value.replaceAll(/\D/g, "").length < 3;
}

/** Whether words are a password: in the environment, in a header, or several words in quotation marks. */
function areSecretWords(value: string, naming: Naming, isPassword: boolean): boolean {
  if (/[|&?]|\./.test(value)) return false;
  if (naming.hasScheme) return value.length >= 24 || value.replaceAll(/[^A-Z]/g, "").length > 2;
  if (ENVIRONMENT.test(naming.name) && (naming.isTight || isPassword)) return true;
  const words = value.split(/[-_]/).length;
  return isPassword && naming.isQuoted && (words >= 4 || /[!$]/.test(value));
}
