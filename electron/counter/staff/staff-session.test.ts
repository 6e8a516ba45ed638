import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA, openTestStaff, type TestStaff } from './staff.fixture.ts';

let till: TestStaff;

beforeEach(async () => {
  till = await openTestStaff();
});
afterEach(() => till.close());

const listNoteKinds = () =>
  till
    .listNotes()
    .filter(({ kind }) => kind !== 'staff-provisioned')
    .map(({ kind, by }) => `${by} ${kind}`);

describe('the lock', () => {
  it('signs nobody in while locked, and restores the session of the same cashier', async () => {
    await till.staff.signIn('ana', '1111');
    const sessionBefore = till.staff.getSession();
    till.advance(60_000);
    till.staff.lock('idle');
    expect(till.staff.getCurrentCashier()).toBeNull();
    expect(till.staff.getSession()).toBeNull();
    expect(till.staff.getLockState()).toMatchObject({ cashier: ANA, because: 'idle' });
    till.advance(60_000);
    await till.staff.signIn('ana', '0000');
    expect(till.staff.getLockState()?.cashier.id).toBe('ana');
    await till.staff.signIn('ana', '1111');
    expect(till.staff.getSession()).toEqual(sessionBefore);
    expect(till.staff.getLockState()).toBeNull();
    expect(listNoteKinds()).toEqual([
      'ana signed-in',
      'ana till-locked',
      'null wrong-pin',
      'ana till-unlocked',
    ]);
  });

  it('reports a session start that is consistent with a clock that was set back', async () => {
    await till.staff.signIn('ana', '1111');
    till.clock.jump(-20 * 60_000);
    till.advance(500);
    const since = Date.parse(till.staff.getSession()?.signedInAt ?? '');
    expect(till.clock.now() - since).toBe(500);
  });

  it('ends a locked session and starts a new one if another cashier signs in', async () => {
    await till.staff.signIn('ana', '1111');
    till.staff.lock('asked');
    till.advance(60_000);
    await till.staff.signIn('luis', '2222');
    expect(till.staff.getCurrentCashier()?.id).toBe('luis');
    expect(till.staff.getLockState()).toBeNull();
    expect(till.staff.getSession()?.signedInAt).toBe(new Date(till.clock.now()).toISOString());
    expect(listNoteKinds().slice(1)).toEqual([
      'ana till-locked',
      'ana signed-out',
      'luis signed-in',
    ]);
  });

  it('allows sign-out from a manual lock but not from an automatic one', async () => {
    await till.staff.signIn('ana', '1111');
    till.staff.lock('idle');
    till.staff.signOut();
    expect(till.staff.getLockState()?.cashier.id).toBe('ana');
    await till.staff.signIn('ana', '1111');
    till.staff.lock('asked');
    till.staff.signOut();
    expect(till.staff.getLockState()).toBeNull();
    expect(till.staff.getCurrentCashier()).toBeNull();
    expect(listNoteKinds().slice(-2)).toEqual(['ana till-locked', 'ana signed-out']);
  });

  it('locks the till even if the ledger cannot be written', async () => {
    await till.staff.signIn('ana', '1111');
    vi.spyOn(till.database, 'commit').mockImplementation(() => {
      throw new Error('the disk is full');
    });
    till.staff.lock('sleep');
    expect(till.staff.getCurrentCashier()).toBeNull();
    vi.restoreAllMocks();
  });

  it('does not lock when nobody is signed in', () => {
    till.staff.lock('sleep');
    expect(till.staff.getLockState()).toBeNull();
  });
});
