import { createHash, sign, verify } from 'node:crypto';
import type { EvidenceKeyPair, EvidencePublicKey } from './evidence-key.ts';

/**
 * The code of a claim's sheet: its main facts and their signature, as plain lines that any phone shows
 * and no copying of text changes. It has only ASCII characters, and fits on a narrow paper.
 */

const HEADER = 'MOSTRADOR-EVIDENCE-1';
/** Before a comment of a PDF file, which holds the code and the whole text of the sheet. */
const PDF_COMMENT = '%MOSTRADOR-EVIDENCE-1 ';

/** The fields in the order of the code, with the most characters of each. */
const FIELDS = {
  till: 40,
  claim: 8,
  payment: 40,
  biller: 32,
  account: 40,
  amount: 24,
  date: 24,
  outcome: 16,
  authorization: 32,
  /** The SHA-256 of the sheet's text. */
  sheet: 43,
  made: 24,
} as const;
const FIELD_NAMES = Object.keys(FIELDS) as readonly (keyof typeof FIELDS)[];

export type EvidenceFacts = Readonly<Record<keyof typeof FIELDS, string>>;

/** The code of these facts, signed with the till's key. */
export function buildEvidenceCode(
  facts: Omit<EvidenceFacts, 'sheet'>,
  sheetText: string,
  { privateKey, publicKey }: EvidenceKeyPair,
): string {
  const values: EvidenceFacts = { ...facts, sheet: computeSheetDigest(sheetText) };
  const statement = [
    HEADER,
    publicKey.id,
    ...FIELD_NAMES.map((name) => toPlainValue(values[name], FIELDS[name])),
  ].join('\n');
  const signature = sign(null, Buffer.from(statement), privateKey);
  return `${statement}\n${signature.toString('base64url')}`;
}

export type EvidenceVerdict =
  | { readonly kind: 'valid'; readonly facts: EvidenceFacts; readonly sheetText: string | null }
  /** The signature does not match the facts, or the facts do not match the sheet's text. */
  | { readonly kind: 'altered' }
  /** None of the keys signed it. */
  | { readonly kind: 'unknown-key'; readonly keyId: string }
  | { readonly kind: 'not-evidence' };

/** Checks a file: the text of a code, or a PDF file that the till saved. Needs no network. */
export function verifyEvidence(
  file: Uint8Array,
  keys: readonly EvidencePublicKey[],
): EvidenceVerdict {
  const text = Buffer.from(file).toString('latin1');
  if (!text.startsWith('%PDF-')) return verifyCode(text, keys);
  const attachment = readPdfAttachment(text);
  if (attachment === null) return { kind: 'not-evidence' };
  const verdict = verifyCode(attachment.code, keys);
  if (verdict.kind !== 'valid') return verdict;
  return computeSheetDigest(attachment.sheetText) === verdict.facts.sheet
    ? { ...verdict, sheetText: attachment.sheetText }
    : { kind: 'altered' };
}

function verifyCode(text: string, keys: readonly EvidencePublicKey[]): EvidenceVerdict {
  const lines = text
    .replace(/^\xef\xbb\xbf/, '')
    .split(/\r?\n|\r/)
    .map((line) => line.trimEnd());
  const start = lines.indexOf(HEADER);
  const [keyId, ...rest] = lines.slice(start + 1);
  const values = rest.slice(0, FIELD_NAMES.length);
  const signature = rest[FIELD_NAMES.length];
  if (start < 0 || keyId === undefined || !signature) return { kind: 'not-evidence' };
  const named = keys.filter(({ id }) => id === keyId);
  if (named.length === 0) return { kind: 'unknown-key', keyId };
  const statement = Buffer.from([HEADER, keyId, ...values].join('\n'), 'latin1');
  const isSigned = named.some(({ key }) =>
    verify(null, statement, key, Buffer.from(signature, 'base64url')),
  );
  if (!isSigned) return { kind: 'altered' };
  const facts = Object.fromEntries(
    FIELD_NAMES.map((name, index) => [name, values[index] ?? '']),
  ) as EvidenceFacts;
  return { kind: 'valid', facts, sheetText: null };
}

/**
 * Appends the code and the sheet's text to a PDF file, as a comment that no reader shows. The end of
 * the file is repeated after it, where readers look for it.
 */
export function attachEvidenceToPdf(pdf: Uint8Array, code: string, sheetText: string): Uint8Array {
  const end = Buffer.from(pdf)
    .toString('latin1')
    .match(/startxref\s+\d+\s+%%EOF\s*$/)?.[0];
  if (end === undefined) throw new Error('the PDF file has no end');
  const attachment = Buffer.from(JSON.stringify({ code, sheetText })).toString('base64url');
  return Buffer.concat([pdf, Buffer.from(`\n${PDF_COMMENT}${attachment}\n${end.trim()}\n`)]);
}

function readPdfAttachment(pdf: string): { code: string; sheetText: string } | null {
  const start = pdf.lastIndexOf(PDF_COMMENT);
  if (start < 0) return null;
  const [encoded = ''] = pdf.slice(start + PDF_COMMENT.length).split(/[\r\n]/, 1);
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    const { code, sheetText } = { code: null, sheetText: null, ...Object(value) };
    return typeof code === 'string' && typeof sheetText === 'string' ? { code, sheetText } : null;
  } catch {
    return null;
  }
}

function computeSheetDigest(sheetText: string): string {
  return createHash('sha256').update(sheetText, 'utf8').digest('base64url');
}

/** Accents are dropped, because not every phone copies them unchanged. Never empty. */
function toPlainValue(value: string, maxLength: number): string {
  const plain = value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/[^\x20-\x7e]/gu, '?')
    .trim()
    .slice(0, maxLength)
    .trim();
  return plain === '' ? '-' : plain;
}
