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

describe('upload attempts', () => {
  let till: UploadingTill;
  beforeEach(async () => {
    till = openFakeTill();
    await till.begin();
  });
  afterEach(() => till.remove());

  const passMinutes = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await till.clock.advance(MINUTE);
      await till.reconciliation.checkDue();
    }
  };
  const readStoredFile = (): Buffer =>
    readFileSync(join(till.folder, 'daily-files', '2026-11-20', FRIDAYS_FILE));

  describe('with a lost response', () => {
    const countResends = () =>
      till.ledger.database
        .prepare("SELECT count(*) AS n FROM audit WHERE kind = 'daily-file-sent-again'")
        .get()?.n;

    it('resends the file when the server did not rename it', async () => {
      till.server.breaks = 'before-heard';
      await till.goTo(DUE);
      expect(till.day('2026-11-20')).toMatchObject({
        state: 'in-doubt',
        lastAttempt: { problem: { reason: 'answer-lost' } },
      });
      till.server.breaks = null;
      await passMinutes(1);
      expect(till.stateOf('2026-11-20')).toBe('uploaded');
      expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
      expect([...till.server.files.keys()]).toEqual([FRIDAYS_FILE]);
    });

    it('does not resend when the server may have collected the file', async () => {
      till.server.takesAway = true;
      till.server.breaks = 'before-answered';
      await till.goTo(DUE);
      expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
      till.server.breaks = null;
      await till.restart();
      await passMinutes(3 * 60);
      // The result is unknown, so nothing is resent: the day stays missing and shows the reason.
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
      // A manual upload only checks the server.
      expect(await till.reconciliation.upload({ day: '2026-11-20' }, ANA)).toMatchObject({
        problem: { kind: 'upload', reason: 'may-have-arrived' },
      });
      expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
    });

    it('stops retrying when a person marks the day as handed in', async () => {
      till.server.takesAway = true;
      till.server.breaks = 'before-answered';
      await till.goTo(DUE);
      till.server.breaks = null;
      const bytes = readStoredFile();
      expect(
        await till.reconciliation.markHandedIn(
          { day: '2026-11-20', reason: 'lo tienen, dice Rosa' },
          ANA,
        ),
      ).toMatchObject({ value: { state: 'handed-in', inDoubtSince: null } });
      await passMinutes(2 * 60);
      expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
      expect(till.reconciliation.getMissingDays()).toEqual({
        days: 0,
        oldest: null,
        isLate: false,
      });
      expect(readStoredFile()).toEqual(bytes);
    });

    it('resends the same bytes when a person confirms that the file did not arrive', async () => {
      const latePayment = till.ledger.add({ sentAt: FRIDAY, state: 'unknown', createdAt: null });
      till.server.takesAway = true;
      till.server.breaks = 'before-answered';
      await till.goTo(DUE);
      const bytes = readStoredFile();
      till.server.takesAway = false;
      till.server.breaks = null;
      till.ledger.recordOutcome(latePayment, 'paid', '900', '2026-11-20T18:00:00Z');
      expect(
        await till.reconciliation.sendAgain(
          { day: '2026-11-20', reason: 'no lo tienen, dice Rosa' },
          ANA,
        ),
      ).toMatchObject({ value: { state: 'uploaded', inDoubtSince: null } });
      expect(till.server.arrived).toEqual([FRIDAYS_FILE, FRIDAYS_FILE]);
      expect(till.server.files.get(FRIDAYS_FILE)).toEqual(bytes);
      expect(countResends()).toBe(1);
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
      expect(countResends()).toBe(1);
    });

    it('leaves no doubt when the connection breaks after the response', async () => {
      till.server.takesAway = true;
      till.server.breaks = 'after-answered';
      await till.goTo(DUE);
      expect(till.stateOf('2026-11-20')).toBe('uploaded');
      expect(till.server.arrived).toEqual([FRIDAYS_FILE]);
    });
  });

  describe('during saving a copy', () => {
    const addPaymentAndSave = async (): Promise<void> => {
      // A payment that turned out paid after the file was built and before it arrived.
      till.ledger.add({ sentAt: FRIDAY });
      const saved = await till.reconciliation.save({ day: '2026-11-20', folder: null }, ANA);
      expect(saved).toMatchObject({ ok: true });
    };
    const expectOneFile = (): void => {
      const uploaded = till.server.files.get(FRIDAYS_FILE);
      const copy = readFileSync(join(till.folder, 'exports', FRIDAYS_FILE));
      expect(copy).toEqual(uploaded);
      expect(readStoredFile()).toEqual(uploaded);
      expect(till.day('2026-11-20')?.file?.sha256).toBe(computeDigest(uploaded));
    };

    it('uploads, stores and copies the same bytes', async () => {
      till.server.onPut = async () => {
        till.server.onPut = null;
        await addPaymentAndSave();
      };
      await till.goTo(DUE);
      expect(till.stateOf('2026-11-20')).toBe('uploaded');
      expectOneFile();
      expect(await till.reconciliation.preview({ day: '2026-11-20' })).toMatchObject({
        value: { isFinal: true },
      });
    });
  });
});
