import { afterEach, describe, expect, it } from 'vitest';
import { getNextDay, getStartOfDayMs } from '../../../shared/dates/index.ts';
import { parseDailyFile } from '../../../tests/support/read-daily-file.ts';
import { readLedgerStatusFacts } from '../monitoring/index.ts';
import {
  ANA,
  DAY,
  DUE,
  FRIDAY,
  FRIDAYS_FILE,
  HOUR,
  openFakeTill,
  type UploadingTill,
} from './till.fixture.ts';

const ZONE = 'America/Chicago';
const tills: UploadingTill[] = [];
const openTill = (): UploadingTill => {
  const till = openFakeTill();
  tills.push(till);
  return till;
};
afterEach(async () => {
  for (const till of tills.splice(0)) await till.remove();
});

/** Changes the settings and lets the till apply them at once. */
async function applySettings(
  till: UploadingTill,
  changes: { readonly isUploading?: boolean; readonly isUploadedByChain?: boolean },
): Promise<void> {
  till.settings = { ...till.settings, isUploading: false, isUploadedByChain: false, ...changes };
  till.reconciliation.wake();
  await till.reconciliation.checkDue();
}

describe('joining a chain', () => {
  it('uploads the file of the day it joins and leaves later days to the chain', async () => {
    const till = openTill();
    till.ledger.add({ sentAt: FRIDAY });
    await till.startUploading();
    await till.jumpTo(FRIDAY + HOUR);
    await applySettings(till, { isUploadedByChain: true });
    expect(till.reconciliation.getHandover()).toEqual({
      day: '2026-11-21',
      second: Date.UTC(2026, 10, 21, 6) / 1000,
      handsIn: true,
    });
    expect(till.reconciliation.state()).toMatchObject({
      uploads: true,
      chain: { from: '2026-11-21' },
    });
    till.ledger.add({ sentAt: FRIDAY + 2 * HOUR });
    till.ledger.add({ sentAt: FRIDAY + DAY });
    await till.restart();
    await till.jumpTo(DUE + 1000);
    expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
    const { registers } = parseDailyFile(till.server.files.get(FRIDAYS_FILE) ?? Buffer.alloc(0));
    expect(registers).toHaveLength(2);
    await till.jumpTo(FRIDAY + 4 * DAY);
    expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
    expect(till.getDayState('2026-11-20')).toBe('uploaded');
    expect(till.getDayState('2026-11-21')).toBe('of-chain');
    expect(till.reconciliation.getMissingDays()).toBeNull();
    expect(till.reconciliation.state()).toMatchObject({ uploads: false });
    for (const action of ['upload', 'markHandedIn'] as const) {
      const result = await till.reconciliation[action](
        { day: '2026-11-22', reason: 'because' },
        ANA,
      );
      expect(result).toMatchObject({ problem: { kind: 'daily-file' } });
    }
    expect(await till.reconciliation.upload({ day: '2026-11-22' }, ANA)).toMatchObject({
      problem: { reason: 'of-chain' },
    });
    expect(await till.reconciliation.uploadDue(1000)).toEqual({ kind: 'of-chain' });
  });

  it('reports its own last file as uploaded when asked for due files after joining', async () => {
    const till = openTill();
    await till.startUploading();
    await applySettings(till, { isUploadedByChain: true });
    // The upload is requested one second after the due time.
    await till.jumpTo(DUE - HOUR);
    till.clock.jump(DUE + 1000 - till.clock.now());
    const report = till.reconciliation.uploadDue(60_000);
    let isDone = false;
    void report.then(() => {
      isDone = true;
    });
    while (!isDone) await till.clock.advance(1_000);
    expect(await report).toMatchObject({
      kind: 'tried',
      days: [{ day: '2026-11-20', problem: null }],
    });
  });

  it('leaves the whole day of joining to the chain when it never uploaded', async () => {
    const till = openTill();
    till.settings = { ...till.settings, isUploading: false };
    till.ledger.add({ sentAt: FRIDAY - HOUR });
    await applySettings(till, { isUploadedByChain: true });
    expect(till.reconciliation.getHandover()).toMatchObject({ day: '2026-11-20', handsIn: false });
    expect(till.getDayState('2026-11-20')).toBe('of-chain');
    await till.jumpTo(FRIDAY + 3 * DAY);
    expect(till.server.renamedNames).toEqual([]);
    expect(till.reconciliation.getMissingDays()).toBeNull();
  });

  it('reports no handover day until the service’s time is known', async () => {
    const till = openTill();
    await till.startUploading();
    till.service.isSilent = true;
    till.service.lastAnswerAt = null;
    await till.restart();
    await applySettings(till, { isUploadedByChain: true });
    expect(till.reconciliation.getHandover()).toBeNull();
    expect(till.reconciliation.state()).toMatchObject({ chain: { from: null } });
    till.service.isSilent = false;
    await till.reconciliation.checkDue();
    expect(till.reconciliation.getHandover()).toMatchObject({ day: '2026-11-21' });
  });

  it('uploads nothing for a day that the chain claims', async () => {
    const till = openTill();
    await till.startUploading();
    await applySettings(till, { isUploadedByChain: true });
    till.reconciliation.setChainFrom('2026-11-19');
    await till.jumpTo(FRIDAY + 2 * DAY);
    expect(till.server.renamedNames).toEqual([]);
    expect(till.getDayState('2026-11-20')).toBe('of-chain');
    // It also uploads nothing for a day whose row it wrote before it asked the chain.
    const secondTill = openTill();
    await secondTill.startUploading();
    await applySettings(secondTill, { isUploadedByChain: true });
    await secondTill.jumpTo(DUE - HOUR);
    expect(secondTill.getDayState('2026-11-20')).toBe('waiting');
    secondTill.reconciliation.setChainFrom('2026-11-20');
    await secondTill.jumpTo(DUE + HOUR);
    expect(secondTill.server.renamedNames).toEqual([]);
    expect(secondTill.getDayState('2026-11-20')).toBe('of-chain');
    expect(readLedgerStatusFacts(secondTill.ledger.database).missingDays).toBe(0);
  });

  it.each(['at once', 'in two steps'])(
    'starts uploading with the next day after leaving the chain %s',
    async (sequence) => {
      const till = openTill();
      await till.startUploading();
      await applySettings(till, { isUploadedByChain: true });
      await till.jumpTo(FRIDAY + 2 * DAY);
      if (sequence === 'in two steps') await applySettings(till, {});
      await applySettings(till, { isUploading: true });
      expect(till.reconciliation.state()).toMatchObject({ chain: null, since: '2026-11-23' });
      await till.jumpTo(FRIDAY + 4 * DAY);
      expect(till.server.renamedNames).toEqual([FRIDAYS_FILE, 'lupita_20261124.txt']);
    },
  );
});

describe('business days of a chain', () => {
  /** Days around the clock changes in Chicago, and a day of 24 hours. */
  const CHANGES = ['2026-03-07', '2026-03-08', '2026-06-10', '2026-10-31', '2026-11-01'];

  it.each(CHANGES)(
    'puts each business day into one file when three tills join at noon of %s',
    async (day) => {
      const noon = getStartOfDayMs(day, ZONE) + 12 * HOUR;
      const eve = getStartOfDayMs(day, ZONE) - 12 * HOUR;
      const [uploading, stopped, neverUploading] = [openTill(), openTill(), openTill()];
      for (const till of [uploading, stopped, neverUploading]) {
        till.settings = { ...till.settings, isUploading: till !== neverUploading };
        till.service.lastAnswerAt = eve;
        till.clock.jump(eve - till.clock.now());
        await till.startUploading();
        await till.jumpTo(noon - HOUR);
      }
      // One till's uploads are turned off before it joins the chain; the others join directly.
      await applySettings(stopped, {});
      for (const till of [uploading, stopped, neverUploading]) {
        await till.jumpTo(noon);
        await applySettings(till, { isUploadedByChain: true });
      }
      const handovers = [uploading, stopped, neverUploading].map((till) =>
        till.reconciliation.getHandover(),
      );
      const next = getNextDay(day);
      expect(handovers).toEqual([
        { day: next, second: getStartOfDayMs(next, ZONE) / 1000, handsIn: true },
        { day: next, second: getStartOfDayMs(next, ZONE) / 1000, handsIn: true },
        { day, second: getStartOfDayMs(day, ZONE) / 1000, handsIn: false },
      ]);
      for (const till of [uploading, stopped, neverUploading]) {
        till.reconciliation.setChainFrom(next);
        await till.jumpTo(noon + 3 * DAY);
      }
      const listUploadedDates = (till: UploadingTill): string[] =>
        till.server.renamedNames.map((name) => name.slice(-12, -4)).sort();
      // A file's name contains the date on which it is uploaded.
      const expectedDates = [day, next].map((date) => date.replaceAll('-', ''));
      expect(listUploadedDates(uploading)).toEqual(expectedDates);
      expect(listUploadedDates(stopped)).toEqual(expectedDates);
      expect(listUploadedDates(neverUploading)).toEqual([]);
    },
  );
});
