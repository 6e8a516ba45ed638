import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../shared/contract/index.ts';
import { type StaffUnderTest, staffUnderTest } from './staff.fixture.ts';

let till: StaffUnderTest;
beforeEach(async () => {
  till = await staffUnderTest();
});
afterEach(() => till.close());

const right = async () => ok({});
const wrong = async () => fail({ kind: 'recovery-key', reason: 'wrong' } as const);
const mistyped = async () => fail({ kind: 'recovery-key', reason: 'not-a-key' } as const);
const carmen = { cashierId: 'carmen', pin: '908172' };

describe('a PIN that was forgotten', () => {
  it('is replaced by an owner with the recovery key, and the audit log tells', async () => {
    expect(await till.staff.resetPin(carmen, right)).toEqual({ ok: true, value: {} });
    expect((await till.staff.signIn('carmen', '333333')).ok).toBe(false);
    expect((await till.staff.signIn('carmen', carmen.pin)).ok).toBe(true);
    const note = till.notes().find(({ kind }) => kind === 'pin-set-by-recovery-key');
    expect(note).toMatchObject({ by: 'carmen', detail: { cashierId: 'carmen' } });
    expect(JSON.stringify(till.notes())).not.toContain(carmen.pin);
  });

  it('also lets in an owner who is locked out', async () => {
    for (let n = 0; n < 12; n += 1) {
      await till.staff.signIn('carmen', '0000');
      till.pass(400_000);
    }
    expect((await till.staff.signIn('carmen', '333333')).ok).toBe(false);
    await till.staff.resetPin(carmen, right);
    expect((await till.staff.signIn('carmen', carmen.pin)).ok).toBe(true);
  });

  it('rejects a PIN reset by recovery key for a cashier and a supervisor', async () => {
    for (const cashierId of ['ana', 'luis']) {
      expect(await till.staff.resetPin({ cashierId, pin: '908172' }, right)).toMatchObject({
        problem: { kind: 'not-allowed', needs: 'owner' },
      });
    }
  });

  it('costs waits for wrong keys as for wrong PINs, over a restart too, and none for a slip', async () => {
    for (let n = 0; n < 5; n += 1) {
      expect(await till.staff.resetPin(carmen, mistyped)).toMatchObject({
        problem: { reason: 'not-a-key' },
      });
    }
    till.restart();
    expect((await till.staff.resetPin(carmen, wrong)).ok).toBe(false);
    expect((await till.staff.resetPin(carmen, wrong)).ok).toBe(false);
    expect((await till.staff.resetPin(carmen, wrong)).ok).toBe(false);
    till.restart();
    expect(await till.staff.resetPin(carmen, right)).toMatchObject({
      problem: { kind: 'wait', waitSeconds: 5 },
    });
    for (let n = 3; n < 10; n += 1) {
      till.pass(3_700_000);
      await till.staff.resetPin(carmen, wrong);
    }
    expect(await till.staff.resetPin(carmen, right)).toMatchObject({
      problem: { kind: 'wait', waitSeconds: 3600 },
    });
    till.pass(3_600_000);
    expect((await till.staff.resetPin(carmen, right)).ok).toBe(true);
    expect(till.notes().filter(({ kind }) => kind === 'recovery-key-refused')).not.toEqual([]);
  });
});
