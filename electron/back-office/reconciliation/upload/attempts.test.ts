import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDailyFile } from '../../../../tests/support/read-daily-file.ts';
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

describe('the attempts to send a day’s file', () => {
  let till: UploadingTill;
  beforeEach(async () => {
    till = openFakeTill();
    await till.begin();
  });
  afterEach(() => till.remove());

  const attemptsOf = (day: string) => listAttempts(till.ledger.database, day, 50);
  /** Minutes after `from` at which they began. */
  const startsOf = (day: string, from: number): number[] =>
    attemptsOf(day)
      .map((one) => (Date.parse(one.startedAt) - from) / MINUTE)
      .reverse();
  const letPass = async (minutes: number): Promise<void> => {
    for (let n = 0; n < minutes; n += 1) {
      await till.clock.advance(MINUTE);
      await till.reconciliation.checkDue();
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

  it('retries at once when the settings changed during an attempt', async () => {
    till.server.trouble = 'login-refused';
    till.service.onList = async () => {
      till.service.onList = null;
      till.reconciliation.wake();
    };
    await till.goTo(DUE);
    expect(attemptsOf('2026-11-20')).toHaveLength(1);
    till.server.trouble = null;
    await till.clock.advance(2000);
    await till.reconciliation.checkDue();
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

  it('send one file, once there is room, wherever the till’s own disk was full from', async () => {
    const said = new Set<string>();
    let commits = 0;
    for (let full = 1; full === 1 || commits >= full - 1; full += 0.5) {
      // By turns: there is room again right after, as the reserve gives it, or only much later.
      const [first, last] = [Math.floor(full), full % 1 === 0 ? full : Number.POSITIVE_INFINITY];
      await till.remove();
      till = openFakeTill();
      await till.begin();
      const { database } = till.ledger;
      const { commit } = database;
      commits = 0;
      const spy = vi.spyOn(database, 'commit').mockImplementation((work) => {
        commits += 1;
        if (commits >= first && commits <= last)
          throw new StorageError('full', database.file, null);
        return commit(work);
      });
      await till.goTo(DUE);
      await letPass(2);
      spy.mockRestore();
      for (const { result } of attemptsOf('2026-11-20')) {
        said.add(result?.replace(basename(database.file), 'ledger') ?? 'not known');
      }
      await letPass(16);
      expect({ full, state: till.stateOf('2026-11-20') }).toEqual({ full, state: 'uploaded' });
      expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
      expect([...till.server.files.keys()]).toEqual([FRIDAYS_FILE]);
      expect(till.server.files.get(FRIDAYS_FILE)).toEqual(keptFile());
    }
    expect(commits).toBeGreaterThan(3);
    const full = { kind: 'storage', reason: 'full', file: 'ledger' };
    expect(said).toEqual(new Set(['uploaded', 'was-there', 'not known', JSON.stringify(full)]));
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
    const checking = till.reconciliation.checkDue();
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
});
