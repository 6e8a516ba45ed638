import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ParsedRegister, parseDailyFile } from '../../../../tests/support/read-daily-file.ts';
import type { OutcomeState } from '../../../ledger/index.ts';
import {
  computeNextUploadDueAt,
  computeUploadDueAt,
  computeUploadLateAt,
  formatDailyFileDate,
  formatDailyFileName,
  toDayTimeRange,
} from '../days/index.ts';
import { type FilledLedger, type LedgerPayment, openLedger } from '../ledger.fixture.ts';
import type { PerformedTransaction, TransactionSource } from '../types.ts';
import { createDailyFileText, readFirstLines } from './file-text.ts';
import { createLedgerTransactionSource } from './ledger-source.ts';

const HOUR = 3_600_000;

async function buildFile(source: TransactionSource, range: { since: number; until: number }) {
  const { text, totals } = createDailyFileText(source, range, '20261121');
  let fileText = '';
  for await (const piece of text) fileText += piece;
  return { whole: fileText, totals: totals() };
}

function createSource(...transactions: readonly PerformedTransaction[]): TransactionSource {
  return {
    listTransactions: async function* () {
      yield transactions;
    },
  };
}

const PLAIN: PerformedTransaction = {
  paymentId: 'p1',
  performedSecond: Date.UTC(2026, 10, 20, 18, 4, 2) / 1000,
  billerId: 40,
  authorization: '48586',
  accountNumber: '501000000007',
  accountShown: '501000000007',
  amount: '549',
  currency: 'MXN',
  posNumber: '07',
  externalId: '0d6c2a5e-7b1f-4c39-8e22-5f6f0f4a9b10',
  isDrp: false,
};
const DAY = toDayTimeRange('2026-11-20', 'America/Chicago');

describe('daily file text', () => {
  it('builds a file of HEADER, lines and FOOTER without a trailing line break', async () => {
    const { whole: fileText, totals } = await buildFile(
      createSource(PLAIN, { ...PLAIN, posNumber: null }),
      DAY,
    );
    expect(fileText).toBe(
      [
        'HEADER|20261121',
        'REGISTER|2026-11-20T18:04:02|40|48586|501000000007|549.00|MXN|07|0d6c2a5e-7b1f-4c39-8e22-5f6f0f4a9b10',
        'REGISTER|2026-11-20T18:04:02|40|48586|501000000007|549.00|MXN||0d6c2a5e-7b1f-4c39-8e22-5f6f0f4a9b10',
        'FOOTER|2',
      ].join('\n'),
    );
    expect(totals).toEqual({
      lines: 2,
      totals: [{ amount: '1098.00', currency: 'MXN' }],
      leftOut: [],
    });
  });

  it('builds a file of two lines when nothing was sold', async () => {
    expect((await buildFile(createSource(), DAY)).whole).toBe('HEADER|20261121\nFOOTER|0');
  });

  it.each([
    [{ accountNumber: 'a|b' }, 'account'],
    [{ accountNumber: 'a\nb' }, 'account'],
    [{ accountNumber: 'a\u2028b' }, 'account'],
    [{ accountNumber: 'a\u0085b' }, 'account'],
    [{ accountNumber: 'a\ud800b' }, 'account'],
    [{ accountNumber: '' }, 'account'],
    [{ authorization: null }, 'authorization'],
    [{ authorization: '1|2' }, 'authorization'],
    [{ currency: 'M|N' }, 'currency'],
    [{ amount: '1.005' }, 'amount'],
    [{ amount: '-1.00' }, 'amount'],
    [{ posNumber: '0\r7' }, 'pos-number'],
    [{ externalId: '' }, 'external-id'],
  ] as const)('leaves out a transaction with %j and reports the field', async (change, field) => {
    const { whole: fileText, totals } = await buildFile(
      createSource({ ...PLAIN, ...change }, PLAIN),
      DAY,
    );
    expect(parseDailyFile(Buffer.from(fileText)).registers).toHaveLength(1);
    expect(totals.leftOut).toMatchObject([{ paymentId: 'p1', field }]);
  });

  it('previews only the first lines', async () => {
    const { text } = createDailyFileText(createSource(PLAIN, PLAIN, PLAIN), DAY, '20261121');
    const firstLines = await readFirstLines(text, 2);
    expect(firstLines.isWhole).toBe(false);
    expect(firstLines.text.split('\n')).toHaveLength(2);
    const all = await readFirstLines(
      createDailyFileText(createSource(PLAIN), DAY, '20261121').text,
      60,
    );
    expect(all).toMatchObject({ isWhole: true, text: expect.stringMatching(/FOOTER\|1$/) });
  });

  const AT_TEN_PAST_FOUR = { time: '04:10', zone: 'America/New_York' };

  it.each([
    ['2026-11-20', 'America/Chicago', '2026-11-21T09:10:00.000Z', 'lupita_20261121.txt'],
    ['2026-07-20', 'America/Chicago', '2026-07-21T08:10:00.000Z', 'lupita_20260721.txt'],
    // The nights of the clock changes in New York, at 02:00.
    ['2026-10-31', 'America/Chicago', '2026-11-01T09:10:00.000Z', 'lupita_20261101.txt'],
    ['2026-03-07', 'America/Chicago', '2026-03-08T08:10:00.000Z', 'lupita_20260308.txt'],
    // By every interpretation of CST, and in every zone of these shops, the day is over by then.
    ['2026-07-20', 'America/Mexico_City', '2026-07-21T08:10:00.000Z', 'lupita_20260721.txt'],
    ['2026-12-31', 'America/Bogota', '2027-01-01T09:10:00.000Z', 'lupita_20270101.txt'],
    ['2026-07-20', 'America/Tijuana', '2026-07-21T08:10:00.000Z', 'lupita_20260721.txt'],
    // The day is not over at that hour, so the file is due at the next one.
    ['2026-11-20', 'Pacific/Honolulu', '2026-11-22T09:10:00.000Z', 'lupita_20261122.txt'],
    // East of UTC the day is over long before.
    ['2026-11-20', 'Asia/Tokyo', '2026-11-21T09:10:00.000Z', 'lupita_20261121.txt'],
  ])('computes for %s in %s the due time %s and the name %s', (day, zone, due, name) => {
    const at = computeUploadDueAt(day, zone, AT_TEN_PAST_FOUR);
    expect(new Date(at).toISOString()).toBe(due);
    expect(formatDailyFileName('lupita', formatDailyFileDate(at))).toBe(name);
    expect(computeNextUploadDueAt(at - 1, AT_TEN_PAST_FOUR)).toBe(at);
    expect(computeNextUploadDueAt(at, AT_TEN_PAST_FOUR)).toBeGreaterThan(at);
  });

  it.each([
    ['04:10', '2026-11-21T10:00:00.000Z'],
    ['03:00', '2026-11-21T10:00:00.000Z'],
    // At the window's end or during the day: an hour later.
    ['05:00', '2026-11-21T11:00:00.000Z'],
    ['14:30', '2026-11-21T20:30:00.000Z'],
  ])('computes the time at which a file due at %s in New York is late as %s', (time, late) => {
    const hour = { ...AT_TEN_PAST_FOUR, time };
    const due = computeNextUploadDueAt(Date.UTC(2026, 10, 21, 6), hour);
    expect(new Date(computeUploadLateAt(due, hour)).toISOString()).toBe(late);
  });

  it.each([
    ['2026-03-08', 23],
    ['2026-11-01', 25],
    ['2026-11-20', 24],
  ])('computes for %s a range of %i hours in Chicago', (day, hours) => {
    const { since, until } = toDayTimeRange(day, 'America/Chicago');
    expect((until - since) / 3600).toBe(hours);
  });
});

describe('daily file from a ledger', () => {
  let ledger: FilledLedger;
  beforeEach(() => {
    ledger = openLedger();
  });
  afterEach(() => ledger.remove());

  const states: readonly OutcomeState[] = [
    'paid',
    'paid',
    'paid',
    'by-hand-paid',
    'by-hand-not-paid',
    'rejected',
    'not-performed',
    'unknown',
    'unclear',
  ];
  const { since, until } = toDayTimeRange('2026-11-01', 'America/Chicago');
  const paymentArbitrary: fc.Arbitrary<LedgerPayment> = fc
    .record({
      second: fc.oneof(
        fc.integer({ min: since - 7200, max: until + 7200 }),
        fc.constantFrom(since - 1, since, until - 1, until),
      ),
      clockOff: fc.constantFrom(0, 0, -86_400, 86_400),
      form: fc.constantFrom('Z', '.250Z', '+00:00', 'none', 'nonsense'),
      kind: fc.constantFrom('bill', 'top-up', 'gift-card', 'cash-out', 'cancel' as const),
      state: fc.constantFrom(...states),
      authorization: fc.option(fc.stringMatching(/^[0-9]{1,12}$/), { freq: 9 }),
      billerId: fc.integer({ min: 1, max: 99_999 }),
      accountNumber: fc.oneof(
        fc.stringMatching(/^[0-9A-Z -]{1,24}$/),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      ),
      cents: fc.integer({ min: 10, max: 250_000_00 }),
      currency: fc.constantFrom('MXN', 'COP', 'RD', 'USD'),
      posNumber: fc.constantFrom('', '07', 'Caja Ñ 3'),
      isDrp: fc.boolean(),
    })
    .map(({ second, clockOff, form, cents, kind, ...rest }) => ({
      ...rest,
      kind,
      amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
      // If the service returned a time, the till's own time does not matter.
      sentAt: (second + (form === 'none' || form === 'nonsense' ? 0 : clockOff)) * 1000,
      createdAt:
        form === 'none'
          ? null
          : form === 'nonsense'
            ? 'yesterday'
            : `${new Date(second * 1000).toISOString().slice(0, 19)}${form}`,
    }));

  it('contains exactly the performed transactions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(paymentArbitrary, { maxLength: 25 }), async (payments) => {
        ledger.remove();
        ledger = openLedger();
        ledger.addAll(payments);
        const { whole: fileText, totals } = await buildFile(
          createLedgerTransactionSource(ledger.database),
          {
            since,
            until,
          },
        );
        const parsed = parseDailyFile(Buffer.from(fileText));

        const expected = payments
          .map((payment, index) => ({ one: payment, id: `p${String(index + 1).padStart(6, '0')}` }))
          .filter(({ one: payment }) => payment.kind !== 'cancel')
          .filter(
            ({ one: payment }) => payment.state === 'paid' || payment.state === 'by-hand-paid',
          )
          .map(({ one: payment, id }) => ({ one: payment, id, at: getPerformedAt(payment) }))
          .filter(({ at }) => at >= since * 1000 && at < until * 1000);
        const isWritable = ({ one: payment }: (typeof expected)[number]): boolean =>
          payment.authorization !== null &&
          !/[|\p{Cc}\u2028\u2029]/u.test(payment.accountNumber ?? '');
        const lines = expected.filter(isWritable).map(
          ({ one: payment, id, at }): ParsedRegister => ({
            createdAt: new Date(at).toISOString().slice(0, 19),
            billerId: String(payment.billerId),
            authorization: String(payment.authorization),
            accountNumber: payment.accountNumber ?? '',
            amount: payment.amount ?? '',
            currency: payment.currency ?? '',
            posNumber: payment.posNumber ?? '',
            externalId: `external-${id}`,
          }),
        );
        const compareRows = (a: ParsedRegister, b: ParsedRegister): number =>
          a.externalId < b.externalId ? -1 : 1;
        expect([...parsed.registers].sort(compareRows)).toEqual(lines.sort(compareRows));
        expect(totals.leftOut.map((one) => one.paymentId).sort()).toEqual(
          expected
            .filter((one) => !isWritable(one))
            .map(({ id }) => id)
            .sort(),
        );
        const sum = (currency: string): bigint =>
          lines
            .filter((line) => line.currency === currency)
            .reduce((total, line) => total + BigInt(line.amount.replace('.', '')), 0n);
        for (const { amount, currency } of totals.totals) {
          expect(BigInt(amount.replace('.', ''))).toBe(sum(currency));
        }
        expect(totals.lines).toBe(lines.length);
      }),
      { numRuns: 40 },
    );
  });

  function getPerformedAt(payment: LedgerPayment): number {
    const time = payment.createdAt?.startsWith('2026')
      ? Date.parse(payment.createdAt)
      : payment.sentAt;
    return Math.floor(time / 1000) * 1000;
  }

  it('keeps a stable order over many pages', async () => {
    const first = since * 1000 + HOUR;
    ledger.addAll(
      Array.from({ length: 1203 }, (_nothing, index) => ({
        sentAt: first + Math.floor(index / 7) * 1000,
        ...(index % 2 ? { createdAt: null } : {}),
      })),
    );
    const source = createLedgerTransactionSource(ledger.database);
    const { whole: fileText } = await buildFile(source, { since, until });
    expect(parseDailyFile(Buffer.from(fileText)).registers).toHaveLength(1203);
    expect((await buildFile(source, { since, until })).whole).toBe(fileText);
  });
});
