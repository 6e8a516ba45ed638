/**
 * Masks in a line of the log what could be a customer's account number: any word with five digits
 * or more keeps only its last four characters. Times, our own identifiers and versions stay, or
 * nobody could follow a payment through the log.
 */
const KEPT_PATTERN =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b\d{4}-\d{2}-\d{2}(?!\d)(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?/
    .source;
/** Digits separated by a blank, a comma, a dot or a dash are one number to a reader. */
const NUMBER_PATTERN = /[A-Za-z0-9]*\d(?:[ .,\-_/]?[A-Za-z0-9]*\d){4,}[A-Za-z0-9]*/.source;
const KEPT_OR_NUMBER_PATTERN = new RegExp(`(${KEPT_PATTERN})|${NUMBER_PATTERN}`, 'gi');

export function maskNumbers(text: string): string {
  return text.replaceAll(KEPT_OR_NUMBER_PATTERN, (found: string, kept: string | undefined) =>
    kept === undefined ? `****${found.replaceAll(/[^A-Za-z0-9]/g, '').slice(-4)}` : found,
  );
}

/** Pino's own fields, and numbers that are our own counts. */
const UNMASKED_FIELDS = new Set([
  'level',
  'bytes',
  'rows',
  'milliseconds',
  'status',
  'httpStatus',
  'count',
]);

/** One line of the log: JSON as pino writes it, or any other text. */
export function maskLine(line: string): string {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return maskNumbers(line);
  }
  return JSON.stringify(maskValue(read));
}

function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return maskNumbers(value);
  if (typeof value === 'number')
    return Math.abs(value) < 100_000 ? value : maskNumbers(String(value));
  if (Array.isArray(value)) return value.map(maskValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      maskNumbers(name),
      UNMASKED_FIELDS.has(name) && typeof one === 'number' ? one : maskValue(one),
    ]),
  );
}

/** Removes exactly these texts anywhere: the last resort behind never writing them. */
export function removeSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
      clean = clean.replaceAll(form, '[kept secret]');
    }
  }
  return clean;
}
