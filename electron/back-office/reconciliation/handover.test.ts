import { afterEach, describe, expect, it } from 'vitest';
import { getNextDay, getStartOfDay } from '../../../shared/dates/index.ts';
import { readDailyFile } from '../../../tests/support/read-daily-file.ts';
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
const open = (): UploadingTill => {
  const till = openFakeTill();
  tills.push(till);
  return till;
};
afterEach(async () => {
  for (const till of tills.splice(0)) await till.remove();
});

/** The settings say so, and the till looks at once. */
async function set(
  till: UploadingTill,
  what: { readonly uploads?: boolean; readonly isOfChain?: boolean },
): Promise<void> {
  till.settings = { ...till.settings, uploads: false, isOfChain: false, ...what };
  till.reconciliation.wake();
  await till.reconciliation.checkDue();
}

describe('a till that enters a chain', () => {
  it('at noon still sends the file of that day, and leaves the next ones to the chain', async () => {
    const till = open();
    till.ledger.add({ sentAt: FRIDAY });
    await till.begin();
    await till.goTo(FRIDAY + HOUR);
    await set(till, { isOfChain: true });
    expect(till.reconciliation.handover()).toEqual({
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
    await till.goTo(DUE + 1000);
    expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
    const { registers } = readDailyFile(till.server.files.get(FRIDAYS_FILE) ?? Buffer.alloc(0));
    expect(registers).toHaveLength(2);
    await till.goTo(FRIDAY + 4 * DAY);
    expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
    expect(till.stateOf('2026-11-20')).toBe('uploaded');
    expect(till.stateOf('2026-11-21')).toBe('of-chain');
    expect(till.reconciliation.getMissingDays()).toBeNull();
    expect(till.reconciliation.state()).toMatchObject({ uploads: false });
    for (const act of ['upload', 'markHandedIn'] as const) {
      const done = await till.reconciliation[act]({ day: '2026-11-22', reason: 'because' }, ANA);
      expect(done).toMatchObject({ problem: { kind: 'daily-file' } });
    }
    expect(await till.reconciliation.upload({ day: '2026-11-22' }, ANA)).toMatchObject({
      problem: { reason: 'of-chain' },
    });
    expect(await till.reconciliation.uploadDue(1000)).toEqual({ kind: 'of-chain' });
  });

  it('is asked for what it owes from before, and says that it is in', async () => {
    const till = open();
    await till.begin();
    await set(till, { isOfChain: true });
    // The server is away at first.
    await till.goTo(DUE - HOUR);
    till.clock.jump(DUE + 1000 - till.clock.now());
    const asked = till.reconciliation.uploadDue(60_000);
    let isDone = false;
    void asked.then(() => {
      isDone = true;
    });
    while (!isDone) await till.clock.advance(1_000);
    expect(await asked).toMatchObject({
      kind: 'tried',
      days: [{ day: '2026-11-20', problem: null }],
    });
  });

  it('owes nothing where it did not upload: the chain has the whole of that day', async () => {
    const till = open();
    till.settings = { ...till.settings, uploads: false };
    till.ledger.add({ sentAt: FRIDAY - HOUR });
    await set(till, { isOfChain: true });
    expect(till.reconciliation.handover()).toMatchObject({ day: '2026-11-20', handsIn: false });
    expect(till.stateOf('2026-11-20')).toBe('of-chain');
    await till.goTo(FRIDAY + 3 * DAY);
    expect(till.server.arrived).toEqual([]);
    expect(till.reconciliation.getMissingDays()).toBeNull();
  });

  it('waits for the service’s time before it says from which day on', async () => {
    const till = open();
    await till.begin();
    till.service.isSilent = true;
    till.service.lastAnswerAt = null;
    await till.restart();
    await set(till, { isOfChain: true });
    expect(till.reconciliation.handover()).toBeNull();
    expect(till.reconciliation.state()).toMatchObject({ chain: { from: null } });
    till.service.isSilent = false;
    await till.reconciliation.checkDue();
    expect(till.reconciliation.handover()).toMatchObject({ day: '2026-11-21' });
  });

  it('sends nothing of a day that the chain says is its own', async () => {
    const till = open();
    await till.begin();
    await set(till, { isOfChain: true });
    till.reconciliation.setChainFrom('2026-11-19');
    await till.goTo(FRIDAY + 2 * DAY);
    expect(till.server.arrived).toEqual([]);
    expect(till.stateOf('2026-11-20')).toBe('of-chain');
    // Nor of one whose row it had written before it could ask the chain.
    const other = open();
    await other.begin();
    await set(other, { isOfChain: true });
    await other.goTo(DUE - HOUR);
    expect(other.stateOf('2026-11-20')).toBe('waiting');
    other.reconciliation.setChainFrom('2026-11-20');
    await other.goTo(DUE + HOUR);
    expect(other.server.arrived).toEqual([]);
    expect(other.stateOf('2026-11-20')).toBe('of-chain');
  });

  it.each(['at once', 'in two steps'])(
    'that leaves it and uploads again, %s, begins with the next day',
    async (how) => {
      const till = open();
      await till.begin();
      await set(till, { isOfChain: true });
      await till.goTo(FRIDAY + 2 * DAY);
      if (how === 'in two steps') await set(till, {});
      await set(till, { uploads: true });
      expect(till.reconciliation.state()).toMatchObject({ chain: null, since: '2026-11-23' });
      await till.goTo(FRIDAY + 4 * DAY);
      expect(till.server.arrived).toEqual([FRIDAYS_FILE, 'lupita_20261124.txt']);
    },
  );
});

describe('each business day of a chain', () => {
  /** The three days around a change of the clocks in Chicago, and days of 24 hours. */
  const CHANGES = ['2026-03-07', '2026-03-08', '2026-06-10', '2026-10-31', '2026-11-01'];

  it.each(CHANGES)('is in one file where three tills enter it at noon of %s', async (day) => {
    const noon = getStartOfDay(day, ZONE) + 12 * HOUR;
    const eve = getStartOfDay(day, ZONE) - 12 * HOUR;
    const [uploading, stopped, silent] = [open(), open(), open()];
    for (const till of [uploading, stopped, silent]) {
      till.settings = { ...till.settings, uploads: till !== silent };
      till.service.lastAnswerAt = eve;
      till.clock.jump(eve - till.clock.now());
      await till.begin();
      await till.goTo(noon - HOUR);
    }
    // One is told to upload no longer before it is told of the chain; the others at once.
    await set(stopped, {});
    for (const till of [uploading, stopped, silent]) {
      await till.goTo(noon);
      await set(till, { isOfChain: true });
    }
    const said = [uploading, stopped, silent].map((till) => till.reconciliation.handover());
    const next = getNextDay(day);
    expect(said).toEqual([
      { day: next, second: getStartOfDay(next, ZONE) / 1000, handsIn: true },
      { day: next, second: getStartOfDay(next, ZONE) / 1000, handsIn: true },
      { day, second: getStartOfDay(day, ZONE) / 1000, handsIn: false },
    ]);
    for (const till of [uploading, stopped, silent]) {
      till.reconciliation.setChainFrom(next);
      await till.goTo(noon + 3 * DAY);
    }
    const dates = (till: UploadingTill): string[] =>
      till.server.arrived.map((name) => name.slice(-12, -4)).sort();
    // The file of a day bears the date on which it goes out.
    const ours = [day, next].map((one) => one.replaceAll('-', ''));
    expect(dates(uploading)).toEqual(ours);
    expect(dates(stopped)).toEqual(ours);
    expect(dates(silent)).toEqual([]);
  });
});
