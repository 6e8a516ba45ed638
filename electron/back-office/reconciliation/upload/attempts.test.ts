import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseDailyFile } from '../../../../tests/support/read-daily-file.ts';
import { StorageError } from '../../../ledger/index.ts';
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
} from '../till.fixture.ts';
import { listAttempts } from './attempt-queries.ts';

const SATURDAYS_FILE = 'lupita_20261122.txt';

describe('upload attempts', () => {
  let till: UploadingTill;
  beforeEach(async () => {
    till = openFakeTill();
    await till.startUploading();
  });
  afterEach(() => till.remove());

  const listDayAttempts = (day: string) => listAttempts(till.ledger.database, day, 50);
  /** The start of each attempt in minutes after `from`. */
  const listStartMinutes = (day: string, from: number): number[] =>
    listDayAttempts(day)
      .map((attempt) => (Date.parse(attempt.startedAt) - from) / MINUTE)
      .reverse();
  const passMinutes = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await till.clock.advance(MINUTE);
      await till.reconciliation.checkDue();
    }
  };
  const readUploaded = (name: string) =>
    parseDailyFile(till.server.files.get(name) ?? Buffer.alloc(0));
  const readStoredFile = (): Buffer =>
    readFileSync(join(till.folder, 'daily-files', '2026-11-20', FRIDAYS_FILE));

  it('retries with growing pauses and rarely after the upload window', async () => {
    till.server.failureReason = 'refused';
    await till.jumpTo(DUE);
    await passMinutes(4 * 60);
    const starts = listStartMinutes('2026-11-20', DUE);
    expect(starts.slice(0, 7)).toEqual([0, 1, 3, 7, 15, 30, 45]);
    expect(
      starts.slice(7).every((at, index, all) => index === 0 || at - (all[index - 1] ?? 0) >= 15),
    ).toBe(true);
    expect(starts.length).toBeLessThan(13);
    till.server.failureReason = null;
    await till.jumpTo(DUE + 6 * HOUR);
    expect(till.getDayState('2026-11-20')).toBe('uploaded');
  });

  it('does not retry every minute when only a person can fix the problem', async () => {
    till.server.failureReason = 'login-refused';
    await till.jumpTo(DUE);
    await passMinutes(59);
    expect(listDayAttempts('2026-11-20')).toHaveLength(1);
  });

  it('retries at once when the settings changed during an attempt', async () => {
    till.server.failureReason = 'login-refused';
    till.service.onList = async () => {
      till.service.onList = null;
      till.reconciliation.wake();
    };
    await till.jumpTo(DUE);
    expect(listDayAttempts('2026-11-20')).toHaveLength(1);
    till.server.failureReason = null;
    await till.clock.advance(2000);
    await till.reconciliation.checkDue();
    expect(till.getDayState('2026-11-20')).toBe('uploaded');
  });

  it('keeps separate pauses for each day when one day needs a person', async () => {
    till.server.files.set(FRIDAYS_FILE, Buffer.from('somebody else’s'));
    till.server.failureReasonByName.set(SATURDAYS_FILE, 'no-room');
    const night = DUE + DAY;
    await till.jumpTo(night);
    expect(till.findDay('2026-11-20')?.lastAttempt?.problem).toMatchObject({
      reason: 'another-file',
    });
    await passMinutes(16);
    expect(listStartMinutes('2026-11-20', night)).toEqual([0]);
    expect(listStartMinutes('2026-11-21', night)).toEqual([0, 1, 3, 7, 15]);
    till.server.failureReasonByName.clear();
    await passMinutes(15);
    expect(till.getDayState('2026-11-21')).toBe('uploaded');
    expect(till.findDay('2026-11-20')?.nextAttemptAt).toBe(new Date(night + HOUR).toISOString());
    expect(till.server.files.get(FRIDAYS_FILE)?.toString()).toBe('somebody else’s');
  });

  it.each(['no-room', 'broke-off', 'silent', 'size-differs', 'server-error'] as const)(
    'uploads the next day after one day fails with %s',
    async (reason) => {
      till.server.failureReasonByName.set(FRIDAYS_FILE, reason);
      await till.jumpTo(DUE + DAY);
      expect(till.findDay('2026-11-20')?.lastAttempt?.problem).toMatchObject({ reason });
      expect(till.getDayState('2026-11-21')).toBe('uploaded');
    },
  );

  it('uploads the next day after an unexpected error', async () => {
    let listCount = 0;
    till.service.onList = async () => {
      listCount += 1;
      if (listCount === 1) throw new Error('a fault of the program');
    };
    await till.jumpTo(DUE + DAY);
    expect(till.findDay('2026-11-20')?.lastAttempt).toMatchObject({
      result: 'failed',
      problem: { kind: 'internal' },
    });
    expect(till.getDayState('2026-11-21')).toBe('uploaded');
    await passMinutes(1);
    expect(till.getDayState('2026-11-20')).toBe('uploaded');
  });

  it('uploads one file when the till’s disk has space again after any commit', async () => {
    const results = new Set<string>();
    let commits = 0;
    for (let fullAt = 1; fullAt === 1 || commits >= fullAt - 1; fullAt += 0.5) {
      // Alternates: the disk has space again at the next commit, as the reserve provides it, or
      // only much later.
      const [first, last] = [
        Math.floor(fullAt),
        fullAt % 1 === 0 ? fullAt : Number.POSITIVE_INFINITY,
      ];
      await till.remove();
      till = openFakeTill();
      await till.startUploading();
      const { database } = till.ledger;
      const { commit } = database;
      commits = 0;
      const spy = vi.spyOn(database, 'commit').mockImplementation((work) => {
        commits += 1;
        if (commits >= first && commits <= last)
          throw new StorageError('full', database.file, null);
        return commit(work);
      });
      await till.jumpTo(DUE);
      await passMinutes(2);
      spy.mockRestore();
      for (const { result } of listDayAttempts('2026-11-20')) {
        results.add(result?.replace(basename(database.file), 'ledger') ?? 'not known');
      }
      await passMinutes(16);
      expect({ full: fullAt, state: till.getDayState('2026-11-20') }).toEqual({
        full: fullAt,
        state: 'uploaded',
      });
      expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
      expect([...till.server.files.keys()]).toEqual([FRIDAYS_FILE]);
      expect(till.server.files.get(FRIDAYS_FILE)).toEqual(readStoredFile());
    }
    expect(commits).toBeGreaterThan(3);
    const diskFullProblem = { kind: 'storage', reason: 'full', file: 'ledger' };
    expect(results).toEqual(
      new Set(['uploaded', 'was-there', 'not known', JSON.stringify(diskFullProblem)]),
    );
  });

  it('uploads the newest day although 45 older days fail', async () => {
    for (let index = 0; index < 45; index += 1) {
      const date = new Date(DUE + index * DAY).toISOString().slice(0, 10).replaceAll('-', '');
      till.server.files.set(`lupita_${date}.txt`, Buffer.from('somebody else’s'));
    }
    await till.jumpTo(DUE + 45 * DAY);
    await passMinutes(16);
    expect(till.server.renamedNames).toHaveLength(1);
  });

  it('opens one connection when the server is down and reports it for each day', async () => {
    till.server.failureReason = 'refused';
    const opened = till.server.openCount;
    await till.jumpTo(DUE + DAY);
    expect(till.server.openCount).toBe(opened + 1);
    for (const day of ['2026-11-20', '2026-11-21']) {
      expect(till.findDay(day)?.lastAttempt?.problem).toMatchObject({ reason: 'refused' });
    }
  });

  it('does not poll more often when another day’s pause ends', async () => {
    let releaseUpload = (): void => {};
    const uploadReleased = new Promise<void>((resolve) => {
      releaseUpload = resolve;
    });
    till.server.onUpload = () => uploadReleased;
    // A person uploads Friday's file, and the upload takes long.
    till.server.failureReason = 'refused';
    await till.jumpTo(DUE + DAY);
    till.server.failureReason = null;
    const sending = till.reconciliation.upload({ day: '2026-11-20' }, ANA);
    const timers = vi.spyOn(till.clock, 'after');
    await till.clock.advance(10 * MINUTE);
    expect(timers.mock.calls.length).toBeGreaterThan(0);
    expect(timers.mock.calls.filter(([delayMs]) => delayMs < 30_000)).toEqual([]);
    timers.mockRestore();
    till.server.onUpload = null;
    releaseUpload();
    await sending;
  });

  it('skips a day that is marked as handed in during another day’s upload', async () => {
    let isMarked = false;
    till.server.onUpload = async () => {
      till.server.onUpload = null;
      // Friday's upload is running, and Saturday's has not started.
      const result = await till.reconciliation.markHandedIn(
        { day: '2026-11-21', reason: 'por correo' },
        ANA,
      );
      isMarked = result.ok;
      expect(
        await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'por correo' }, ANA),
      ).toMatchObject({
        problem: { kind: 'daily-file', reason: 'busy' },
      });
      expect(await till.reconciliation.upload({ day: '2026-11-21' }, ANA)).toMatchObject({
        ok: false,
      });
    };
    await till.jumpTo(DUE + DAY);
    expect(isMarked).toBe(true);
    expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
    expect(till.getDayState('2026-11-21')).toBe('handed-in');
    expect(listDayAttempts('2026-11-21')).toEqual([]);
    await till.jumpTo(DUE + DAY + 2 * HOUR);
    expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
    expect(await till.reconciliation.upload({ day: '2026-11-21' }, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'handed-in' },
    });
  });

  it('skips a day that is marked as handed in during its comparison', async () => {
    till.service.onList = async () => {
      till.service.onList = null;
      await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'por correo' }, ANA);
    };
    await till.jumpTo(DUE);
    expect(till.getDayState('2026-11-20')).toBe('handed-in');
    expect(till.server.renamedNames).toEqual([]);
    expect([...till.server.files.keys()]).toEqual([]);
  });

  it('aborts a running upload when the till closes and retries at its next start', async () => {
    let reportStart = (): void => {};
    const uploadStarted = new Promise<void>((resolve) => {
      reportStart = resolve;
    });
    till.server.onUpload = (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve());
        reportStart();
      });
    till.clock.jump(DUE - till.clock.now());
    const pendingCheck = till.reconciliation.checkDue();
    await uploadStarted;
    expect(till.reconciliation.state().uploading).toBe('2026-11-20');
    till.server.onUpload = null;
    await till.restart();
    await pendingCheck;
    expect(listDayAttempts('2026-11-20')).toMatchObject([
      { number: 1, result: expect.stringContaining('"stopped"') },
    ]);
    expect(till.server.files.size).toBe(0);
    await till.jumpTo(DUE + MINUTE);
    expect(till.getDayState('2026-11-20')).toBe('uploaded');
    expect(listDayAttempts('2026-11-20')).toMatchObject([{ number: 2, result: 'uploaded' }, {}]);
  });

  it('rebuilds the file with resolved payments until the server may have it', async () => {
    const firstPayment = till.ledger.add({ sentAt: FRIDAY, state: 'unknown', createdAt: null });
    const secondPayment = till.ledger.add({
      sentAt: FRIDAY + 1000,
      state: 'unknown',
      createdAt: null,
    });
    till.server.failureReason = 'refused';
    await till.jumpTo(DUE);
    till.ledger.recordOutcome(firstPayment, 'paid', '900', '2026-11-20T18:00:00Z');
    till.server.failureReason = null;
    till.server.disconnectPoint = 'before-answered';
    await till.jumpTo(DUE + HOUR);
    const bytes = till.server.files.get(FRIDAYS_FILE);
    expect(readUploaded(FRIDAYS_FILE).registers).toMatchObject([{ authorization: '900' }]);
    expect(till.getDayState('2026-11-20')).toBe('in-doubt');

    till.ledger.recordOutcome(secondPayment, 'paid', '901', '2026-11-20T18:00:01Z');
    till.server.disconnectPoint = null;
    await till.jumpTo(DUE + 3 * HOUR);
    expect(till.getDayState('2026-11-20')).toBe('uploaded');
    expect(till.server.files.get(FRIDAYS_FILE)).toEqual(bytes);
    const { ownDifferences } = await till.readDayDetail('2026-11-20');
    expect(ownDifferences).toMatchObject([{ kind: 'late', authorization: '901' }]);
    expect(await till.reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
      problem: { reason: 'already-uploaded' },
    });
  });
});
