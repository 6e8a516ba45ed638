import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDailyFile } from '../../../../tests/support/read-daily-file.ts';
import {
  ANA,
  DAY,
  DUE,
  FRIDAY,
  FRIDAYS_FILE,
  HOUR,
  openFakeTill,
  type UploadingTill,
} from '../till.fixture.ts';
import type { PerformedTransaction } from '../types.ts';
import { createDailyFileBuilder } from './file-builder.ts';
import { findLateTransactions } from './find-late-transactions.ts';

const AT = '2026-11-20T18:00:00Z';

describe('the transactions of a day that its file lacks', () => {
  const create = (authorization: string): PerformedTransaction => ({
    paymentId: `p${authorization}`,
    performedSecond: Date.parse(AT) / 1000,
    billerId: 40,
    authorization,
    accountNumber: '501000000007',
    accountShown: '501000000007',
    amount: '549',
    currency: 'MXN',
    posNumber: '07',
    externalId: `external-${authorization}`,
    isDrp: false,
  });

  async function find(performed: readonly string[], inFile: readonly string[]) {
    const builder = createDailyFileBuilder('20261121');
    const text = builder.header + builder.formatLines(inFile.map(create)) + builder.formatFooter();
    const { late, unexpectedLineCount } = await findLateTransactions(
      {
        listTransactions: async function* () {
          for (const authorization of performed) yield [create(authorization)];
        },
      },
      { since: 0, until: 1 },
      (async function* () {
        yield* text.split('\n');
      })(),
    );
    return { late: late.map(({ authorization }) => authorization), unexpectedLineCount };
  }

  it.each([
    [[], [], [], 0],
    [['1', '2'], ['1', '2'], [], 0],
    [['1', '2', '3'], ['1', '3'], ['2'], 0],
    [['1', '2'], [], ['1', '2'], 0],
    // No file can hold it.
    [['1', '2|3', '4'], ['1', '4'], ['2|3'], 0],
    [['1'], ['1', '2', '3'], [], 2],
    [['2'], ['1', '2'], ['2'], 2],
  ])(
    'finds of %j, with %j in the file, %j as late and %i unexpected lines',
    async (performed, inFile, late, unexpectedLineCount) => {
      expect(await find(performed, inFile)).toEqual({ late, unexpectedLineCount });
    },
  );
});

describe('late payments', () => {
  let till: UploadingTill;
  beforeEach(async () => {
    till = openFakeTill();
    await till.startUploading();
  });
  afterEach(() => till.remove());

  const readStoredFile = (): Buffer =>
    readFileSync(join(till.folder, 'daily-files', '2026-11-20', FRIDAYS_FILE));
  const countDifferences = (day: string): number | undefined =>
    till.reconciliation.days('2026-11-21').days.find((row) => row.day === day)?.differences;
  const insertUnknownPayment = (): string =>
    till.ledger.add({ sentAt: FRIDAY, state: 'unknown', createdAt: null });
  const saveAndRead = async (name: string): Promise<Buffer> => {
    const folder = mkdtempSync(join(till.folder, name));
    const saved = await till.reconciliation.save({ day: '2026-11-20', folder }, ANA);
    if (!saved.ok) throw new Error(saved.problem.kind);
    return readFileSync(saved.value.file);
  };

  it.each([
    ['the next day', 1],
    ['forty days later', 40],
  ])('lists a payment resolved late as a difference of its day %s', async (_when, days) => {
    const payment = insertUnknownPayment();
    await till.jumpTo(DUE);
    const bytes = till.server.files.get(FRIDAYS_FILE);
    await till.jumpTo(DUE + days * DAY);
    expect(countDifferences('2026-11-20')).toBe(0);
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    await till.reconciliation.checkDue();
    expect(countDifferences('2026-11-20')).toBe(1);
    expect(till.server.files.get(FRIDAYS_FILE)).toEqual(bytes);
    expect((await till.readDayDetail('2026-11-20')).ownDifferences).toMatchObject([
      { kind: 'late', authorization: '900' },
    ]);
  });

  it('lists a late payment as soon as a person opens its day', async () => {
    const payment = insertUnknownPayment();
    await till.jumpTo(DUE);
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    expect((await till.readDayDetail('2026-11-20')).ownDifferences).toMatchObject([
      { kind: 'late' },
    ]);
  });

  it('lists a late payment by its request time when the service names none', async () => {
    const payment = insertUnknownPayment();
    await till.jumpTo(DUE);
    till.ledger.recordOutcome(payment, 'by-hand-paid', '900', 'not a time');
    await till.jumpTo(DUE + 30 * DAY);
    expect(countDifferences('2026-11-20')).toBe(1);
  });

  it.each(['1970-01-01T00:00:00Z', '2036-02-07T06:28:15Z'])(
    'lists a payment that the service dates %s as left out of the file of its day',
    async (createdAt) => {
      till.ledger.add({ sentAt: FRIDAY, authorization: '900', createdAt });
      await till.jumpTo(DUE);
      expect(countDifferences('2026-11-20')).toBe(1);
      expect((await till.readDayDetail('2026-11-20')).ownDifferences).toMatchObject([
        { kind: 'left-out', authorization: '900', fields: ['time'] },
      ]);
      expect((await till.readDayDetail('2026-11-19')).ownDifferences).toEqual([]);
    },
  );

  it('lists a late payment that no file can hold', async () => {
    const payment = insertUnknownPayment();
    await till.jumpTo(DUE);
    till.ledger.recordOutcome(payment, 'by-hand-paid', '9|00', AT);
    await till.reconciliation.checkDue();
    expect((await till.readDayDetail('2026-11-20')).ownDifferences).toMatchObject([
      { kind: 'late', authorization: '9|00' },
    ]);
  });

  it('lists a late payment after uploads were turned off', async () => {
    const payment = insertUnknownPayment();
    await till.jumpTo(DUE);
    till.settings = { ...till.settings, isUploading: false };
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    await till.jumpTo(DUE + 20 * DAY);
    expect(countDifferences('2026-11-20')).toBe(1);
  });

  it('does not change the file of a day that was handed in', async () => {
    const payment = insertUnknownPayment();
    till.ledger.add({ sentAt: FRIDAY });
    till.server.failureReason = 'refused';
    await till.jumpTo(DUE);
    const handedIn = await saveAndRead('one-');
    await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'por correo' }, ANA);
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    await till.jumpTo(DUE + 20 * DAY);
    expect(await saveAndRead('two-')).toEqual(handedIn);
    expect(readStoredFile()).toEqual(handedIn);
    const { day, ownDifferences } = await till.readDayDetail('2026-11-20');
    expect(day).toMatchObject({ state: 'handed-in', file: { lines: 1 } });
    expect(ownDifferences).toMatchObject([{ kind: 'late', authorization: '900' }]);
    const preview = await till.reconciliation.preview({ day: '2026-11-20' });
    expect(preview).toMatchObject({ value: { isFinal: true, lines: 1 } });
  });

  it('adds a late payment once to a day that was marked as not handed in', async () => {
    const payment = insertUnknownPayment();
    till.server.failureReason = 'refused';
    await till.jumpTo(DUE);
    await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'por correo' }, ANA);
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    await till.jumpTo(DUE + 20 * DAY);
    expect(countDifferences('2026-11-20')).toBe(1);
    expect(till.server.files.has(FRIDAYS_FILE)).toBe(false);
    till.server.failureReason = null;
    expect(
      await till.reconciliation.unmarkHandedIn({ day: '2026-11-20', reason: 'era otro día' }, ANA),
    ).toMatchObject({
      value: { state: 'missing' },
    });
    await till.reconciliation.checkDue();
    expect(till.findDay('2026-11-20')).toMatchObject({ state: 'uploaded', handedIn: null });
    expect(till.server.files.has(FRIDAYS_FILE)).toBe(true);
    expect(parseDailyFile(readStoredFile()).registers).toMatchObject([{ authorization: '900' }]);
    expect(countDifferences('2026-11-20')).toBe(0);
    expect(
      await till.reconciliation.unmarkHandedIn({ day: '2026-11-20', reason: 'otra vez' }, ANA),
    ).toMatchObject({
      problem: { kind: 'daily-file', reason: 'not-handed-in' },
    });
  });

  it('returns a day to in-doubt when its handed-in mark is removed', async () => {
    till.server.removesOnArrival = true;
    till.server.disconnectPoint = 'before-answered';
    till.ledger.add({ sentAt: FRIDAY });
    await till.jumpTo(DUE);
    till.server.disconnectPoint = null;
    const sent = [...till.server.renamedNames];
    const bytes = readStoredFile();
    await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'lo tienen' }, ANA);
    expect(
      await till.reconciliation.unmarkHandedIn({ day: '2026-11-20', reason: 'no lo tienen' }, ANA),
    ).toMatchObject({
      value: { state: 'in-doubt' },
    });
    await till.jumpTo(DUE + 3 * HOUR);
    expect(till.getDayState('2026-11-20')).toBe('in-doubt');
    expect(till.server.renamedNames).toEqual(sent);
    expect(readStoredFile()).toEqual(bytes);
  });

  it('lists a payment as late for a handed-in copy although a newer file includes it', async () => {
    const payment = insertUnknownPayment();
    till.server.failureReason = 'refused';
    await till.jumpTo(DUE);
    const handedIn = await saveAndRead('one-');
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    await till.jumpTo(DUE + 2 * HOUR);
    expect(parseDailyFile(readStoredFile()).registers).toHaveLength(1);
    await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'por correo' }, ANA);
    expect(readStoredFile()).toEqual(handedIn);
    const { day, ownDifferences } = await till.readDayDetail('2026-11-20');
    expect(day.file?.lines).toBe(0);
    expect(ownDifferences).toMatchObject([{ kind: 'late', authorization: '900' }]);
  });

  it('lists a payment as late for a day that was handed in before a file was built', async () => {
    till.server.failureReason = 'refused';
    const payment = insertUnknownPayment();
    await till.jumpTo(DUE - HOUR);
    await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'en papel' }, ANA);
    expect(till.findDay('2026-11-20')?.file).toMatchObject({ lines: 0 });
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    await till.reconciliation.checkDue();
    expect(countDifferences('2026-11-20')).toBe(1);
  });

  it('puts every payment into the file or the late list, whenever it was resolved', async () => {
    const moment = fc.constantFrom('before', 'meanwhile', 'sent', 'weeks-later', 'never');
    const caseArbitrary = fc.record({
      moment,
      authorization: fc.constantFrom('900', '9|00'),
      isDated: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(caseArbitrary, { maxLength: 8 }), async (payments) => {
        await till.remove();
        till = openFakeTill();
        await till.startUploading();
        const ids = payments.map(insertUnknownPayment);
        const resolve = (phase: string): void => {
          for (const [index, paymentCase] of payments.entries()) {
            if (paymentCase.moment !== phase) continue;
            const at = paymentCase.isDated ? AT : 'not a time';
            till.ledger.recordOutcome(
              ids[index] ?? '',
              'paid',
              `${paymentCase.authorization}${index}`,
              at,
            );
          }
        };
        resolve('before');
        till.server.onUpload = async () => {
          till.server.onUpload = null;
          resolve('meanwhile');
        };
        await till.jumpTo(DUE);
        resolve('sent');
        await till.jumpTo(DUE + HOUR);
        resolve('weeks-later');
        await till.jumpTo(DUE + 12 * DAY);
        const sent = parseDailyFile(till.server.files.get(FRIDAYS_FILE) ?? Buffer.alloc(0));
        const { ownDifferences } = await till.readDayDetail('2026-11-20');
        const externalIds = [
          ...sent.registers.map((row) => row.externalId),
          ...ownDifferences.map((row) => row.externalId),
        ];
        const performed = ids.filter((_id, index) => payments[index]?.moment !== 'never');
        expect(externalIds.sort()).toEqual(performed.map((id) => `external-${id}`).sort());
      }),
      { numRuns: 8 },
    );
  });
});
