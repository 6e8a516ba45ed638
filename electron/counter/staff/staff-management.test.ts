import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStaffId, isObviousPin } from '../../../shared/contract/index.ts';
import { ANA, CARMEN, LUIS, type StaffUnderTest, staffUnderTest } from './staff.fixture.ts';

let till: StaffUnderTest;

beforeEach(async () => {
  till = await staffUnderTest(true);
});
afterEach(() => till.close());

const refused = (reason: string) => ({ ok: false, problem: { kind: 'staff', reason } });
const needsOwner = { ok: false, problem: { kind: 'not-allowed', needs: 'owner' } };
const lastNote = () => till.notes().at(-1);

describe('the staff', () => {
  it('grows by whoever may, under an id made of the name, and signs in at once', async () => {
    const rosa = { id: null, name: 'Rosa Núñez', role: 'cashier', pin: '4567' } as const;
    expect(await till.staff.add(rosa, LUIS)).toMatchObject({
      ok: true,
      value: { id: 'rosa-nunez', name: 'Rosa Núñez', role: 'cashier', disabledAt: null },
    });
    expect(await till.staff.add(rosa, LUIS)).toMatchObject({ value: { id: 'rosa-nunez-2' } });
    expect((await till.staff.signIn('rosa-nunez', '4567')).ok).toBe(true);
    expect(till.notes().find(({ kind }) => kind === 'cashier-added')).toMatchObject({
      by: 'luis',
      detail: { cashierId: 'rosa-nunez', name: 'Rosa Núñez', role: 'cashier' },
    });
    expect(JSON.stringify(till.notes())).not.toContain('4567');
  });

  it('is seen to by an owner for all, and by a supervisor for cashiers alone', async () => {
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

  it('keeps an id for ever, and refuses one that is taken', async () => {
    await till.staff.disable({ id: 'ana' }, LUIS);
    const again = { id: 'ana', name: 'Other', role: 'cashier', pin: '4567' } as const;
    expect(await till.staff.add(again, CARMEN)).toEqual(refused('id-taken'));
    expect(till.staff.list().map(({ id }) => id)).toEqual(['carmen', 'luis', 'ana']);
    expect(till.staff.listActive().map(({ id }) => id)).toEqual(['carmen', 'luis']);
    expect((await till.staff.signIn('ana', '1111')).ok).toBe(false);
    expect(await till.staff.enable({ id: 'ana', pin: null }, LUIS)).toMatchObject({ ok: true });
    expect((await till.staff.signIn('ana', '1111')).ok).toBe(true);
  });

  it('notes what was changed, with what it was before', async () => {
    await till.staff.change({ id: 'ana', name: 'Ana María', role: 'cashier', pin: '8642' }, LUIS);
    expect(lastNote()).toEqual({
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

  it('gives whoever is signed in the new name, and lets go of who was disabled', async () => {
    await till.staff.signIn('ana', '1111');
    await till.staff.change({ id: 'ana', name: 'Anita', role: 'cashier', pin: null }, CARMEN);
    expect(till.staff.current()?.name).toBe('Anita');
    await till.staff.disable({ id: 'ana' }, CARMEN);
    expect(till.staff.current()).toBeNull();
  });
});

describe('the last active owner', () => {
  it('can be neither disabled nor made something else', async () => {
    expect(await till.staff.disable({ id: 'carmen' }, CARMEN)).toEqual(refused('last-owner'));
    const less = { ...CARMEN, role: 'cashier', pin: null } as const;
    expect(await till.staff.change(less, CARMEN)).toEqual(refused('last-owner'));
  });

  it('stays one where two owners leave at the same moment', async () => {
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

  it('cannot disable himself', async () => {
    const dora = { id: 'dora', name: 'Dora', role: 'owner', pin: '918273' } as const;
    await till.staff.add(dora, CARMEN);
    expect(await till.staff.disable({ id: 'dora' }, dora)).toEqual(refused('yourself'));
  });
});

describe('PINs of those whose role overrides', () => {
  it('are never two alike, also where both come at the same moment', async () => {
    const taken = { id: null, name: 'Otto', role: 'supervisor', pin: '333333' } as const;
    expect(await till.staff.add({ ...taken, pin: '918273' }, CARMEN)).toMatchObject({ ok: true });
    const both = await Promise.all([
      till.staff.add({ ...taken, name: 'P', pin: '706050' }, CARMEN),
      till.staff.add({ ...taken, name: 'Q', pin: '706050' }, CARMEN),
    ]);
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
    expect(both[1]).toEqual(refused('pin-taken'));
    // A cashier's may be anybody's: nobody learns a supervisor's PIN by being refused it.
    const cashier = { ...taken, role: 'cashier', pin: '706050' } as const;
    expect(await till.staff.add(cashier, LUIS)).toMatchObject({ ok: true });
  });

  it('requires a new PIN when a person gets or regains an overriding role', async () => {
    expect(await till.staff.change({ ...ANA, role: 'owner', pin: null }, CARMEN)).toEqual(
      refused('pin-needed'),
    );
    await till.staff.disable({ id: 'luis' }, CARMEN);
    expect(await till.staff.enable({ id: 'luis', pin: null }, CARMEN)).toEqual(
      refused('pin-needed'),
    );
    expect(await till.staff.enable({ id: 'luis', pin: '918273' }, CARMEN)).toMatchObject({
      ok: true,
    });
  });

  it('are not those that a stranger tries first', async () => {
    const otto = { id: null, name: 'Otto', role: 'supervisor', pin: '1234' } as const;
    expect(await till.staff.add(otto, CARMEN)).toEqual(refused('pin-obvious'));
    expect(await till.staff.add({ ...otto, role: 'cashier' }, CARMEN)).toMatchObject({ ok: true });
    const lenient = await staffUnderTest(false);
    expect(await lenient.staff.add(otto, CARMEN)).toMatchObject({ ok: true });
    lenient.close();
  });

  it.each(['1111', '1234', '9876', '0123', '12345678', '1212', '123123', '45454545'])(
    '%s is one of them',
    (pin) => expect(isObviousPin(pin)).toBe(true),
  );

  it.each(['1357', '2580', '907162', '1123', '1221', '4821'])('%s is not', (pin) =>
    expect(isObviousPin(pin)).toBe(false),
  );
});

it.each([
  ['María José', [], 'maria-jose'],
  ['María José', ['maria-jose'], 'maria-jose-2'],
  ['李', [], 'persona'],
  ['--', ['persona'], 'persona-2'],
  ['Bartolomé de las Casas y Góngora', [], 'bartolome-de-las-casas-y'],
] as const)('the id of %s beside %j is %s', (name, taken, id) => {
  expect(createStaffId(name, taken)).toBe(id);
});
