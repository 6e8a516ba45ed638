/**
 * Masks in a log line every text that could be a customer's account number: any word with five
 * digits or more keeps only its last four characters. Times, the till's own identifiers, versions and
 * positions in the program's files are not masked, because they are needed to follow a payment or an
 * error through the log.
 */
const KEPT_PATTERN =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b\d{4}-\d{2}-\d{2}(?!\d)(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?|(?<![\w.-])[\w.-]{1,200}\.[cm]?[jt]sx?:\d+:\d+/
    .source;
/** Digits separated by a blank, a comma, a dot or a dash are read as one number. */
const NUMBER_PATTERN = /[A-Za-z0-9]*\d(?:[ .,\-_/]?[A-Za-z0-9]*\d){4,}[A-Za-z0-9]*/.source;
/** Matches any other word whole, so that a long one is not searched again from each of its letters. */
const OTHER_WORD_PATTERN = /[A-Za-z0-9]+/.source;
const WORD_PATTERN = new RegExp(
  `(${KEPT_PATTERN})|(${NUMBER_PATTERN})|${OTHER_WORD_PATTERN}`,
  'gi',
);

export function maskNumbers(text: string): string {
  return text.replaceAll(
    WORD_PATTERN,
    (match: string, _kept: string | undefined, number: string | undefined) =>
      number === undefined ? match : `****${number.replaceAll(/[^A-Za-z0-9]/g, '').slice(-4)}`,
  );
}

/** Fields of pino, and the till's own counts. */
const UNMASKED_FIELDS = new Set([
  'level',
  'bytes',
  'rows',
  'milliseconds',
  'status',
  'httpStatus',
  'count',
]);

/** Masks one line of the log: JSON written by pino, or any other text. */
export function maskLogLine(line: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return maskNumbers(line);
  }
  return JSON.stringify(maskValue(parsed));
}

function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return maskNumbers(value);
  if (typeof value === 'number')
    return Math.abs(value) < 100_000 ? value : maskNumbers(String(value));
  if (Array.isArray(value)) return value.map(maskValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      maskNumbers(name),
      UNMASKED_FIELDS.has(name) && typeof member === 'number' ? member : maskValue(member),
    ]),
  );
}

/**
 * Removes these exact texts everywhere: a last safeguard, because secrets should never be written.
 */
export function removeSecrets(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
      result = result.replaceAll(form, '[kept secret]');
    }
  }
  return result;
}
