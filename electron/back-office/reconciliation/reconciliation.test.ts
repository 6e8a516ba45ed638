import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDailyFile } from '../../../tests/support/read-daily-file.ts';
import { KEY, OTHER_KEY } from './fake-server.fixture.ts';
import {
  ANA,
  DAY,
  DUE,
  FRIDAY,
  FRIDAYS_FILE,
  HOUR,
  MINUTE,
  openFakeTill,
  type UploadingTill,
} from './till.fixture.ts';

describe('the daily file of a till', () => {
  let till: UploadingTill;
  beforeEach(() => {
    till = openFakeTill();
  });
  afterEach(() => till.remove());
  const fileOf = (name: string) => readDailyFile(till.server.files.get(name) ?? Buffer.alloc(0));

  it('goes out at 04:10 in New York, whatever the chain’s zone, and not before', async () => {
    till.ledger.add({ sentAt: FRIDAY });
    await till.begin();
    await till.goTo(DUE - MINUTE);
    expect(till.stateOf('2026-11-20')).toBe('waiting');
    expect(till.server.files.size).toBe(0);
    await till.clock.advance(MINUTE);
    await till.reconciliation.checkDue();
    expect(till.stateOf('2026-11-20')).toBe('uploaded');
    expect(fileOf(FRIDAYS_FILE)).toMatchObject({
      date: '20261121',
      registers: [{ createdAt: '2026-11-20T18:00:00', posNumber: '07' }],
    });
    expect(till.reconciliation.getMissingDays()).toEqual({ days: 0, oldest: null, isLate: false });
  });

  it('goes out earlier where a person says so, once its day is over', async () => {
    await till.begin();
    expect(await till.reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'day-not-over' },
    });
    // Half past midnight in Chicago.
    await till.goTo(Date.UTC(2026, 10, 21, 6, 30));
    expect(till.stateOf('2026-11-20')).toBe('waiting');
    expect(await till.reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
      value: { state: 'uploaded', lastAttempt: { by: 'Ana' } },
    });
    await till.goTo(DUE);
    expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
  });

  it('uploads one file for each missed day, also without sales', async () => {
    await till.begin();
    till.ledger.add({ sentAt: FRIDAY + DAY });
    await till.restart();
    await till.goTo(FRIDAY + 4 * DAY);
    expect([...till.server.files.keys()].sort()).toEqual(
      ['21', '22', '23', '24'].map((day) => `lupita_202611${day}.txt`),
    );
    expect(fileOf(FRIDAYS_FILE).registers).toEqual([]);
    expect(fileOf('lupita_20261122.txt').registers).toHaveLength(1);
  });

  it('expects no upload from a till without upload settings but still previews and saves the file', async () => {
    till.settings = { ...till.settings, uploads: false };
    till.ledger.add({ sentAt: FRIDAY });
    await till.goTo(FRIDAY + 2 * DAY);
    expect(till.reconciliation.getMissingDays()).toBeNull();
    expect(till.stateOf('2026-11-20')).toBe('not-ours');
    expect(await till.reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'not-this-till' },
    });
    const saved = await till.reconciliation.save({ day: '2026-11-20', folder: till.folder }, ANA);
    expect(saved).toMatchObject({ ok: true, value: { lines: 1 } });
    expect(readDailyFile(readFileSync(join(till.folder, FRIDAYS_FILE))).registers).toHaveLength(1);
  });

  it('rejects every upload after uploads were turned off', async () => {
    await till.begin();
    till.server.trouble = 'refused';
    await till.goTo(DUE);
    till.server.trouble = null;
    till.settings = { ...till.settings, uploads: false };
    await till.goTo(DUE + 2 * HOUR);
    expect(await till.reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'not-this-till' },
    });
    expect(till.server.arrived).toEqual([]);
  });

  it('waits for a person where the key is new, and where it has changed', async () => {
    const { server } = till;
    await till.reconciliation.checkDue();
    await till.goTo(DUE);
    expect(till.reconciliation.getMissingDays()).toEqual({
      days: 1,
      oldest: '2026-11-20',
      isLate: false,
    });
    expect(till.reconciliation.state().hostKeys.seen).toMatchObject(KEY);
    expect(
      till.reconciliation.confirmHostKey({ fingerprint: OTHER_KEY.fingerprint }, ANA),
    ).toMatchObject({
      ok: false,
    });
    till.reconciliation.confirmHostKey({ fingerprint: KEY.fingerprint }, ANA);
    await till.reconciliation.checkDue();
    expect(till.stateOf('2026-11-20')).toBe('uploaded');

    server.key = OTHER_KEY;
    await till.goTo(DUE + DAY);
    expect(till.stateOf('2026-11-21')).toBe('missing');
    expect(till.day('2026-11-21')?.lastAttempt?.problem).toEqual({
      kind: 'upload',
      reason: 'host-key-changed',
      fingerprint: OTHER_KEY.fingerprint,
    });
    expect(server.files.size).toBe(1);
    expect(till.reconciliation.state().hostKeys.seen).toMatchObject(OTHER_KEY);
    // It shows the confirmed one again: nothing is left to be decided.
    server.key = KEY;
    await till.reconciliation.upload({ day: '2026-11-21' }, ANA);
    expect(till.stateOf('2026-11-21')).toBe('uploaded');
    expect(till.reconciliation.state().hostKeys.seen).toBeNull();
  });

  it('compares the day before the upload and uploads despite differences', async () => {
    await till.begin();
    till.ledger.add({ sentAt: FRIDAY });
    await till.goTo(DUE - HOUR);
    // What was compared before the file is due is not what goes out.
    await till.reconciliation.compare({ day: '2026-11-20' });
    till.ledger.add({ sentAt: FRIDAY + MINUTE });
    await till.goTo(DUE);
    expect(till.stateOf('2026-11-20')).toBe('uploaded');
    const { comparison, day } = await till.detail('2026-11-20');
    expect(comparison).toMatchObject({
      ours: 2,
      theirs: 0,
      differences: [{ kind: 'unknown-to-service' }, { kind: 'unknown-to-service' }],
    });
    expect(day.differences).toBe(2);
  });

  it('is not made by a clock that the service has not confirmed, until its window is over', async () => {
    await till.begin();
    const { server, service, reconciliation } = till;
    // A day ahead, and the service is silent: Friday looks as if it were over.
    service.isSilent = true;
    await till.goTo(DUE);
    expect(server.files.size).toBe(0);
    expect(await reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
      problem: { reason: 'clock-unsure' },
    });
    // Its answer says that it is still Friday.
    service.isSilent = false;
    service.clockOff = -DAY;
    await reconciliation.checkDue();
    expect(server.files.size).toBe(0);
    expect(await reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({ ok: false });
    expect(server.files.size).toBe(0);
    service.clockOff = 0;
    await reconciliation.checkDue();
    expect(server.files.size).toBe(1);
  });

  it('goes out unconfirmed once the service was silent for an hour, by a timer', async () => {
    await till.begin();
    const { server } = till;
    till.service.isSilent = true;
    await till.goTo(DUE);
    // Another hour by a clock that jumps is none.
    await till.goTo(DUE + 2 * HOUR);
    expect(server.files.size).toBe(0);
    await till.clock.advance(HOUR + MINUTE);
    await till.reconciliation.checkDue();
    expect([...server.files.keys()]).toEqual([FRIDAYS_FILE]);
    // The next night waits anew.
    await till.goTo(DUE + DAY);
    expect(server.files.size).toBe(1);
  });

  it('begins its duty on no day that the service has not told', async () => {
    const { service } = till;
    service.isSilent = true;
    service.lastAnswerAt = null;
    till.clock.jump(10 * DAY);
    await till.reconciliation.checkDue();
    expect(till.reconciliation.state().since).toBeNull();
    service.isSilent = false;
    service.clockOff = -10 * DAY;
    await till.reconciliation.checkDue();
    expect(till.reconciliation.state().since).toBe('2026-11-20');
  });

  it('waits, after a start, for the look-ups of what was not known', async () => {
    await till.begin();
    till.service.lastAnswerAt = null;
    till.service.isSilent = true;
    await till.goTo(DUE + 3 * HOUR);
    till.service.isSilent = false;
    till.service.lastAnswerAt = till.clock.now();
    till.reconciliation.onServiceAnswered();
    expect(till.server.files.size).toBe(0);
    await till.clock.advance(20_000);
    await till.reconciliation.checkDue();
    expect(till.server.files.size).toBe(1);
  });

  it('keeps its bytes, and does not send what is no longer what was made', async () => {
    await till.begin();
    await till.goTo(DUE);
    const kept = join(till.folder, 'daily-files', '2026-11-20', FRIDAYS_FILE);
    expect(readFileSync(kept)).toEqual(till.server.files.get(FRIDAYS_FILE));
    expect(readdirSync(join(till.folder, 'daily-files', '2026-11-20'))).toEqual([FRIDAYS_FILE]);
    writeFileSync(kept, 'HEADER|20261121\nFOOTER|1');
    expect(await till.reconciliation.preview({ day: '2026-11-20' })).toMatchObject({
      problem: { reason: 'file-changed' },
    });
    expect(await till.reconciliation.save({ day: '2026-11-20', folder: null }, ANA)).toMatchObject({
      ok: false,
    });
  });

  it('is saved elsewhere, never over another file, nor into a folder that is not there', async () => {
    await till.begin();
    till.server.trouble = 'refused';
    await till.goTo(DUE);
    const { reconciliation, folder } = till;
    const saved = await reconciliation.save({ day: '2026-11-20', folder: null }, ANA);
    expect(saved).toMatchObject({ ok: true, value: { lines: 0 } });
    expect(await reconciliation.save({ day: '2026-11-20', folder: null }, ANA)).toEqual(saved);
    writeFileSync(join(folder, 'exports', FRIDAYS_FILE), 'mine');
    expect(await reconciliation.save({ day: '2026-11-20', folder: null }, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'name-taken' },
    });
    expect(readdirSync(join(folder, 'exports'))).toEqual([FRIDAYS_FILE]);
    expect(readFileSync(join(folder, 'exports', FRIDAYS_FILE), 'utf8')).toBe('mine');
    // It may be the place of a disk that is not connected.
    const gone = join(folder, 'gone');
    expect(await reconciliation.save({ day: '2026-11-20', folder: gone }, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'no-folder' },
    });
    expect(existsSync(gone)).toBe(false);
    mkdirSync(gone);
    expect(await reconciliation.save({ day: '2026-11-20', folder: gone }, ANA)).toMatchObject({
      ok: true,
    });
    expect(readdirSync(gone)).toEqual([FRIDAYS_FILE]);
    expect(await reconciliation.save({ day: '2026-11-21', folder: null }, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'day-not-over' },
    });
  });

  it('says where the till’s own folder for copies cannot be made', async () => {
    await till.begin();
    till.server.trouble = 'refused';
    await till.goTo(DUE);
    writeFileSync(join(till.folder, 'exports'), 'a file where the folder should be');
    expect(await till.reconciliation.save({ day: '2026-11-20', folder: null }, ANA)).toMatchObject({
      problem: { kind: 'storage', reason: 'failed' },
    });
    expect(
      await till.reconciliation.saveDrp({ day: '2026-11-20', folder: null }, ANA),
    ).toMatchObject({
      problem: { kind: 'storage', reason: 'failed' },
    });
  });

  it('writes a separate list of DRP transactions including those that the file cannot hold', async () => {
    till.ledger.add({ sentAt: FRIDAY, isDrp: true, amount: '10.50' });
    till.ledger.add({
      sentAt: FRIDAY,
      isDrp: true,
      amount: '7',
      state: 'by-hand-paid',
      authorization: null,
    });
    till.ledger.add({ sentAt: FRIDAY + 1000, isDrp: true, amount: '3', currency: 'COP' });
    till.ledger.add({ sentAt: FRIDAY });
    const totals = [
      { amount: '3.00', currency: 'COP' },
      { amount: '17.50', currency: 'MXN' },
    ];
    expect(await till.reconciliation.drp({ day: '2026-11-20' })).toMatchObject({
      value: { count: 3, totals },
    });
    const saved = await till.reconciliation.saveDrp({ day: '2026-11-20', folder: null }, ANA);
    expect(saved).toMatchObject({ ok: true, value: { rows: 3 } });
    const file = saved.ok ? readFileSync(saved.value.file, 'utf8') : '';
    expect(file.split('\r\n')).toHaveLength(5);
    expect(file).toContain('"10.50","MXN"');
  });

  it('loses no moment and doubles none where the zone is set otherwise meanwhile', async () => {
    await till.begin();
    await till.goTo(DUE);
    till.settings = { ...till.settings, timeZone: 'America/Bogota' };
    await till.goTo(DUE + DAY + HOUR);
    await till.goTo(DUE + 2 * DAY + HOUR);
    const days = till.ledger.database
      .prepare('SELECT since_second, until_second FROM reconciliation_days ORDER BY day')
      .all();
    expect(days.length).toBe(3);
    for (const [n, day] of days.entries()) {
      if (n > 0) expect(day.since_second).toBe(days[n - 1]?.until_second);
    }
  });

  it('is tried from 04:10 until it is in, and is late from 05:00', async () => {
    await till.begin();
    till.server.trouble = 'unreachable';
    await till.goTo(DUE);
    const late = DUE + 50 * MINUTE;
    expect(till.day('2026-11-20')).toMatchObject({ lateFrom: new Date(late).toISOString() });
    const missing = { days: 1, oldest: '2026-11-20' };
    await till.goTo(late - 1000);
    expect(till.reconciliation.getMissingDays()).toEqual({ ...missing, isLate: false });
    await till.goTo(late);
    expect(till.reconciliation.getMissingDays()).toEqual({ ...missing, isLate: true });
    till.server.trouble = null;
    await till.clock.advance(HOUR);
    await till.reconciliation.checkDue();
    expect(till.reconciliation.getMissingDays()).toEqual({ days: 0, oldest: null, isLate: false });
  });

  it('never has the name of another, however zone and hour are set meanwhile', async () => {
    await till.begin();
    await till.goTo(DUE);
    // Saturday ends in Tokyo before it does in Chicago, and falls due on the same day in UTC.
    till.settings = {
      ...till.settings,
      timeZone: 'Asia/Tokyo',
      uploadHour: { time: '16:00', zone: 'UTC' },
    };
    await till.goTo(DUE + 5 * DAY);
    const names = till.ledger.database
      .prepare('SELECT name FROM reconciliation_days ORDER BY day')
      .all()
      .map((row) => row.name);
    expect(names.slice(0, 3)).toEqual([FRIDAYS_FILE, 'lupita_20261122.txt', 'lupita_20261123.txt']);
    expect(new Set(names).size).toBe(names.length);
    expect([...till.server.arrived].sort()).toEqual(names.slice(0, till.server.arrived.length));
  });
});
