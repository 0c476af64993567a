/** How a value is named and written. */
export type Naming = {
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
export function isSecretName({ name, hasScheme }: Naming, before: string): boolean {
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
export function isSecretValue(value: string, naming: Naming): boolean {
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
