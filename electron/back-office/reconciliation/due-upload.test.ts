import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DueReport } from './index.ts';
import {
  DAY,
  DUE,
  FRIDAYS_FILE,
  HOUR,
  MINUTE,
  openFakeTill,
  type UploadingTill,
} from './till.fixture.ts';

describe('an upload that somebody asks for without a screen', () => {
  let till: UploadingTill;
  beforeEach(async () => {
    till = openFakeTill();
    await till.begin();
  });
  afterEach(() => till.remove());

  /** Lets the time pass until it has ended; the report, and after how many minutes it came. */
  async function ask(
    tryForMs: number,
    each: (minutes: number) => void = () => {},
  ): Promise<{ report: DueReport; minutes: number }> {
    const since = till.clock.now();
    let report: DueReport | null = null;
    const asked = till.reconciliation.uploadDue(tryForMs).then((done) => {
      report = done;
    });
    for (let second = 0; report === null && second < 3 * 3600; second += 1) {
      each(Math.floor(second / 60));
      await till.clock.advance(1000);
      // Files are written in real time.
      await new Promise(setImmediate);
      while (till.reconciliation.state().uploading !== null) await sleep(1);
    }
    await asked;
    if (report === null) throw new Error('it never ended');
    return { report, minutes: Math.round((till.clock.now() - since) / MINUTE) };
  }
  const friday = { day: '2026-11-20', name: FRIDAYS_FILE };
  const isIn = { kind: 'tried', days: [{ ...friday, problem: null, needsPerson: false }] };

  it('finds nothing due, and does not wait for the next night', async () => {
    till.clock.jump(DUE - 3 * HOUR - till.clock.now());
    expect(await ask(50 * MINUTE)).toMatchObject({
      report: { kind: 'tried', days: [] },
      minutes: 0,
    });
    expect(till.server.arrived).toEqual([]);
  });

  it('waits for the hour where a scheduler was early, as it is for one half of the year', async () => {
    await till.reconciliation.stop();
    await till.restart();
    till.clock.jump(DUE - HOUR - till.clock.now());
    const { report, minutes } = await ask(0);
    expect(report).toEqual(isIn);
    expect(minutes).toBe(60);
    expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
  });

  it('retries a headless upload on the schedule until it succeeds or the given minutes are over', async () => {
    till.server.trouble = 'unreachable';
    till.clock.jump(DUE - till.clock.now());
    const given = await ask(20 * MINUTE);
    expect(given).toMatchObject({
      report: { days: [{ ...friday, problem: { reason: 'unreachable' }, needsPerson: false }] },
      minutes: 20,
    });
    expect((await till.detail('2026-11-20')).attempts).toHaveLength(5);
    const again = await ask(50 * MINUTE, (minutes) => {
      if (minutes === 5) till.server.trouble = null;
    });
    expect(again.report).toEqual(isIn);
    expect(again.minutes).toBe(7);
  });

  it('tries a headless upload once without minutes and ignores earlier delays', async () => {
    till.server.trouble = 'unreachable';
    till.clock.jump(DUE - till.clock.now());
    expect((await ask(0)).report).toMatchObject({ days: [{ problem: { reason: 'unreachable' } }] });
    till.server.trouble = null;
    expect(await ask(0)).toEqual({ report: isIn, minutes: 0 });
  });

  it('ends at once where only a person can help', async () => {
    till.server.trouble = 'login-refused';
    till.clock.jump(DUE - till.clock.now());
    const { report, minutes } = await ask(50 * MINUTE);
    expect(report).toMatchObject({
      days: [{ ...friday, problem: { reason: 'login-refused' }, needsPerson: true }],
    });
    expect(minutes).toBe(0);
  });

  it('sends one file for each day that was missed, whoever asks how often at once', async () => {
    till.clock.jump(DUE + 2 * DAY - till.clock.now());
    const [one, two] = await Promise.all([ask(0), ask(0)]);
    expect(one.report).toMatchObject({ kind: 'tried' });
    expect(two.report).toMatchObject({ kind: 'tried' });
    expect([...till.server.arrived].sort()).toEqual([
      FRIDAYS_FILE,
      'lupita_20261122.txt',
      'lupita_20261123.txt',
    ]);
  });

  it('sends nothing while the service has not told the time', async () => {
    till.service.isSilent = true;
    till.clock.jump(DUE - till.clock.now());
    const { report } = await ask(MINUTE);
    expect(report).toEqual({ kind: 'time-unsure' });
    expect(till.server.arrived).toEqual([]);
  });

  it('is not this till’s where it does not upload', async () => {
    till.settings = { ...till.settings, uploads: false };
    expect((await ask(0)).report).toEqual({ kind: 'not-uploading' });
  });

  it('ends where the till is closed meanwhile', async () => {
    till.server.trouble = 'unreachable';
    till.clock.jump(DUE - till.clock.now());
    const asked = till.reconciliation.uploadDue(HOUR);
    await till.clock.advance(2000);
    await till.reconciliation.stop();
    await till.clock.advance(2000);
    expect(await asked).toEqual({ kind: 'stopped' });
  });
});
