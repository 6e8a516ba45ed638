import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDailyFile } from '../../../../tests/support/read-daily-file.ts';
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

const AT = '2026-11-20T18:00:00Z';

describe('a payment that turns out paid after its day’s file', () => {
  let till: UploadingTill;
  beforeEach(async () => {
    till = openFakeTill();
    await till.begin();
  });
  afterEach(() => till.remove());

  const keptFile = (): Buffer =>
    readFileSync(join(till.folder, 'daily-files', '2026-11-20', FRIDAYS_FILE));
  const differencesOf = (day: string): number | undefined =>
    till.reconciliation.days('2026-11-21').days.find((one) => one.day === day)?.differences;
  const unknown = (): string =>
    till.ledger.add({ sentAt: FRIDAY, state: 'unknown', createdAt: null });
  const fileAsSaved = async (name: string): Promise<Buffer> => {
    const folder = mkdtempSync(join(till.folder, name));
    const saved = await till.reconciliation.save({ day: '2026-11-20', folder: folder }, ANA);
    if (!saved.ok) throw new Error(saved.problem.kind);
    return readFileSync(saved.value.file);
  };

  it.each([
    ['the next day', 1],
    ['forty days later', 40],
  ])('is listed with its day, also %s', async (_when, days) => {
    const payment = unknown();
    await till.goTo(DUE);
    const bytes = till.server.files.get(FRIDAYS_FILE);
    await till.goTo(DUE + days * DAY);
    expect(differencesOf('2026-11-20')).toBe(0);
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    await till.reconciliation.checkDue();
    expect(differencesOf('2026-11-20')).toBe(1);
    expect(till.server.files.get(FRIDAYS_FILE)).toEqual(bytes);
    expect((await till.detail('2026-11-20')).ownDifferences).toMatchObject([
      { kind: 'late', authorization: '900' },
    ]);
  });

  it('is there as soon as its day is opened', async () => {
    const payment = unknown();
    await till.goTo(DUE);
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    expect((await till.detail('2026-11-20')).ownDifferences).toMatchObject([{ kind: 'late' }]);
  });

  it('lists a late payment by its request time when the service names none', async () => {
    const payment = unknown();
    await till.goTo(DUE);
    till.ledger.recordOutcome(payment, 'by-hand-paid', '900', 'not a time');
    await till.goTo(DUE + 30 * DAY);
    expect(differencesOf('2026-11-20')).toBe(1);
  });

  it('is listed also where no file could hold it', async () => {
    const payment = unknown();
    await till.goTo(DUE);
    till.ledger.recordOutcome(payment, 'by-hand-paid', '9|00', AT);
    await till.reconciliation.checkDue();
    expect((await till.detail('2026-11-20')).ownDifferences).toMatchObject([
      { kind: 'late', authorization: '9|00' },
    ]);
  });

  it('is listed where the till has given up uploading since', async () => {
    const payment = unknown();
    await till.goTo(DUE);
    till.settings = { ...till.settings, uploads: false };
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    await till.goTo(DUE + 20 * DAY);
    expect(differencesOf('2026-11-20')).toBe(1);
  });

  it('does not change the file of a day that was handed in', async () => {
    const payment = unknown();
    till.ledger.add({ sentAt: FRIDAY });
    till.server.trouble = 'refused';
    await till.goTo(DUE);
    const handedIn = await fileAsSaved('one-');
    await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'por correo' }, ANA);
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    await till.goTo(DUE + 20 * DAY);
    expect(await fileAsSaved('two-')).toEqual(handedIn);
    expect(keptFile()).toEqual(handedIn);
    const { day, ownDifferences } = await till.detail('2026-11-20');
    expect(day).toMatchObject({ state: 'handed-in', file: { lines: 1 } });
    expect(ownDifferences).toMatchObject([{ kind: 'late', authorization: '900' }]);
    const preview = await till.reconciliation.preview({ day: '2026-11-20' });
    expect(preview).toMatchObject({ value: { isFinal: true, lines: 1 } });
  });

  it('adds a late payment once to a day that was marked as not handed in', async () => {
    const payment = unknown();
    till.server.trouble = 'refused';
    await till.goTo(DUE);
    await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'por correo' }, ANA);
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    await till.goTo(DUE + 20 * DAY);
    expect(differencesOf('2026-11-20')).toBe(1);
    expect(till.server.files.has(FRIDAYS_FILE)).toBe(false);
    till.server.trouble = null;
    expect(
      await till.reconciliation.takeBackHandedIn(
        { day: '2026-11-20', reason: 'era otro día' },
        ANA,
      ),
    ).toMatchObject({
      value: { state: 'missing' },
    });
    await till.reconciliation.checkDue();
    expect(till.day('2026-11-20')).toMatchObject({ state: 'uploaded', handedIn: null });
    expect(till.server.files.has(FRIDAYS_FILE)).toBe(true);
    expect(readDailyFile(keptFile()).registers).toMatchObject([{ authorization: '900' }]);
    expect(differencesOf('2026-11-20')).toBe(0);
    expect(
      await till.reconciliation.takeBackHandedIn({ day: '2026-11-20', reason: 'otra vez' }, ANA),
    ).toMatchObject({
      problem: { kind: 'daily-file', reason: 'not-handed-in' },
    });
  });

  it('leaves a day in doubt as it was, where it was marked as arrived and is not', async () => {
    till.server.takesAway = true;
    till.server.breaks = 'before-answered';
    till.ledger.add({ sentAt: FRIDAY });
    await till.goTo(DUE);
    till.server.breaks = null;
    const sent = [...till.server.arrived];
    const bytes = keptFile();
    await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'lo tienen' }, ANA);
    expect(
      await till.reconciliation.takeBackHandedIn(
        { day: '2026-11-20', reason: 'no lo tienen' },
        ANA,
      ),
    ).toMatchObject({
      value: { state: 'in-doubt' },
    });
    await till.goTo(DUE + 3 * HOUR);
    expect(till.stateOf('2026-11-20')).toBe('in-doubt');
    expect(till.server.arrived).toEqual(sent);
    expect(keptFile()).toEqual(bytes);
  });

  it('is late for the copy that was handed in, also where another file was made since', async () => {
    const payment = unknown();
    till.server.trouble = 'refused';
    await till.goTo(DUE);
    const handedIn = await fileAsSaved('one-');
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    await till.goTo(DUE + 2 * HOUR);
    expect(readDailyFile(keptFile()).registers).toHaveLength(1);
    await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'por correo' }, ANA);
    expect(keptFile()).toEqual(handedIn);
    const { day, ownDifferences } = await till.detail('2026-11-20');
    expect(day.file?.lines).toBe(0);
    expect(ownDifferences).toMatchObject([{ kind: 'late', authorization: '900' }]);
  });

  it('finds a file to be late for where a day was handed in before one was made', async () => {
    till.server.trouble = 'refused';
    const payment = unknown();
    await till.goTo(DUE - HOUR);
    await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'en papel' }, ANA);
    expect(till.day('2026-11-20')?.file).toMatchObject({ lines: 0 });
    till.ledger.recordOutcome(payment, 'paid', '900', AT);
    await till.reconciliation.checkDue();
    expect(differencesOf('2026-11-20')).toBe(1);
  });

  it('is in the file or beside it, whenever whatever was resolved', async () => {
    const moment = fc.constantFrom('before', 'meanwhile', 'sent', 'weeks-later', 'never');
    const what = fc.record({
      moment,
      authorization: fc.constantFrom('900', '9|00'),
      isDated: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(what, { maxLength: 8 }), async (payments) => {
        await till.remove();
        till = openFakeTill();
        await till.begin();
        const ids = payments.map(unknown);
        const resolve = (when: string): void => {
          for (const [n, one] of payments.entries()) {
            if (one.moment !== when) continue;
            const at = one.isDated ? AT : 'not a time';
            till.ledger.recordOutcome(ids[n] ?? '', 'paid', `${one.authorization}${n}`, at);
          }
        };
        resolve('before');
        till.server.onPut = async () => {
          till.server.onPut = null;
          resolve('meanwhile');
        };
        await till.goTo(DUE);
        resolve('sent');
        await till.goTo(DUE + HOUR);
        resolve('weeks-later');
        await till.goTo(DUE + 12 * DAY);
        const sent = readDailyFile(till.server.files.get(FRIDAYS_FILE) ?? Buffer.alloc(0));
        const { ownDifferences } = await till.detail('2026-11-20');
        const told = [
          ...sent.registers.map((one) => one.externalId),
          ...ownDifferences.map((one) => one.externalId),
        ];
        const performed = ids.filter((_id, n) => payments[n]?.moment !== 'never');
        expect(told.sort()).toEqual(performed.map((id) => `external-${id}`).sort());
      }),
      { numRuns: 8 },
    );
  });
});
