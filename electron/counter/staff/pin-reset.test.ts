import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../shared/contract/index.ts';
import { openTestStaff, type TestStaff } from './staff.fixture.ts';

let till: TestStaff;
beforeEach(async () => {
  till = await openTestStaff();
});
afterEach(() => till.close());

const acceptKey = async () => ok({});
const rejectKey = async () => fail({ kind: 'recovery-key', reason: 'wrong' } as const);
const rejectMistypedKey = async () => fail({ kind: 'recovery-key', reason: 'not-a-key' } as const);
const carmen = { cashierId: 'carmen', pin: '908172' };

describe('PIN reset by recovery key', () => {
  it('sets a new PIN for an owner with the recovery key and records it in the audit log', async () => {
    expect(await till.staff.resetPin(carmen, acceptKey)).toEqual({ ok: true, value: {} });
    expect((await till.staff.signIn('carmen', '333333')).ok).toBe(false);
    expect((await till.staff.signIn('carmen', carmen.pin)).ok).toBe(true);
    const note = till.listNotes().find(({ kind }) => kind === 'pin-set-by-recovery-key');
    expect(note).toMatchObject({ by: 'carmen', detail: { cashierId: 'carmen' } });
    expect(JSON.stringify(till.listNotes())).not.toContain(carmen.pin);
  });

  it('ends the lock-out of an owner who resets the PIN by recovery key', async () => {
    for (let n = 0; n < 12; n += 1) {
      await till.staff.signIn('carmen', '0000');
      till.advance(400_000);
    }
    expect((await till.staff.signIn('carmen', '333333')).ok).toBe(false);
    await till.staff.resetPin(carmen, acceptKey);
    expect((await till.staff.signIn('carmen', carmen.pin)).ok).toBe(true);
  });

  it('rejects a PIN reset by recovery key for a cashier and a supervisor', async () => {
    for (const cashierId of ['ana', 'luis']) {
      expect(await till.staff.resetPin({ cashierId, pin: '908172' }, acceptKey)).toMatchObject({
        problem: { kind: 'not-allowed', needs: 'owner' },
      });
    }
  });

  it('requires waits after wrong recovery keys, also after a restart, but not after mistyped ones', async () => {
    for (let n = 0; n < 5; n += 1) {
      expect(await till.staff.resetPin(carmen, rejectMistypedKey)).toMatchObject({
        problem: { reason: 'not-a-key' },
      });
    }
    till.restart();
    expect((await till.staff.resetPin(carmen, rejectKey)).ok).toBe(false);
    expect((await till.staff.resetPin(carmen, rejectKey)).ok).toBe(false);
    expect((await till.staff.resetPin(carmen, rejectKey)).ok).toBe(false);
    till.restart();
    expect(await till.staff.resetPin(carmen, acceptKey)).toMatchObject({
      problem: { kind: 'wait', waitSeconds: 5 },
    });
    for (let n = 3; n < 10; n += 1) {
      till.advance(3_700_000);
      await till.staff.resetPin(carmen, rejectKey);
    }
    expect(await till.staff.resetPin(carmen, acceptKey)).toMatchObject({
      problem: { kind: 'wait', waitSeconds: 3600 },
    });
    till.advance(3_600_000);
    expect((await till.staff.resetPin(carmen, acceptKey)).ok).toBe(true);
    expect(till.listNotes().filter(({ kind }) => kind === 'recovery-key-refused')).not.toEqual([]);
  });
});
