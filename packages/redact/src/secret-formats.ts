import { SIGN } from "./secret-signs.ts";

export const REDACTED = "[redacted]";

/**
 * Tokens of letters, digits, `_` and `-` with a distinctive prefix, from the rules of gitleaks
 * (https://github.com/gitleaks/gitleaks) and secretlint (https://github.com/secretlint/secretlint) and the documentation of
 * the products.
 */
const PREFIXED: readonly string[] = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek, Langfuse; names of CSS classes have no digit
  String.raw`sk-(?=[a-z-]{0,40}[\dA-Z])[\w-]{16,200}`,
  // GitHub, GitLab, Bitbucket and Jira
  String.raw`gh[oprsu]_\w{30,255} github_pat_\w{22,255}
    gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|oas|ffct)-[\w-]{20,300}
    GR1348941[\w-]{20}(?![\w-]) AT(?:ATT|CTT|BB)[\w-]{20,400}`,
  // package registries
  String.raw`npm_[A-Za-z0-9]{36}\b pypi-[\w-]{50,300} rubygems_[0-9a-f]{48}\b CLOJARS_[0-9a-z]{60}\b
    dckr_(?:pat|oat)_[\w-]{27,64} AKCp[A-Za-z0-9]{69}\b
    cmVmd[A-Za-z0-9]{59}\b`,
  // clouds and hosts
  String.raw`(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}\b AIza[\w-]{35} GOCSPX-[\w-]{28}
    LTAI[A-Za-z0-9]{16,26}\b AKID[A-Za-z0-9]{32}\b AQVN[\w-]{35,38} do[opr]_v1_[0-9a-f]{64}
    HRKU-[\w-]{30,80} nfp_[A-Za-z0-9]{36}\b f(?:o1|m1|m2)_[\w-]{40,400} rnd_[A-Za-z0-9]{26,40}\b
    sbp_[0-9a-f]{40}\b sb_secret_[\w-]{20,80} pscale_(?:tkn|pw|oauth)_[\w-]{32,64}
    dapi[0-9a-f]{32}\b tskey-(?:auth|api|client|scim|webhook)-[\w-]{10,80} pul-[0-9a-f]{40}\b
    4b1d[A-Za-z0-9]{38}\b tk-us-[\w-]{48}(?![\w-]) dnkey-[\w=-]{26}-[\w=-]{52}`,
  // models
  String.raw`hf_[A-Za-z0-9]{30,60}\b gsk_[A-Za-z0-9]{40,64}\b xai-[A-Za-z0-9]{60,100}\b
    pplx-[A-Za-z0-9]{40,64}\b r8_[A-Za-z0-9]{37}\b lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}\b`,
  // Cerebras, Fireworks, Together, Voyage, ElevenLabs, E2B, Modal, Pinecone, Jina, Weights & Biases, AWS Bedrock,
  // Hugging Face organizations
  String.raw`csk-[A-Za-z0-9]{40,60}\b fw_(?=[A-Za-z]{0,20}\d)[A-Za-z0-9]{20,40}\b tgp_v1_[\w-]{40,50}
    pa-(?=[A-Za-z_-]{0,40}\d)[\w-]{43}(?![\w-]) sk_[0-9a-f]{48}\b e2b_[0-9a-f]{40}\b
    a[ks]-(?=[A-Za-z]{0,20}\d)[A-Za-z0-9]{22}\b pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{50,70}\b
    jina_[\w-]{40,80} wandb_v1_[\w-]{40,90} ABSK[A-Za-z0-9+/=]{60,300} api_org_[A-Za-z0-9]{34}\b`,
  // Tavily, Firecrawl, Brave, Cloudflare, Vercel, Neon, PostHog, LaunchDarkly, Contentful
  String.raw`tvly-(?:dev-|prod-)?[A-Za-z0-9]{20,40}\b fc-[0-9a-f]{32}\b BSA[\w-]{26,28}(?![\w-])
    cf(?:ut|at|k)_[A-Za-z0-9]{40,50}\b vercel_blob_rw_[A-Za-z0-9]{16}_[A-Za-z0-9]{30,40}\b
    vc[pikar]_[A-Za-z0-9]{50,60}\b napi_[A-Za-z0-9]{60,70}\b phx_[A-Za-z0-9]{40,50}\b
    (?:sdk|mob|api)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b CFPAT-[\w-]{43}`,
  // payments
  String.raw`(?:sk|rk|pk)_(?:live|test|prod)_\w{16,200} whsec_[A-Za-z0-9]{24,80}
    sq0(?:atp|csp|idp)-[\w-]{22,43} EAAA[\w-]{60} rzp_(?:live|test)_[A-Za-z0-9]{14,40}\b
    FLWSECK(?:_TEST)?-[\w-]{12,60} EZ[AT]K[A-Za-z0-9]{54}\b shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b
    shippo_(?:live|test)_[0-9a-f]{40}\b duffel_(?:live|test)_[\w=-]{43} (?:live|test)_[0-9a-f]{35}\b
    access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`,
  // messages and mail
  String.raw`xox[abeoprs]-[\w-]{10,250} xapp-\d-[\w-]{20,250} SK[0-9a-f]{32}\b key-[0-9a-f]{32}\b
    [0-9a-f]{32}-us\d{1,2}\b xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}\b
    re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}\b EAA[A-Za-z0-9]{80,300}\b`,
  // tools
  String.raw`fig[dour]_[\w-]{40,60} gl(?:sa|c)_[A-Za-z0-9_]{32,400}
    lin_(?:api|oauth)_[A-Za-z0-9]{32,64}\b ntn_[A-Za-z0-9]{40,50}\b secret_[A-Za-z0-9]{43}\b
    NR(?:AK|JS|II|SP)-[\w-]{19,40} PMAK-[0-9a-f]{24}-[0-9a-f]{34}\b sntry[su]_[\w=+/-]{40,400}
    sgp_[0-9a-f_]{40,80}\b sq[upa]_[0-9a-f]{40}\b tfp_[\w-]{40,80} pnu_[A-Za-z0-9]{36}\b
    rdme_[a-z0-9]{70}\b fio-u-[\w-]{64} p8e-[a-z0-9]{32}\b API-[A-Z0-9]{26}\b
    ico-[A-Za-z0-9]{32}\b sm_[aps]at_[A-Za-z0-9]{16}\b s-s4t2(?:ud|af)-[0-9a-f]{64}\b
    [A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b
    A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}\b
    AGE-SECRET-KEY-1[0-9A-Z]{58}\b ops_eyJ[\w-]{100,1000}`,
];

/** Tokens with other characters. */
const DOTTED: readonly string[] = [
  // JSON web tokens, each from its last start, so that repeated starts take little time; Mapbox
  String.raw`eyJ(?:(?![_-]eyJ)[\w-]){10,400}\.[\w-]{10,4000}\.[\w-]{10,1000} sk\.eyJ[\w-]{10,400}\.[\w-]{10,100}`,
  // SendGrid, Google, HashiCorp, Doppler, Dropbox, Dynatrace, Airtable, Discord, Cloudflare, Harness
  String.raw`SG\.[\w-]{16,32}\.[\w-]{16,64} ya29\.[\w-]{20,500} hv[sbr]\.[\w-]{24,300}
    [A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70} dp\.(?:pt|st|ct|sa|scim|audit)\.[\w-]{40,80}
    sl\.[\w-]{100,300} dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64} pat[A-Za-z0-9]{14}\.[0-9a-f]{64}
    [MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40} AQ\.[\w-]{40,100}
    v1\.0-[0-9a-f]{24}-[0-9a-f]{146}\b [ps]at\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}\b`,
];

const FORMS = [...PREFIXED, ...DOTTED].join(" ").split(/\s+/).join("|");
const TOKEN: RegExp = new RegExp(`(?<![A-Za-z0-9])(?:${FORMS})`, "g");

/** Every token above has a run of letters, digits, `_` and `-` that matches one of these; few other runs do. */
const SEPARATED_SIGN =
  /[._-](?=[\w-]{15})(?<=(?<![A-Za-z0-9])(?:[srp]k|gh[oprsu]|github_pat|gl[a-z]{1,5}|npm|pypi|rubygems|CLOJARS|dckr|GOCSPX|do[opr]_v1|HRKU|nfp|fo1|fm[12]|rnd|sbp|sb|pscale|tskey|pul|hf|gsk|xai|pplx|r8|lsv2|whsec|sq0...|rzp|FLWSECK|shp..|shippo|xox[a-z]|xapp|key|xkeysib|re|fig.|lin|ntn|secret|NR..|PMAK|sntr..|sgp|sq.|tfp|pnu|rdme|fio|p8e|API|AGE|ops|csk|fw|tgp|pa|e2b|ak|as|pcsk|jina|wandb|api|tvly|fc|cfut|cfat|cfk|vercel|vc[pikar]|napi|phx|sdk|mob|CFPAT|A3|v1|dnkey|duffel|[ps]at|ico|sm_[aps]at|s-s4t2..|access-[a-z]{7,11}|tk-us|live|test|AQ|SG|ya29|hv[sbr]|dp\.[a-z]{2,5}|sl|dt0[a-z]\d\d|pat\w{14}|[A-Za-z0-9]{14}\.atlasv1|[MNO][\w-]{23,27}\.[\w-]{6})[._-])|-us\d|_mmk\b|eyJ[\w-]{10}/;
const WHOLE_SIGN =
  /[AELS][A-Z][A-Za-z0-9]{12}|BSA[\w-]{12}|dapi[0-9a-f]{12}|cmVmd|A3T[A-Z0-9]{12}|4b1d[A-Za-z0-9]{12}|GR1348941/;

/** Google, Azure Entra, OpenShift, Telegram */
const TILDE_TOKENS: readonly RegExp[] = [
  /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}/g,
  /(?<!\w)sha256~[\w-]{43}/g,
  /(?<!\w)\d{8,10}:AA[\w-]{32,34}/g,
];
const GOOGLE_REFRESH_TOKEN = /(?<![\w/])1\/\/0[\w-]{40,200}/g;

/** Webhooks of Slack, Discord and Teams, whose addresses are secrets. */
const WEBHOOK =
  /(hooks\.slack\.com\/(?:services|workflows|triggers)\/|\/api\/webhooks\/\d{5,25}\/|\.webhook\.office\.com\/webhookb2\/)[\w@/-]{20,300}/g;

/** Secrets with a sign that is rare in other texts. What a first group matches is kept. */
const MARKED: readonly (readonly [sign: string, form: RegExp])[] = [
  // Okta, Asana, Azure DevOps
  ["SSWS ", /(\bSSWS )00[\w-]{38,42}/g],
  ["2/", /()\b[12]\/\d{13,19}(?:\/\d{13,19})?:[0-9a-f]{32}\b/g],
  ["AZDO", /()(?<![A-Za-z0-9])[A-Za-z0-9]{60,80}AZDO[A-Za-z0-9]{4}\b/g],
  // The credentials of Docker, of one-time passwords, of PostgreSQL, and hashes of passwords
  ['"auth"', /("auth"\s{0,3}:\s{0,3}")[A-Za-z0-9+/]{16,400}={0,2}(?=")/g],
  [
    "otpauth://",
    /(otpauth:\/\/[^\s?]{1,200}\?(?:[^\s&#]{1,100}&){0,6}secret=)[A-Za-z2-7]{16,128}/g,
  ],
  [":543", /((?:^|\s)[\w.*-]{1,80}:543\d:[\w*-]{1,80}:[\w*-]{1,80}:)[^\s:]{4,200}/g],
  // NuGet, Sidekiq
  ['Password" ', /(key="(?:ClearText)?Password"\s{1,5}value=")[^"\s]{4,200}(?=")/g],
  ["CONTRIBSYS__COM", /(CONTRIBSYS__COM["']?\s{0,3}[:=]\s{0,3}["']?)[0-9a-f]{8}:[0-9a-f]{8}\b/g],
  ["$", /()\$(?:1|5|6|y|apr1|2[aby]|argon2id?)\$[\w./$=,+-]{20,250}/g],
];

/** Whether a long run may be part of a token. */
export function isTokenLike(run: string): boolean {
  return SEPARATED_SIGN.test(run) || WHOLE_SIGN.test(run);
}

/** Removes tokens with a known form. `signs` is the result of `secretSigns`. */
export function redactTokens(text: string, signs: number): string {
  let redacted = text;
  if ((signs & SIGN.token) !== 0) redacted = redacted.replace(TOKEN, REDACTED);
  if ((signs & SIGN.tilde) !== 0)
    for (const form of TILDE_TOKENS) redacted = redacted.replace(form, REDACTED);
  for (const [sign, form] of MARKED)
    if (redacted.includes(sign)) redacted = redacted.replace(form, `$1${REDACTED}`);
  if ((signs & SIGN.address) !== 0) redacted = redacted.replace(WEBHOOK, `$1${REDACTED}`);
  return redacted.includes("1//0") ? redacted.replace(GOOGLE_REFRESH_TOKEN, REDACTED) : redacted;
}

/**
 * A private key from its first line to its last, or to the end of its content. Lines may be separated by escapes, as in
 * JSON. The content is matched once, so that repeated first lines take linear time.
 */
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[\s"',]|\\[nrt])+(?:[A-Za-z-]{3,30}: [^\r\n\\]{1,80}|[\w+/=-]{16,}))+(?:(?:(?:[\s"',]|\\[nrt])+[A-Za-z0-9+/=]{1,16})?(?:[\s"',]|\\[nrt])*-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g;

/** Removes private keys in the form of PEM, OpenSSH, PuTTY or PGP. */
export function redactPrivateKeys(text: string): string {
  return text.includes("PRIVATE KEY") ? text.replace(PRIVATE_KEY, REDACTED) : text;
}
