import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachEvidenceToPdf, buildEvidenceCode, verifyEvidence } from './evidence-code.ts';
import { createEvidenceKeyPair, parseEvidencePublicKeys } from './evidence-key.ts';

const PAIR = createEvidenceKeyPair(Buffer.alloc(32, 1));
const OTHER_PAIR = createEvidenceKeyPair(Buffer.alloc(32, 2));
const KEYS = [PAIR.publicKey];
const SHEET = 'Hoja de reclamo 3\nImporte: $549.00';
const FACTS = {
  till: 'mostrador 07',
  claim: '3',
  payment: '9d463665-09f4-4aeb-a90d-947c11c91b68',
  biller: '40 CFE - Comisión Federal de Electricidad',
  account: '501000000007',
  amount: '549.00 MXN',
  date: '2026-11-26T18:49:20Z',
  outcome: 'paid',
  authorization: '48586',
  made: '2026-11-27T10:00:00Z',
};
const CODE = buildEvidenceCode(FACTS, SHEET, PAIR);
const check = (text: string, keys = KEYS) => verifyEvidence(Buffer.from(text), keys);

describe('the code of a sheet', () => {
  it('accepts a code signed with the key of its till, and gives the signed facts', () => {
    expect(check(CODE)).toMatchObject({
      kind: 'valid',
      facts: { ...FACTS, biller: '40 CFE - Comision Federal de Ele' },
      sheetText: null,
    });
  });

  it.each([
    ['Windows line breaks', CODE.replaceAll('\n', '\r\n')],
    ['a final line break', `${CODE}\n`],
    ['blanks at the ends of lines', CODE.replaceAll('\n', '  \n')],
    ['a byte order mark', `\ufeff${CODE}`],
    ['words before it', `Scanned with a phone:\n${CODE}`],
  ])('accepts a code with %s', (_, text) => {
    expect(check(text).kind).toBe('valid');
  });

  it('detects any changed character of the facts and of the signature', () => {
    const [header = '', keyId = ''] = CODE.split('\n');
    const start = header.length + keyId.length + 2;
    fc.assert(
      fc.property(
        fc.integer({ min: start, max: CODE.length - 1 }),
        fc.constantFrom(...'0123456789abcXYZ'),
        (at, character) => {
          fc.pre(CODE[at] !== character && CODE[at] !== '\n');
          // The last character of the signature has bits that encode nothing.
          fc.pre(at < CODE.length - 1);
          const text = CODE.slice(0, at) + character + CODE.slice(at + 1);
          expect(check(text)).toEqual({ kind: 'altered' });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('names the unknown key of a code that another till signed', () => {
    const foreign = buildEvidenceCode(FACTS, SHEET, OTHER_PAIR);
    const { id } = OTHER_PAIR.publicKey;
    expect(check(foreign)).toEqual({ kind: 'unknown-key', keyId: id });
    expect(check(foreign, [])).toEqual({ kind: 'unknown-key', keyId: id });
    expect(check(foreign, [PAIR.publicKey, OTHER_PAIR.publicKey]).kind).toBe('valid');
  });

  it('detects the id of a known key on a code that another till signed', () => {
    const foreign = buildEvidenceCode(FACTS, SHEET, {
      ...OTHER_PAIR,
      publicKey: { ...OTHER_PAIR.publicKey, id: PAIR.publicKey.id },
    });
    expect(check(foreign)).toEqual({ kind: 'altered' });
  });

  it.each(['', 'hello', '%PDF-1.7 without a code', CODE.split('\n').slice(0, 5).join('\n')])(
    'finds no code in %j',
    (text) => {
      expect(check(text)).toEqual({ kind: 'not-evidence' });
    },
  );

  it('fits the longest facts on the narrowest paper', () => {
    const facts = Object.fromEntries(
      Object.keys(FACTS).map((name) => [name, 'ñ'.repeat(80)]),
    ) as typeof FACTS;
    // What a code of 85 modules holds, four dots each, on 384 dots.
    expect(buildEvidenceCode(facts, SHEET, PAIR).length).toBeLessThanOrEqual(504);
  });
});

describe('a PDF file of a sheet', () => {
  const PDF = Buffer.from('%PDF-1.7\n1 0 obj\nstartxref\n9\n%%EOF\n');
  const file = Buffer.from(attachEvidenceToPdf(PDF, CODE, SHEET)).toString('latin1');

  it('accepts a saved PDF file, gives its text, and leaves its end as readers expect it', () => {
    expect(check(file)).toMatchObject({ kind: 'valid', sheetText: SHEET });
    expect(file.startsWith(PDF.toString('latin1'))).toBe(true);
    expect(file).toMatch(/startxref\n9\n%%EOF\n$/);
  });

  it('detects a PDF file whose text is not the signed one', () => {
    const forged = attachEvidenceToPdf(PDF, CODE, SHEET.replace('549', '594'));
    expect(verifyEvidence(forged, KEYS)).toEqual({ kind: 'altered' });
  });
});

it('finds the keys of several tills in one text', () => {
  const text = `Caja 07: ${PAIR.publicKey.text}\n${OTHER_PAIR.publicKey.text} (Caja 08)`;
  expect(parseEvidencePublicKeys(text).map(({ id }) => id)).toEqual([
    PAIR.publicKey.id,
    OTHER_PAIR.publicKey.id,
  ]);
  expect(parseEvidencePublicKeys('no key here')).toEqual([]);
});
