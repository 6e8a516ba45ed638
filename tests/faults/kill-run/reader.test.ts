import { describe, expect, it } from 'vitest';
import { findFaults, type KillRunRecord, type StoredPayment } from './reader.ts';

const DAY_FILE = 'lupita_20261124.txt';
const [PAID, LATE, NOT_PAID] = ['in-file', 'late', 'not-performed'].map(
  (externalId, index): StoredPayment => ({
    externalId,
    billerId: '37',
    accountNumber: `811234567${index}`,
    amount: `${100 + index}.00`,
    currency: 'MXN',
    posNumber: '07',
    performedSecond: Date.parse('2026-11-23T18:00:00Z') / 1000 + index,
    state: externalId === 'not-performed' ? 'not-performed' : 'paid',
    authorization: `authorization-${index}`,
  }),
) as [StoredPayment, StoredPayment, StoredPayment];

function formatFile(payments: readonly StoredPayment[], date = '20261124'): Uint8Array {
  const lines = payments.map((payment) => {
    const time = new Date(Number(payment.performedSecond) * 1000).toISOString().slice(0, 19);
    const { billerId, authorization, accountNumber, amount, currency, posNumber } = payment;
    const fields = [billerId, authorization, accountNumber, amount, currency, posNumber];
    return ['REGISTER', time, ...fields, payment.externalId].join('|');
  });
  return Buffer.from([`HEADER|${date}`, ...lines, `FOOTER|${lines.length}`].join('\n'));
}

/** A run of one till and one day: a payment in its file, a late one, and one not performed. */
const RECORD: KillRunRecord = {
  performed: [PAID, LATE],
  ledgers: new Map([['07', [PAID, LATE, NOT_PAID]]]),
  chain: [PAID, LATE, NOT_PAID],
  late: [{ day: '2026-11-23', externalId: 'late' }],
  remadeFiles: new Map(),
  refusedRows: 0,
  files: new Map([[DAY_FILE, formatFile([PAID])]]),
  seenFiles: [{ name: DAY_FILE, version: 'first' }],
  days: ['2026-11-23'],
  chainName: 'lupita',
  hoursBehindUtc: 6,
};
const yesterday = { ...PAID, performedSecond: Number(PAID.performedSecond) - 86_400 };

describe('the reader of a kill run', () => {
  it('reports nothing if each payment is everywhere once', () => {
    expect(findFaults(RECORD)).toEqual([]);
  });

  it('accepts a payment in a file that differs from the uploaded one, as a person is told', () => {
    const remadeFiles = new Map([['2026-11-23', ['late']]]);
    expect(findFaults({ ...RECORD, late: [], remadeFiles })).toEqual([]);
  });

  const planted: readonly (readonly [string, Partial<KillRunRecord>, readonly string[]])[] = [
    ['a loss in the chain', { chain: [PAID, NOT_PAID] }, ['missing in the chain: late']],
    [
      'a loss in the ledger',
      { ledgers: new Map([['07', [PAID, NOT_PAID]]]) },
      ['performed, in no ledger: late', 'in the chain, in no ledger: late'],
    ],
    [
      'a loss in the file',
      { files: new Map([[DAY_FILE, formatFile([])]]) },
      ['in no file of 2026-11-23 and not late: in-file'],
    ],
    [
      'a late payment that is not listed',
      { late: [] },
      ['in no file of 2026-11-23 and not late: late'],
    ],
    ['a double at the service', { performed: [PAID, PAID, LATE] }, ['performed twice: in-file']],
    [
      'a double in the chain',
      { chain: [PAID, LATE, LATE, NOT_PAID] },
      ['in the chain twice: late'],
    ],
    [
      'a double in two ledgers',
      {
        ledgers: new Map([
          ['07', [PAID, LATE, NOT_PAID]],
          ['08', [{ ...LATE, posNumber: '08' }]],
        ]),
      },
      expect.arrayContaining(['in the ledgers twice: late']),
    ],
    [
      'a double in the file',
      { files: new Map([[DAY_FILE, formatFile([PAID, PAID])]]) },
      [`twice, ${DAY_FILE} and ${DAY_FILE}: in-file`],
    ],
    [
      'a late payment that is in the file too',
      { files: new Map([[DAY_FILE, formatFile([PAID, LATE])]]) },
      [`twice, ${DAY_FILE} and late of 2026-11-23: late`],
    ],
    [
      'a payment in the file that was not performed',
      { files: new Map([[DAY_FILE, formatFile([PAID, NOT_PAID])]]) },
      [`in ${DAY_FILE}, not performed: not-performed`],
    ],
    [
      'a second file',
      { files: new Map([...RECORD.files, ['lupita_20261124-2.txt', formatFile([])]]) },
      ['unexpected on the server: lupita_20261124-2.txt'],
    ],
    [
      'a missing file',
      { files: new Map() },
      [`missing on the server: ${DAY_FILE}`, 'in no file of 2026-11-23 and not late: in-file'],
    ],
    [
      'a file that changed',
      { seenFiles: [...RECORD.seenFiles, { name: DAY_FILE, version: 'second' }] },
      [`changed after its upload: ${DAY_FILE}`],
    ],
    [
      'a file with another date',
      { files: new Map([[DAY_FILE, formatFile([PAID], '20261125')]]) },
      [`another date in ${DAY_FILE}: 20261125`],
    ],
    [
      'a payment in the file of another day',
      {
        performed: [yesterday, LATE],
        ledgers: new Map([['07', [yesterday, LATE, NOT_PAID]]]),
        chain: [yesterday, LATE, NOT_PAID],
        files: new Map([[DAY_FILE, formatFile([yesterday])]]),
      },
      [`of 2026-11-22, but ${DAY_FILE}: in-file`],
    ],
    [
      'a till that believes a paid payment not performed',
      { ledgers: new Map([['07', [{ ...PAID, state: 'not-performed' }, LATE, NOT_PAID]]]) },
      expect.arrayContaining(['performed, not-performed in the ledger: in-file']),
    ],
    [
      'a till that believes an unpaid payment paid',
      { performed: [LATE] },
      expect.arrayContaining(['paid in the ledger, not performed: in-file']),
    ],
    [
      'an unresolved payment',
      { ledgers: new Map([['07', [PAID, LATE, { ...NOT_PAID, state: 'unknown' }]]]) },
      expect.arrayContaining(['unresolved in the ledger: not-performed']),
    ],
    [
      'another amount in the chain',
      { chain: [{ ...PAID, amount: '1.00' }, LATE, NOT_PAID] },
      ['the ledger and the chain differ in amount: in-file, 100.00 and 1.00'],
    ],
    [
      'another amount in the file',
      { files: new Map([[DAY_FILE, formatFile([{ ...PAID, amount: '1.00' }])]]) },
      [`${DAY_FILE} differ in amount: in-file, 1.00 and 100.00`],
    ],
    ['refused rows', { refusedRows: 2 }, ['refused by the chain: 2 rows']],
  ];
  it.each(planted)('reports %s', (_name, change, faults) => {
    expect(findFaults({ ...RECORD, ...change })).toEqual(faults);
  });
});
