import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DueUploadReport } from './index.ts';
import {
  DAY,
  DUE,
  FRIDAYS_FILE,
  HOUR,
  MINUTE,
  openFakeTill,
  type UploadingTill,
} from './till.fixture.ts';

describe('headless upload', () => {
  let till: UploadingTill;
  beforeEach(async () => {
    till = openFakeTill();
    await till.startUploading();
  });
  afterEach(() => till.remove());

  /** Advances the clock until the upload ends; returns the report and the minutes it took. */
  async function uploadDue(
    tryForMs: number,
    onSecond: (minutes: number) => void = () => {},
  ): Promise<{ report: DueUploadReport; minutes: number }> {
    const since = till.clock.now();
    let report: DueUploadReport | null = null;
    const finished = till.reconciliation.uploadDue(tryForMs).then((finalReport) => {
      report = finalReport;
    });
    for (let second = 0; report === null && second < 3 * 3600; second += 1) {
      onSecond(Math.floor(second / 60));
      await till.clock.advance(1000);
      // Files are written in real time, not in virtual time.
      await new Promise(setImmediate);
      while (till.reconciliation.state().uploading !== null) await sleep(1);
    }
    await finished;
    if (report === null) throw new Error('it never ended');
    return { report, minutes: Math.round((till.clock.now() - since) / MINUTE) };
  }
  const friday = { day: '2026-11-20', name: FRIDAYS_FILE };
  const uploadedReport = {
    kind: 'tried',
    days: [{ ...friday, problem: null, needsPerson: false }],
  };

  it('returns at once when nothing is due before the next night', async () => {
    till.clock.jump(DUE - 3 * HOUR - till.clock.now());
    expect(await uploadDue(50 * MINUTE)).toMatchObject({
      report: { kind: 'tried', days: [] },
      minutes: 0,
    });
    expect(till.server.renamedNames).toEqual([]);
  });

  it('waits for the upload hour when the scheduler is an hour early', async () => {
    await till.reconciliation.stop();
    await till.restart();
    till.clock.jump(DUE - HOUR - till.clock.now());
    const { report, minutes } = await uploadDue(0);
    expect(report).toEqual(uploadedReport);
    expect(minutes).toBe(60);
    expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
  });

  it('retries a headless upload on the schedule until it succeeds or the given minutes are over', async () => {
    till.server.failureReason = 'unreachable';
    till.clock.jump(DUE - till.clock.now());
    const firstRun = await uploadDue(20 * MINUTE);
    expect(firstRun).toMatchObject({
      report: { days: [{ ...friday, problem: { reason: 'unreachable' }, needsPerson: false }] },
      minutes: 20,
    });
    expect((await till.readDayDetail('2026-11-20')).attempts).toHaveLength(5);
    const secondRun = await uploadDue(50 * MINUTE, (minutes) => {
      if (minutes === 5) till.server.failureReason = null;
    });
    expect(secondRun.report).toEqual(uploadedReport);
    expect(secondRun.minutes).toBe(7);
  });

  it('tries a headless upload once without minutes and ignores earlier delays', async () => {
    till.server.failureReason = 'unreachable';
    till.clock.jump(DUE - till.clock.now());
    expect((await uploadDue(0)).report).toMatchObject({
      days: [{ problem: { reason: 'unreachable' } }],
    });
    till.server.failureReason = null;
    expect(await uploadDue(0)).toEqual({ report: uploadedReport, minutes: 0 });
  });

  it('returns at once when only a person can fix the problem', async () => {
    till.server.failureReason = 'login-refused';
    till.clock.jump(DUE - till.clock.now());
    const { report, minutes } = await uploadDue(50 * MINUTE);
    expect(report).toMatchObject({
      days: [{ ...friday, problem: { reason: 'login-refused' }, needsPerson: true }],
    });
    expect(minutes).toBe(0);
  });

  it('uploads one file for each missed day when requested twice at once', async () => {
    till.clock.jump(DUE + 2 * DAY - till.clock.now());
    const [firstRun, secondRun] = await Promise.all([uploadDue(0), uploadDue(0)]);
    expect(firstRun.report).toMatchObject({ kind: 'tried' });
    expect(secondRun.report).toMatchObject({ kind: 'tried' });
    expect([...till.server.renamedNames].sort()).toEqual([
      FRIDAYS_FILE,
      'lupita_20261122.txt',
      'lupita_20261123.txt',
    ]);
  });

  it('uploads nothing while the service’s time is unknown', async () => {
    till.service.isSilent = true;
    till.clock.jump(DUE - till.clock.now());
    const { report } = await uploadDue(MINUTE);
    expect(report).toEqual({ kind: 'time-unsure' });
    expect(till.server.renamedNames).toEqual([]);
  });

  it('reports not-uploading when the till does not upload', async () => {
    till.settings = { ...till.settings, isUploading: false };
    expect((await uploadDue(0)).report).toEqual({ kind: 'not-uploading' });
  });

  it('reports stopped when the till closes during the upload', async () => {
    till.server.failureReason = 'unreachable';
    till.clock.jump(DUE - till.clock.now());
    const pendingReport = till.reconciliation.uploadDue(HOUR);
    await till.clock.advance(2000);
    await till.reconciliation.stop();
    await till.clock.advance(2000);
    expect(await pendingReport).toEqual({ kind: 'stopped' });
  });
});
