import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDailyFile } from '../../../tests/support/read-daily-file.ts';
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

describe('daily file', () => {
  let till: UploadingTill;
  beforeEach(() => {
    till = openFakeTill();
  });
  afterEach(() => till.remove());
  const readUploaded = (name: string) =>
    parseDailyFile(till.server.files.get(name) ?? Buffer.alloc(0));

  it('uploads the file at 04:10 in New York, not earlier, whatever the chain’s zone', async () => {
    till.ledger.add({ sentAt: FRIDAY });
    await till.startUploading();
    await till.jumpTo(DUE - MINUTE);
    expect(till.getDayState('2026-11-20')).toBe('waiting');
    expect(till.server.files.size).toBe(0);
    await till.clock.advance(MINUTE);
    await till.reconciliation.checkDue();
    expect(till.getDayState('2026-11-20')).toBe('uploaded');
    expect(readUploaded(FRIDAYS_FILE)).toMatchObject({
      date: '20261121',
      registers: [{ createdAt: '2026-11-20T18:00:00', posNumber: '07' }],
    });
    expect(till.reconciliation.getMissingDays()).toEqual({ days: 0, oldest: null, isLate: false });
  });

  it('uploads a file earlier at a person’s request once its day is over', async () => {
    await till.startUploading();
    expect(await till.reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'day-not-over' },
    });
    // Half past midnight in Chicago.
    await till.jumpTo(Date.UTC(2026, 10, 21, 6, 30));
    expect(till.getDayState('2026-11-20')).toBe('waiting');
    expect(await till.reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
      value: { state: 'uploaded', lastAttempt: { by: 'Ana' } },
    });
    await till.jumpTo(DUE);
    expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
  });

  it('uploads one file for each missed day, also without sales', async () => {
    await till.startUploading();
    till.ledger.add({ sentAt: FRIDAY + DAY });
    await till.restart();
    await till.jumpTo(FRIDAY + 4 * DAY);
    expect([...till.server.files.keys()].sort()).toEqual(
      ['21', '22', '23', '24'].map((day) => `lupita_202611${day}.txt`),
    );
    expect(readUploaded(FRIDAYS_FILE).registers).toEqual([]);
    expect(readUploaded('lupita_20261122.txt').registers).toHaveLength(1);
  });

  it('expects no upload from a till without upload settings but still previews and saves the file', async () => {
    till.settings = { ...till.settings, isUploading: false };
    till.ledger.add({ sentAt: FRIDAY });
    await till.jumpTo(FRIDAY + 2 * DAY);
    expect(till.reconciliation.getMissingDays()).toBeNull();
    expect(till.getDayState('2026-11-20')).toBe('not-ours');
    expect(await till.reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'not-this-till' },
    });
    const saved = await till.reconciliation.save({ day: '2026-11-20', folder: till.folder }, ANA);
    expect(saved).toMatchObject({ ok: true, value: { lines: 1 } });
    expect(parseDailyFile(readFileSync(join(till.folder, FRIDAYS_FILE))).registers).toHaveLength(1);
  });

  it('rejects every upload after uploads were turned off', async () => {
    await till.startUploading();
    till.server.failureReason = 'refused';
    await till.jumpTo(DUE);
    till.server.failureReason = null;
    till.settings = { ...till.settings, isUploading: false };
    await till.jumpTo(DUE + 2 * HOUR);
    expect(await till.reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'not-this-till' },
    });
    expect(till.server.renamedNames).toEqual([]);
  });

  it('uploads no file until a person confirms a new or changed host key', async () => {
    const { server } = till;
    await till.reconciliation.checkDue();
    await till.jumpTo(DUE);
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
    expect(till.getDayState('2026-11-20')).toBe('uploaded');

    server.key = OTHER_KEY;
    await till.jumpTo(DUE + DAY);
    expect(till.getDayState('2026-11-21')).toBe('missing');
    expect(till.findDay('2026-11-21')?.lastAttempt?.problem).toEqual({
      kind: 'upload',
      reason: 'host-key-changed',
      fingerprint: OTHER_KEY.fingerprint,
    });
    expect(server.files.size).toBe(1);
    expect(till.reconciliation.state().hostKeys.seen).toMatchObject(OTHER_KEY);
    // The server presents the confirmed key again: no decision is left.
    server.key = KEY;
    await till.reconciliation.upload({ day: '2026-11-21' }, ANA);
    expect(till.getDayState('2026-11-21')).toBe('uploaded');
    expect(till.reconciliation.state().hostKeys.seen).toBeNull();
  });

  it('compares the day before the upload and uploads despite differences', async () => {
    await till.startUploading();
    till.ledger.add({ sentAt: FRIDAY });
    await till.jumpTo(DUE - HOUR);
    // A comparison made before the file is due does not determine the uploaded file.
    await till.reconciliation.compare({ day: '2026-11-20' });
    till.ledger.add({ sentAt: FRIDAY + MINUTE });
    await till.jumpTo(DUE);
    expect(till.getDayState('2026-11-20')).toBe('uploaded');
    const { comparison, day } = await till.readDayDetail('2026-11-20');
    expect(comparison).toMatchObject({
      ours: 2,
      theirs: 0,
      differences: [{ kind: 'unknown-to-service' }, { kind: 'unknown-to-service' }],
    });
    expect(day.differences).toBe(2);
  });

  it('uploads no file by an unconfirmed clock before the wait for the service is over', async () => {
    await till.startUploading();
    const { server, service, reconciliation } = till;
    // This computer's clock is a day ahead and the service does not answer: Friday looks over.
    service.isSilent = true;
    await till.jumpTo(DUE);
    expect(server.files.size).toBe(0);
    expect(await reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
      problem: { reason: 'clock-unsure' },
    });
    // The service's time is still Friday.
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

  it('uploads the file without the service’s time after an hour of waiting, measured by a timer', async () => {
    await till.startUploading();
    const { server } = till;
    till.service.isSilent = true;
    await till.jumpTo(DUE);
    // A clock jump does not count as waiting.
    await till.jumpTo(DUE + 2 * HOUR);
    expect(server.files.size).toBe(0);
    await till.clock.advance(HOUR + MINUTE);
    await till.reconciliation.checkDue();
    expect([...server.files.keys()]).toEqual([FRIDAYS_FILE]);
    // The next night needs a new wait.
    await till.jumpTo(DUE + DAY);
    expect(server.files.size).toBe(1);
  });

  it('does not start the upload duty before the service’s time is known', async () => {
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

  it('waits for look-ups of unknown payments after a start', async () => {
    await till.startUploading();
    till.service.lastAnswerAt = null;
    till.service.isSilent = true;
    await till.jumpTo(DUE + 3 * HOUR);
    till.service.isSilent = false;
    till.service.lastAnswerAt = till.clock.now();
    till.reconciliation.onServiceAnswered();
    expect(till.server.files.size).toBe(0);
    await till.clock.advance(20_000);
    await till.reconciliation.checkDue();
    expect(till.server.files.size).toBe(1);
  });

  it('rejects preview and save of a file whose bytes changed after the upload', async () => {
    await till.startUploading();
    await till.jumpTo(DUE);
    const storedFile = join(till.folder, 'daily-files', '2026-11-20', FRIDAYS_FILE);
    expect(readFileSync(storedFile)).toEqual(till.server.files.get(FRIDAYS_FILE));
    expect(readdirSync(join(till.folder, 'daily-files', '2026-11-20'))).toEqual([FRIDAYS_FILE]);
    writeFileSync(storedFile, 'HEADER|20261121\nFOOTER|1');
    expect(await till.reconciliation.preview({ day: '2026-11-20' })).toMatchObject({
      problem: { reason: 'file-changed' },
    });
    expect(await till.reconciliation.save({ day: '2026-11-20', folder: null }, ANA)).toMatchObject({
      ok: false,
    });
  });

  it('saves a copy to another folder without overwriting a file or creating the folder', async () => {
    await till.startUploading();
    till.server.failureReason = 'refused';
    await till.jumpTo(DUE);
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
    // The folder may be the mount point of a disk that is not connected.
    const missingFolder = join(folder, 'gone');
    expect(
      await reconciliation.save({ day: '2026-11-20', folder: missingFolder }, ANA),
    ).toMatchObject({
      problem: { kind: 'daily-file', reason: 'no-folder' },
    });
    expect(existsSync(missingFolder)).toBe(false);
    mkdirSync(missingFolder);
    expect(
      await reconciliation.save({ day: '2026-11-20', folder: missingFolder }, ANA),
    ).toMatchObject({
      ok: true,
    });
    expect(readdirSync(missingFolder)).toEqual([FRIDAYS_FILE]);
    expect(await reconciliation.save({ day: '2026-11-21', folder: null }, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'day-not-over' },
    });
  });

  it('reports a storage problem when the exports folder cannot be created', async () => {
    await till.startUploading();
    till.server.failureReason = 'refused';
    await till.jumpTo(DUE);
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

  it('covers every moment by one day when the time zone is changed', async () => {
    await till.startUploading();
    await till.jumpTo(DUE);
    till.settings = { ...till.settings, timeZone: 'America/Bogota' };
    await till.jumpTo(DUE + DAY + HOUR);
    await till.jumpTo(DUE + 2 * DAY + HOUR);
    const days = till.ledger.database
      .prepare('SELECT since_second, until_second FROM reconciliation_days ORDER BY day')
      .all();
    expect(days.length).toBe(3);
    for (const [index, day] of days.entries()) {
      if (index > 0) expect(day.since_second).toBe(days[index - 1]?.until_second);
    }
  });

  it('retries the upload from 04:10 and reports the file late from 05:00', async () => {
    await till.startUploading();
    till.server.failureReason = 'unreachable';
    await till.jumpTo(DUE);
    const lateAt = DUE + 50 * MINUTE;
    expect(till.findDay('2026-11-20')).toMatchObject({ lateFrom: new Date(lateAt).toISOString() });
    const missing = { days: 1, oldest: '2026-11-20' };
    await till.jumpTo(lateAt - 1000);
    expect(till.reconciliation.getMissingDays()).toEqual({ ...missing, isLate: false });
    await till.jumpTo(lateAt);
    expect(till.reconciliation.getMissingDays()).toEqual({ ...missing, isLate: true });
    till.server.failureReason = null;
    await till.clock.advance(HOUR);
    await till.reconciliation.checkDue();
    expect(till.reconciliation.getMissingDays()).toEqual({ days: 0, oldest: null, isLate: false });
  });

  it('gives every file a different name when zone and upload hour are changed', async () => {
    await till.startUploading();
    await till.jumpTo(DUE);
    // Saturday ends in Tokyo earlier than in Chicago, so its file falls due on the same UTC day.
    till.settings = {
      ...till.settings,
      timeZone: 'Asia/Tokyo',
      uploadHour: { time: '16:00', zone: 'UTC' },
    };
    await till.jumpTo(DUE + 5 * DAY);
    const names = till.ledger.database
      .prepare('SELECT name FROM reconciliation_days ORDER BY day')
      .all()
      .map((row) => row.name);
    expect(names.slice(0, 3)).toEqual([FRIDAYS_FILE, 'lupita_20261122.txt', 'lupita_20261123.txt']);
    expect(new Set(names).size).toBe(names.length);
    expect([...till.server.renamedNames].sort()).toEqual(
      names.slice(0, till.server.renamedNames.length),
    );
  });
});
