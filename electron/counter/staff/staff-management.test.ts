import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStaffId, isObviousPin } from '../../../shared/contract/index.ts';
import { ANA, CARMEN, LUIS, openTestStaff, type TestStaff } from './staff.fixture.ts';

let till: TestStaff;

beforeEach(async () => {
  till = await openTestStaff(true);
});
afterEach(() => till.close());

const createStaffProblem = (reason: string) => ({ ok: false, problem: { kind: 'staff', reason } });
const needsOwner = { ok: false, problem: { kind: 'not-allowed', needs: 'owner' } };
const getLastNote = () => till.listNotes().at(-1);

describe('staff management', () => {
  it('adds a cashier with an id derived from the name, who can sign in at once', async () => {
    const rosa = { id: null, name: 'Rosa Núñez', role: 'cashier', pin: '4567' } as const;
    expect(await till.staff.add(rosa, LUIS)).toMatchObject({
      ok: true,
      value: { id: 'rosa-nunez', name: 'Rosa Núñez', role: 'cashier', disabledAt: null },
    });
    expect(await till.staff.add(rosa, LUIS)).toMatchObject({ value: { id: 'rosa-nunez-2' } });
    expect((await till.staff.signIn('rosa-nunez', '4567')).ok).toBe(true);
    expect(till.listNotes().find(({ kind }) => kind === 'cashier-added')).toMatchObject({
      by: 'luis',
      detail: { cashierId: 'rosa-nunez', name: 'Rosa Núñez', role: 'cashier' },
    });
    expect(JSON.stringify(till.listNotes())).not.toContain('4567');
  });

  it('allows owners to manage everybody, and supervisors only cashiers', async () => {
    const person = { id: null, name: 'Otto', pin: '907162' } as const;
    for (const role of ['supervisor', 'owner'] as const) {
      expect(await till.staff.add({ ...person, role }, LUIS)).toEqual(needsOwner);
      expect(await till.staff.change({ ...ANA, role, pin: '907162' }, LUIS)).toEqual(needsOwner);
    }
    expect(await till.staff.change({ ...CARMEN, name: 'C', pin: null }, LUIS)).toEqual(needsOwner);
    expect(await till.staff.disable({ id: 'carmen' }, LUIS)).toEqual(needsOwner);
    expect(await till.staff.add({ ...person, role: 'supervisor' }, CARMEN)).toMatchObject({
      ok: true,
    });
    expect(await till.staff.add({ ...person, role: 'cashier' }, ANA)).toMatchObject({
      problem: { kind: 'not-allowed', needs: 'supervisor' },
    });
  });

  it('rejects the id of a disabled cashier, who can be enabled again', async () => {
    await till.staff.disable({ id: 'ana' }, LUIS);
    const sameId = { id: 'ana', name: 'Other', role: 'cashier', pin: '4567' } as const;
    expect(await till.staff.add(sameId, CARMEN)).toEqual(createStaffProblem('id-taken'));
    expect(till.staff.list().map(({ id }) => id)).toEqual(['carmen', 'luis', 'ana']);
    expect(till.staff.listActive().map(({ id }) => id)).toEqual(['carmen', 'luis']);
    expect((await till.staff.signIn('ana', '1111')).ok).toBe(false);
    expect(await till.staff.enable({ id: 'ana', pin: null }, LUIS)).toMatchObject({ ok: true });
    expect((await till.staff.signIn('ana', '1111')).ok).toBe(true);
  });

  it('records a change in the audit log with the previous values', async () => {
    await till.staff.change({ id: 'ana', name: 'Ana María', role: 'cashier', pin: '8642' }, LUIS);
    expect(getLastNote()).toEqual({
      kind: 'cashier-changed',
      by: 'luis',
      approvedBy: null,
      detail: {
        cashierId: 'ana',
        name: 'Ana María',
        role: 'cashier',
        nameBefore: 'Ana',
        newPin: true,
      },
    });
    expect((await till.staff.signIn('ana', '8642')).ok).toBe(true);
  });

  it('applies a new name to the signed-in cashier, and signs out a disabled one', async () => {
    await till.staff.signIn('ana', '1111');
    await till.staff.change({ id: 'ana', name: 'Anita', role: 'cashier', pin: null }, CARMEN);
    expect(till.staff.getCurrentCashier()?.name).toBe('Anita');
    await till.staff.disable({ id: 'ana' }, CARMEN);
    expect(till.staff.getCurrentCashier()).toBeNull();
  });
});

describe('the last active owner', () => {
  it('refuses to disable the last owner or change the role', async () => {
    expect(await till.staff.disable({ id: 'carmen' }, CARMEN)).toEqual(
      createStaffProblem('last-owner'),
    );
    const asCashier = { ...CARMEN, role: 'cashier', pin: null } as const;
    expect(await till.staff.change(asCashier, CARMEN)).toEqual(createStaffProblem('last-owner'));
  });

  it('keeps one owner if two owners are disabled at the same time', async () => {
    const dora = { id: 'dora', name: 'Dora', role: 'owner', pin: '918273' } as const;
    await till.staff.add(dora, CARMEN);
    await Promise.all([
      till.staff.disable({ id: 'carmen' }, dora),
      till.staff.disable({ id: 'dora' }, CARMEN),
      till.staff.change({ ...CARMEN, role: 'cashier', pin: null }, dora),
    ]);
    const owners = till.staff.listActive().filter(({ role }) => role === 'owner');
    expect(owners).toHaveLength(1);
  });

  it('refuses to disable the signed-in owner', async () => {
    const dora = { id: 'dora', name: 'Dora', role: 'owner', pin: '918273' } as const;
    await till.staff.add(dora, CARMEN);
    expect(await till.staff.disable({ id: 'dora' }, dora)).toEqual(createStaffProblem('yourself'));
  });
});

describe('PINs of those whose role overrides', () => {
  it('refuses a PIN that another overriding role uses, even if both are added at the same time', async () => {
    const newSupervisor = { id: null, name: 'Otto', role: 'supervisor', pin: '333333' } as const;
    expect(await till.staff.add({ ...newSupervisor, pin: '918273' }, CARMEN)).toMatchObject({
      ok: true,
    });
    const results = await Promise.all([
      till.staff.add({ ...newSupervisor, name: 'P', pin: '706050' }, CARMEN),
      till.staff.add({ ...newSupervisor, name: 'Q', pin: '706050' }, CARMEN),
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([true, false]);
    expect(results[1]).toEqual(createStaffProblem('pin-refused'));
    // A cashier may have the same PIN, because a refusal would reveal a supervisor's PIN.
    const cashier = { ...newSupervisor, role: 'cashier', pin: '706050' } as const;
    expect(await till.staff.add(cashier, LUIS)).toMatchObject({ ok: true });
  });

  it('answers the same to an obvious PIN and to a PIN that a colleague has, and records both', async () => {
    const strictTill = await openTestStaff(true);
    const nina = { id: null, name: 'Nina', role: 'supervisor' } as const;
    for (const pin of ['1234', '2222', '333333']) {
      expect(await strictTill.staff.add({ ...nina, pin }, CARMEN)).toEqual(
        createStaffProblem('pin-refused'),
      );
    }
    const notes = strictTill.listNotes().filter(({ kind }) => kind === 'new-pin-refused');
    expect(notes).toHaveLength(3);
    expect(notes[2]).toMatchObject({ by: 'carmen', detail: { name: 'Nina', role: 'supervisor' } });
    strictTill.close();
  });

  it('stops an owner who tries the PINs of another one after the other, also after a restart', async () => {
    const otto = { id: 'otto', name: 'Otto', role: 'supervisor' } as const;
    await till.staff.add({ ...otto, pin: '600000' }, CARMEN);
    for (let guess = 1; guess < 10; guess += 1) {
      const changed = await till.staff.change({ ...otto, pin: `60000${guess}` }, CARMEN);
      expect(changed).toMatchObject({ ok: true });
    }
    till.restart();
    // Neither a free PIN nor the colleague's is told any more, by whatever way.
    for (const pin of ['700000', '2222']) {
      const refusal = createStaffProblem('too-many-pins');
      expect(await till.staff.change({ ...otto, pin }, CARMEN)).toEqual(refusal);
      expect(await till.staff.add({ ...otto, id: 'p', pin }, CARMEN)).toEqual(refusal);
      await till.staff.disable({ id: 'otto' }, CARMEN);
      expect(await till.staff.enable({ id: 'otto', pin }, CARMEN)).toEqual(refusal);
    }
    till.advance(60 * 60_000);
    expect(await till.staff.enable({ id: 'otto', pin: '700000' }, CARMEN)).toMatchObject({
      ok: true,
    });
  });

  it('requires a new PIN when a person gets or regains an overriding role', async () => {
    expect(await till.staff.change({ ...ANA, role: 'owner', pin: null }, CARMEN)).toEqual(
      createStaffProblem('pin-needed'),
    );
    await till.staff.disable({ id: 'luis' }, CARMEN);
    expect(await till.staff.enable({ id: 'luis', pin: null }, CARMEN)).toEqual(
      createStaffProblem('pin-needed'),
    );
    expect(await till.staff.enable({ id: 'luis', pin: '918273' }, CARMEN)).toMatchObject({
      ok: true,
    });
  });

  it('refuses obvious PINs for overriding roles if the till is set so', async () => {
    const otto = { id: null, name: 'Otto', role: 'supervisor', pin: '1234' } as const;
    expect(await till.staff.add(otto, CARMEN)).toEqual(createStaffProblem('pin-refused'));
    expect(await till.staff.add({ ...otto, role: 'cashier' }, CARMEN)).toMatchObject({ ok: true });
    const lenientTill = await openTestStaff(false);
    expect(await lenientTill.staff.add(otto, CARMEN)).toMatchObject({ ok: true });
    lenientTill.close();
  });

  it.each(['1111', '1234', '9876', '0123', '12345678', '1212', '123123', '45454545'])(
    'classifies the PIN %s as obvious',
    (pin) => expect(isObviousPin(pin)).toBe(true),
  );

  it.each(['1357', '2580', '907162', '1123', '1221', '4821'])(
    'classifies the PIN %s as not obvious',
    (pin) => expect(isObviousPin(pin)).toBe(false),
  );
});

it.each([
  ['María José', [], 'maria-jose'],
  ['María José', ['maria-jose'], 'maria-jose-2'],
  ['李', [], 'persona'],
  ['--', ['persona'], 'persona-2'],
  ['Bartolomé de las Casas y Góngora', [], 'bartolome-de-las-casas-y'],
] as const)('creates for %s beside the ids %j the id %s', (name, takenIds, id) => {
  expect(createStaffId(name, takenIds)).toBe(id);
});
