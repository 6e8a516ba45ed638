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
    await till.startUploading();
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
      till.server.disconnectPoint = 'before-received';
      await till.jumpTo(DUE);
      expect(till.findDay('2026-11-20')).toMatchObject({
        state: 'in-doubt',
        lastAttempt: { problem: { reason: 'answer-lost' } },
      });
      till.server.disconnectPoint = null;
      await passMinutes(1);
      expect(till.getDayState('2026-11-20')).toBe('uploaded');
      expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
      expect([...till.server.files.keys()]).toEqual([FRIDAYS_FILE]);
    });

    it('does not resend when the server may have collected the file', async () => {
      till.server.removesOnArrival = true;
      till.server.disconnectPoint = 'before-answered';
      await till.jumpTo(DUE);
      expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
      till.server.disconnectPoint = null;
      await till.restart();
      await passMinutes(3 * 60);
      // The result is unknown, so nothing is resent: the day stays missing and shows the reason.
      expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
      expect(till.findDay('2026-11-20')).toMatchObject({
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
      expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
    });

    it('stops retrying when a person marks the day as handed in', async () => {
      till.server.removesOnArrival = true;
      till.server.disconnectPoint = 'before-answered';
      await till.jumpTo(DUE);
      till.server.disconnectPoint = null;
      const bytes = readStoredFile();
      expect(
        await till.reconciliation.markHandedIn(
          { day: '2026-11-20', reason: 'lo tienen, dice Rosa' },
          ANA,
        ),
      ).toMatchObject({ value: { state: 'handed-in', inDoubtSince: null } });
      await passMinutes(2 * 60);
      expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
      expect(till.reconciliation.getMissingDays()).toEqual({
        days: 0,
        oldest: null,
        isLate: false,
      });
      expect(readStoredFile()).toEqual(bytes);
    });

    it('resends the same bytes when a person confirms that the file did not arrive', async () => {
      const latePayment = till.ledger.add({ sentAt: FRIDAY, state: 'unknown', createdAt: null });
      till.server.removesOnArrival = true;
      till.server.disconnectPoint = 'before-answered';
      await till.jumpTo(DUE);
      const bytes = readStoredFile();
      till.server.removesOnArrival = false;
      till.server.disconnectPoint = null;
      till.ledger.recordOutcome(latePayment, 'paid', '900', '2026-11-20T18:00:00Z');
      expect(
        await till.reconciliation.sendAgain(
          { day: '2026-11-20', reason: 'no lo tienen, dice Rosa' },
          ANA,
        ),
      ).toMatchObject({ value: { state: 'uploaded', inDoubtSince: null } });
      expect(till.server.renamedNames).toEqual([FRIDAYS_FILE, FRIDAYS_FILE]);
      expect(till.server.files.get(FRIDAYS_FILE)).toEqual(bytes);
      expect(countResends()).toBe(1);
    });

    it('records a manual resend although the doubt was resolved before', async () => {
      till.server.failureReason = 'refused';
      await till.jumpTo(DUE);
      till.server.failureReason = null;
      expect(
        await till.reconciliation.sendAgain(
          { day: '2026-11-20', reason: 'no lo tienen, dice Rosa' },
          ANA,
        ),
      ).toMatchObject({ value: { state: 'uploaded' } });
      expect(countResends()).toBe(1);
    });

    it('leaves no doubt when the connection breaks after the response', async () => {
      till.server.removesOnArrival = true;
      till.server.disconnectPoint = 'after-answered';
      await till.jumpTo(DUE);
      expect(till.getDayState('2026-11-20')).toBe('uploaded');
      expect(till.server.renamedNames).toEqual([FRIDAYS_FILE]);
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
      expect(till.findDay('2026-11-20')?.file?.sha256).toBe(computeDigest(uploaded));
    };

    it('uploads, stores and copies the same bytes', async () => {
      till.server.onUpload = async () => {
        till.server.onUpload = null;
        await addPaymentAndSave();
      };
      await till.jumpTo(DUE);
      expect(till.getDayState('2026-11-20')).toBe('uploaded');
      expectOneFile();
      expect(await till.reconciliation.preview({ day: '2026-11-20' })).toMatchObject({
        value: { isFinal: true },
      });
    });
  });
});
