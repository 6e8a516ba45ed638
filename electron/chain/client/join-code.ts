import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** What a join code carries: where the database is, how to recognize it, and a one-time secret. */
export interface JoinCode {
  /** An IPv4 address or a name, in ASCII. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** The beginning of the SHA-256 digest of the authority's certificate. */
  readonly fingerprint: Buffer;
  readonly secret: Buffer;
}

export type JoinCodeProblem = 'cut' | 'mistyped';

export const JOIN_SECRET_BYTES = 8;
const FINGERPRINT_BYTES = 10;
const CHECK_LENGTH = 4;
const GROUP_LENGTH = 4;
const DEFAULT_DATABASE = 'chain';
const HAS_HOST_NAME = 1;
const HAS_DATABASE = 2;
/** The first bits of the code: another version would be read otherwise. */
const FORMAT = 0b1010_0000;
/** Crockford's base 32: no I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns the code in groups of four letters and digits, the last group checks the others. */
export function formatJoinCode(code: JoinCode): string {
  const hasName = !isIPv4(code.host);
  const hasDatabase = code.database !== DEFAULT_DATABASE;
  const flags = (hasName ? HAS_HOST_NAME : 0) | (hasDatabase ? HAS_DATABASE : 0);
  const payload = encodeBase32(
    Buffer.concat([
      Buffer.from([FORMAT | flags]),
      hasName ? toCountedText(code.host) : Buffer.from(code.host.split('.').map(Number)),
      Buffer.from([code.port >> 8, code.port & 0xff]),
      hasDatabase ? toCountedText(code.database) : Buffer.alloc(0),
      code.fingerprint,
      code.secret,
    ]),
  );
  const text = payload + computeCheck(payload);
  return (text.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g')) ?? []).join('-');
}

/**
 * Reads a code as people type it or a scanner sends it: in any case, with any signs between its
 * letters and digits, O for 0, and I or L for 1.
 */
export function parseJoinCode(
  typed: string,
):
  | { readonly ok: true; readonly value: JoinCode }
  | { readonly ok: false; readonly problem: JoinCodeProblem } {
  const text = typed
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  if ([...text].some((letter) => !ALPHABET.includes(letter))) return fail('mistyped');
  const payload = text.slice(0, -CHECK_LENGTH);
  if (text.length > CHECK_LENGTH && text.endsWith(computeCheck(payload))) {
    const code = decodePayload(decodeBase32(payload));
    return code === null ? fail('mistyped') : { ok: true, value: code };
  }
  const isCut = text.length % GROUP_LENGTH !== 0 || decodePayload(decodeBase32(payload)) === null;
  return fail(isCut ? 'cut' : 'mistyped');
}

function fail(problem: JoinCodeProblem) {
  return { ok: false, problem } as const;
}

/** Returns the beginning of the digest of a certificate in DER. */
export function computeJoinFingerprint(certificate: Buffer): Buffer {
  return createHash('sha256').update(certificate).digest().subarray(0, FINGERPRINT_BYTES);
}

export function matchesJoinFingerprint(code: JoinCode, certificate: Buffer): boolean {
  return timingSafeEqual(computeJoinFingerprint(certificate), code.fingerprint);
}

/** Derives the suffix of the login and its first password from the secret. */
export function deriveJoinLogin(secret: Buffer): {
  readonly suffix: string;
  readonly password: string;
} {
  return {
    suffix: createHash('sha256').update('login').update(secret).digest('hex').slice(0, 8),
    password: createHash('sha256').update('password').update(secret).digest('base64url'),
  };
}

function decodePayload(bytes: Buffer): JoinCode | null {
  let at = 0;
  const take = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const takeText = (): string => take(take(1)[0] ?? 0).toString('latin1');
  const flags = take(1)[0] ?? 0;
  if ((flags & ~(HAS_HOST_NAME | HAS_DATABASE)) !== FORMAT) return null;
  const host = flags & HAS_HOST_NAME ? takeText() : take(4).join('.');
  const [high = 0, low = 0] = take(2);
  const database = flags & HAS_DATABASE ? takeText() : DEFAULT_DATABASE;
  const fingerprint = take(FINGERPRINT_BYTES);
  const secret = take(JOIN_SECRET_BYTES);
  if (at > bytes.length) return null;
  return { host, port: high * 256 + low, database, fingerprint, secret };
}

function toCountedText(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function computeCheck(payload: string): string {
  return encodeBase32(createHash('sha256').update(payload).digest()).slice(0, CHECK_LENGTH);
}

/** Fills the last group with zeros. */
function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{1,5}/g) ?? []).map(
    (group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '',
  );
  return letters.join('').padEnd(Math.ceil(letters.length / GROUP_LENGTH) * GROUP_LENGTH, '0');
}

function decodeBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
