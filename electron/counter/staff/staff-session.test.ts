import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA, type StaffUnderTest, staffUnderTest } from './staff.fixture.ts';

let till: StaffUnderTest;

beforeEach(async () => {
  till = await staffUnderTest();
});
afterEach(() => till.close());

const kinds = () =>
  till
    .notes()
    .filter(({ kind }) => kind !== 'staff-provisioned')
    .map(({ kind, by }) => `${by} ${kind}`);

describe('the lock', () => {
  it('leaves nobody signed in, and whoever comes back has the session that she had', async () => {
    await till.staff.signIn('ana', '1111');
    const before = till.staff.getSession();
    till.pass(60_000);
    till.staff.lock('idle');
    expect(till.staff.current()).toBeNull();
    expect(till.staff.getSession()).toBeNull();
    expect(till.staff.getLockState()).toMatchObject({ cashier: ANA, because: 'idle' });
    till.pass(60_000);
    await till.staff.signIn('ana', '0000');
    expect(till.staff.getLockState()?.cashier.id).toBe('ana');
    await till.staff.signIn('ana', '1111');
    expect(till.staff.getSession()).toEqual(before);
    expect(till.staff.getLockState()).toBeNull();
    expect(kinds()).toEqual(['ana signed-in', 'ana till-locked', 'ana till-unlocked']);
  });

  it('began before what was done in it, also where an answer has set the clock back', async () => {
    await till.staff.signIn('ana', '1111');
    till.clock.jump(-20 * 60_000);
    till.pass(500);
    const since = Date.parse(till.staff.getSession()?.since ?? '');
    expect(till.clock.now() - since).toBe(500);
  });

  it('is ended by another cashier, who has a session of her own', async () => {
    await till.staff.signIn('ana', '1111');
    till.staff.lock('asked');
    till.pass(60_000);
    await till.staff.signIn('luis', '2222');
    expect(till.staff.current()?.id).toBe('luis');
    expect(till.staff.getLockState()).toBeNull();
    expect(till.staff.getSession()?.since).toBe(new Date(till.clock.now()).toISOString());
    expect(kinds().slice(1)).toEqual(['ana till-locked', 'ana signed-out', 'luis signed-in']);
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
    expect(till.staff.current()).toBeNull();
    expect(kinds().slice(-2)).toEqual(['ana till-locked', 'ana signed-out']);
  });

  it('closes the till also where nothing can be written', async () => {
    await till.staff.signIn('ana', '1111');
    vi.spyOn(till.database, 'commit').mockImplementation(() => {
      throw new Error('the disk is full');
    });
    till.staff.lock('sleep');
    expect(till.staff.current()).toBeNull();
    vi.restoreAllMocks();
  });

  it('does not lock when nobody is signed in', () => {
    till.staff.lock('sleep');
    expect(till.staff.getLockState()).toBeNull();
  });
});
