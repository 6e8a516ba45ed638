import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { computeDigest } from '../fake-server.fixture.ts';
import {
  ANA,
  DUE,
  FRIDAY,
  FRIDAYS_FILE,
  MINUTE,
  openFakeTill,
  type UploadingTill,
} from '../till.fixture.ts';

describe('the attempts to send a day’s file', () => {
  let till: UploadingTill;
  beforeEach(async () => {
    till = openFakeTill();
    await till.begin();
  });
  afterEach(() => till.remove());

  const letPass = async (minutes: number): Promise<void> => {
    for (let n = 0; n < minutes; n += 1) {
      await till.clock.advance(MINUTE);
      await till.reconciliation.checkDue();
    }
  };
  const keptFile = (): Buffer =>
    readFileSync(join(till.folder, 'daily-files', '2026-11-20', FRIDAYS_FILE));

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
      expect(till.reconciliation.getMissingDays()).toEqual({
        days: 1,
        oldest: '2026-11-20',
        isLate: true,
      });
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
      expect(till.reconciliation.getMissingDays()).toEqual({
        days: 0,
        oldest: null,
        isLate: false,
      });
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

    it('records a manual resend although the doubt was resolved before', async () => {
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
      expect(till.day('2026-11-20')?.file?.sha256).toBe(computeDigest(there));
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
