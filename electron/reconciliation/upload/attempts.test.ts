import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDailyFile } from '../../../tests/support/read-daily-file.ts';
import { digestOf } from '../fake-server.fixture.ts';
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
import { readAttempts } from './attempt-queries.ts';

const SATURDAYS_FILE = 'lupita_20261122.txt';

describe('the attempts to send a day’s file', () => {
  let till: UploadingTill;
  beforeEach(async () => {
    till = openFakeTill();
    await till.begin();
  });
  afterEach(() => till.remove());

  const attemptsOf = (day: string) => readAttempts(till.ledger.database, day, 50);
  /** Minutes after `from` at which they began. */
  const startsOf = (day: string, from: number): number[] =>
    attemptsOf(day)
      .map((one) => (Date.parse(one.startedAt) - from) / MINUTE)
      .reverse();
  const letPass = async (minutes: number): Promise<void> => {
    for (let n = 0; n < minutes; n += 1) {
      await till.clock.advance(MINUTE);
      await till.reconciliation.check();
    }
  };
  const fileOf = (name: string) => readDailyFile(till.server.files.get(name) ?? Buffer.alloc(0));
  const keptFile = (): Buffer =>
    readFileSync(join(till.folder, 'daily-files', '2026-11-20', FRIDAYS_FILE));

  it('come with growing pauses, and seldom after the window', async () => {
    till.server.trouble = 'refused';
    await till.goTo(DUE);
    await letPass(4 * 60);
    const starts = startsOf('2026-11-20', DUE);
    expect(starts.slice(0, 7)).toEqual([0, 1, 3, 7, 15, 30, 45]);
    expect(starts.slice(7).every((at, n, all) => n === 0 || at - (all[n - 1] ?? 0) >= 15)).toBe(
      true,
    );
    expect(starts.length).toBeLessThan(13);
    till.server.trouble = null;
    await till.goTo(DUE + 6 * HOUR);
    expect(till.stateOf('2026-11-20')).toBe('uploaded');
  });

  it('do not come every minute where only a person can mend it', async () => {
    till.server.trouble = 'login-refused';
    await till.goTo(DUE);
    await letPass(59);
    expect(attemptsOf('2026-11-20')).toHaveLength(1);
  });

  it('are made again at once where somebody mended it while one was under way', async () => {
    till.server.trouble = 'login-refused';
    till.service.onList = async () => {
      till.service.onList = null;
      till.reconciliation.wake();
    };
    await till.goTo(DUE);
    expect(attemptsOf('2026-11-20')).toHaveLength(1);
    till.server.trouble = null;
    await till.clock.advance(2000);
    await till.reconciliation.check();
    expect(till.stateOf('2026-11-20')).toBe('uploaded');
  });

  it('of one day that a person has to mend leave the others their own pauses', async () => {
    till.server.files.set(FRIDAYS_FILE, Buffer.from('somebody else’s'));
    till.server.troubleWith.set(SATURDAYS_FILE, 'no-room');
    const night = DUE + DAY;
    await till.goTo(night);
    expect(till.day('2026-11-20')?.lastAttempt?.problem).toMatchObject({ reason: 'another-file' });
    await letPass(16);
    expect(startsOf('2026-11-20', night)).toEqual([0]);
    expect(startsOf('2026-11-21', night)).toEqual([0, 1, 3, 7, 15]);
    till.server.troubleWith.clear();
    await letPass(15);
    expect(till.stateOf('2026-11-21')).toBe('uploaded');
    expect(till.day('2026-11-20')?.nextAttemptAt).toBe(new Date(night + HOUR).toISOString());
    expect(till.server.files.get(FRIDAYS_FILE)?.toString()).toBe('somebody else’s');
  });

  it.each(['no-room', 'broke-off', 'silent', 'size-differs', 'server-error'] as const)(
    'go on with the next day where one meets %s',
    async (reason) => {
      till.server.troubleWith.set(FRIDAYS_FILE, reason);
      await till.goTo(DUE + DAY);
      expect(till.day('2026-11-20')?.lastAttempt?.problem).toMatchObject({ reason });
      expect(till.stateOf('2026-11-21')).toBe('uploaded');
    },
  );

  it('go on with the next day where one meets what nobody expected', async () => {
    let asked = 0;
    till.service.onList = async () => {
      asked += 1;
      if (asked === 1) throw new Error('a fault of the program');
    };
    await till.goTo(DUE + DAY);
    expect(till.day('2026-11-20')?.lastAttempt).toMatchObject({
      result: 'failed',
      problem: { kind: 'internal' },
    });
    expect(till.stateOf('2026-11-21')).toBe('uploaded');
    await letPass(1);
    expect(till.stateOf('2026-11-20')).toBe('uploaded');
  });

  it('reach the newest day also where very many old ones are stuck', async () => {
    for (let n = 0; n < 45; n += 1) {
      const date = new Date(DUE + n * DAY).toISOString().slice(0, 10).replaceAll('-', '');
      till.server.files.set(`lupita_${date}.txt`, Buffer.from('somebody else’s'));
    }
    await till.goTo(DUE + 45 * DAY);
    await letPass(16);
    expect(till.server.arrived).toHaveLength(1);
  });

  it('are one connection where the server is away, and each day says so', async () => {
    till.server.trouble = 'refused';
    const opened = till.server.opened;
    await till.goTo(DUE + DAY);
    expect(till.server.opened).toBe(opened + 1);
    for (const day of ['2026-11-20', '2026-11-21']) {
      expect(till.day(day)?.lastAttempt?.problem).toMatchObject({ reason: 'refused' });
    }
  });

  it('look for their turn no oftener because another’s pause is over', async () => {
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    till.server.onPut = () => held;
    // A person sends Friday's file, which takes its time.
    till.server.trouble = 'refused';
    await till.goTo(DUE + DAY);
    till.server.trouble = null;
    const sending = till.reconciliation.upload({ day: '2026-11-20' }, ANA);
    const looks = vi.spyOn(till.clock, 'after');
    await till.clock.advance(10 * MINUTE);
    expect(looks.mock.calls.length).toBeGreaterThan(0);
    expect(looks.mock.calls.filter(([wait]) => wait < 30_000)).toEqual([]);
    looks.mockRestore();
    till.server.onPut = null;
    letGo();
    await sending;
  });

  it('leave out a day that was marked meanwhile', async () => {
    let isMarked = false;
    till.server.onPut = async () => {
      till.server.onPut = null;
      // Friday is on its way, and Saturday has not had its turn.
      const marked = await till.reconciliation.markHandedIn(
        { day: '2026-11-21', reason: 'por correo' },
        ANA,
      );
      isMarked = marked.ok;
      expect(
        await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'por correo' }, ANA),
      ).toMatchObject({
        problem: { kind: 'daily-file', reason: 'busy' },
      });
      expect(await till.reconciliation.upload({ day: '2026-11-21' }, ANA)).toMatchObject({
        ok: false,
      });
    };
    await till.goTo(DUE + DAY);
    expect(isMarked).toBe(true);
    expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
    expect(till.stateOf('2026-11-21')).toBe('handed-in');
    expect(attemptsOf('2026-11-21')).toEqual([]);
    await till.goTo(DUE + DAY + 2 * HOUR);
    expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
    expect(await till.reconciliation.upload({ day: '2026-11-21' }, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'handed-in' },
    });
  });

  it('leave out a day that is marked while it is compared', async () => {
    till.service.onList = async () => {
      till.service.onList = null;
      await till.reconciliation.markHandedIn({ day: '2026-11-20', reason: 'por correo' }, ANA);
    };
    await till.goTo(DUE);
    expect(till.stateOf('2026-11-20')).toBe('handed-in');
    expect(till.server.arrived).toEqual([]);
    expect([...till.server.files.keys()]).toEqual([]);
  });

  it('are given up in the middle when the till ends, and made again at its next start', async () => {
    let isOnItsWay = (): void => {};
    const onItsWay = new Promise<void>((resolve) => {
      isOnItsWay = resolve;
    });
    till.server.onPut = (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve());
        isOnItsWay();
      });
    till.clock.jump(DUE - till.clock.now());
    const checking = till.reconciliation.check();
    await onItsWay;
    expect(till.reconciliation.state().uploading).toBe('2026-11-20');
    till.server.onPut = null;
    await till.restart();
    await checking;
    expect(attemptsOf('2026-11-20')).toMatchObject([
      { number: 1, result: expect.stringContaining('"stopped"') },
    ]);
    expect(till.server.files.size).toBe(0);
    await till.goTo(DUE + MINUTE);
    expect(till.stateOf('2026-11-20')).toBe('uploaded');
    expect(attemptsOf('2026-11-20')).toMatchObject([{ number: 2, result: 'uploaded' }, {}]);
  });

  it('carry what was resolved before, and nothing once the server may have the file', async () => {
    const open1 = till.ledger.add({ sentAt: FRIDAY, state: 'unknown', createdAt: null });
    const open2 = till.ledger.add({ sentAt: FRIDAY + 1000, state: 'unknown', createdAt: null });
    till.server.trouble = 'refused';
    await till.goTo(DUE);
    till.ledger.recordOutcome(open1, 'paid', '900', '2026-11-20T18:00:00Z');
    till.server.trouble = null;
    till.server.breaks = 'before-answered';
    await till.goTo(DUE + HOUR);
    const bytes = till.server.files.get(FRIDAYS_FILE);
    expect(fileOf(FRIDAYS_FILE).registers).toMatchObject([{ authorization: '900' }]);
    expect(till.stateOf('2026-11-20')).toBe('in-doubt');

    till.ledger.recordOutcome(open2, 'paid', '901', '2026-11-20T18:00:01Z');
    till.server.breaks = null;
    await till.goTo(DUE + 3 * HOUR);
    expect(till.stateOf('2026-11-20')).toBe('uploaded');
    expect(till.server.files.get(FRIDAYS_FILE)).toEqual(bytes);
    const { ownDifferences } = await till.detail('2026-11-20');
    expect(ownDifferences).toMatchObject([{ kind: 'late', authorization: '901' }]);
    expect(await till.reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
      problem: { reason: 'already-uploaded' },
    });
  });

  describe('whose answer was lost', () => {
    const sentAgain = () =>
      till.ledger.database
        .prepare("SELECT count(*) AS n FROM audit WHERE kind = 'daily-file-sent-again'")
        .get()?.n;

    it('are followed by another where the server did not take the file', async () => {
      till.server.breaks = 'before-heard';
      await till.goTo(DUE);
      expect(till.day('2026-11-20')).toMatchObject({
        state: 'in-doubt',
        lastAttempt: { problem: { reason: 'answer-lost' } },
      });
      till.server.breaks = null;
      await letPass(1);
      expect(till.stateOf('2026-11-20')).toBe('uploaded');
      expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
      expect([...till.server.files.keys()]).toEqual([FRIDAYS_FILE]);
    });

    it('are the last to a server that may have taken the file away', async () => {
      till.server.takesAway = true;
      till.server.breaks = 'before-answered';
      await till.goTo(DUE);
      expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
      till.server.breaks = null;
      await till.restart();
      await letPass(3 * 60);
      // Nobody knows, so that nobody sends: the day stays in sight, and says why.
      expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
      expect(till.day('2026-11-20')).toMatchObject({
        state: 'in-doubt',
        inDoubtSince: new Date(DUE).toISOString(),
        lastAttempt: { problem: { kind: 'upload', reason: 'may-have-arrived' } },
      });
      expect(till.reconciliation.missing()).toEqual({ days: 1, oldest: '2026-11-20' });
      // Sending it now only looks.
      expect(await till.reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
        problem: { kind: 'upload', reason: 'may-have-arrived' },
      });
      expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
    });

    it('are marked as handed in by a person who knows that it arrived', async () => {
      till.server.takesAway = true;
      till.server.breaks = 'before-answered';
      await till.goTo(DUE);
      till.server.breaks = null;
      const bytes = keptFile();
      expect(
        await till.reconciliation.markHandedIn(
          { day: '2026-11-20', reason: 'lo tienen, dice Rosa' },
          ANA,
        ),
      ).toMatchObject({ value: { state: 'handed-in', inDoubtSince: null } });
      await letPass(2 * 60);
      expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
      expect(till.reconciliation.missing()).toEqual({ days: 0, oldest: null });
      expect(keptFile()).toEqual(bytes);
    });

    it('are made again, with the same bytes, by a person who knows that it did not', async () => {
      const late = till.ledger.add({ sentAt: FRIDAY, state: 'unknown', createdAt: null });
      till.server.takesAway = true;
      till.server.breaks = 'before-answered';
      await till.goTo(DUE);
      const bytes = keptFile();
      till.server.takesAway = false;
      till.server.breaks = null;
      till.ledger.recordOutcome(late, 'paid', '900', '2026-11-20T18:00:00Z');
      expect(
        await till.reconciliation.sendAgain(
          { day: '2026-11-20', reason: 'no lo tienen, dice Rosa' },
          ANA,
        ),
      ).toMatchObject({ value: { state: 'uploaded', inDoubtSince: null } });
      expect(till.server.arrived).toEqual([FRIDAYS_FILE, FRIDAYS_FILE]);
      expect(till.server.files.get(FRIDAYS_FILE)).toEqual(bytes);
      expect(sentAgain()).toBe(1);
    });

    it('are noted too where the doubt was gone before the person had decided', async () => {
      till.server.trouble = 'refused';
      await till.goTo(DUE);
      till.server.trouble = null;
      expect(
        await till.reconciliation.sendAgain(
          { day: '2026-11-20', reason: 'no lo tienen, dice Rosa' },
          ANA,
        ),
      ).toMatchObject({ value: { state: 'uploaded' } });
      expect(sentAgain()).toBe(1);
    });

    it('are not in doubt where the line broke after the answer', async () => {
      till.server.takesAway = true;
      till.server.breaks = 'after-answered';
      await till.goTo(DUE);
      expect(till.stateOf('2026-11-20')).toBe('uploaded');
      expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
    });
  });

  describe('while a copy is saved elsewhere', () => {
    const saveDuring = async (): Promise<void> => {
      // It turned out paid after the file was made, and before it arrived.
      till.ledger.add({ sentAt: FRIDAY });
      const saved = await till.reconciliation.save({ day: '2026-11-20', folder: null }, ANA);
      expect(saved).toMatchObject({ ok: true });
    };
    const isOneFile = (): void => {
      const there = till.server.files.get(FRIDAYS_FILE);
      const copy = readFileSync(join(till.folder, 'exports', FRIDAYS_FILE));
      expect(copy).toEqual(there);
      expect(keptFile()).toEqual(there);
      expect(till.day('2026-11-20')?.file?.sha256).toBe(digestOf(there));
    };

    it('send, keep and copy one and the same file', async () => {
      till.server.onPut = async () => {
        till.server.onPut = null;
        await saveDuring();
      };
      await till.goTo(DUE);
      expect(till.stateOf('2026-11-20')).toBe('uploaded');
      isOneFile();
      expect(await till.reconciliation.preview({ day: '2026-11-20' })).toMatchObject({
        value: { isFinal: true },
      });
    });
  });
});
