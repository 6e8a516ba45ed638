import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sealUnsealedPeople } from './index.ts';
import { ANA, CARMEN, openTestStaff, type TestStaff } from './staff.fixture.ts';
import { quickPersonSealer } from './testing/index.ts';

const ALTERED = { ok: false, problem: { kind: 'staff', reason: 'altered' } };
let till: TestStaff;

beforeEach(async () => {
  till = await openTestStaff();
});
afterEach(() => till.close());

/** As somebody with the closed ledger does. */
const write = (sql: string): void => {
  till.database.commit(() => till.database.prepare(sql).run());
  till.restart();
};
const getSeal = (id: string): unknown =>
  till.database.prepare('SELECT seal FROM cashiers WHERE id = ?').get(id)?.seal;

describe('a row that somebody changed in the closed ledger', () => {
  it.each([
    ['the role', "UPDATE cashiers SET role = 'owner' WHERE id = 'ana'"],
    [
      'the PIN',
      "UPDATE cashiers SET pin_hash = (SELECT pin_hash FROM cashiers WHERE id = 'luis') WHERE id = 'ana'",
    ],
    ['the name', "UPDATE cashiers SET name = 'Carmen' WHERE id = 'ana'"],
    [
      'the whole row of an owner, but the id',
      `UPDATE cashiers SET (name, role, pin_hash, seal) =
         (SELECT name, role, pin_hash, seal FROM cashiers WHERE id = 'carmen') WHERE id = 'ana'`,
    ],
    [
      'the role, and removes the seal',
      "UPDATE cashiers SET role = 'owner', seal = NULL WHERE id = 'ana'",
    ],
    ['the seal', "UPDATE cashiers SET seal = 'x' WHERE id = 'ana'"],
  ])('neither signs in nor approves if somebody changed %s', async (_what, sql) => {
    write(sql);
    for (const pin of ['1111', '2222', '333333']) {
      expect(await till.staff.signIn('ana', pin)).toMatchObject(ALTERED);
      expect(await till.staff.identify({ cashierId: 'ana', pin })).toMatchObject(ALTERED);
    }
    expect(await till.staff.signIn('luis', '2222')).toMatchObject({ ok: true });
    const notes = till.listNotes().filter(({ kind }) => kind === 'person-altered');
    expect(notes).toMatchObject([{ detail: { cashierId: 'ana' } }]);
  });

  it('does not sign in a person who was disabled and is active again', async () => {
    await till.staff.disable({ id: 'ana' }, CARMEN);
    write("UPDATE cashiers SET disabled_at = NULL WHERE id = 'ana'");
    expect(await till.staff.signIn('ana', '1111')).toMatchObject(ALTERED);
  });

  it('becomes valid only by a new PIN, not by a new name or by being disabled and enabled', async () => {
    write("UPDATE cashiers SET pin_hash = 'x' WHERE id = 'ana'");
    const needsPin = { problem: { kind: 'staff', reason: 'pin-needed' } };
    expect(await till.staff.change({ ...ANA, name: 'Anita', pin: null }, CARMEN)).toMatchObject(
      needsPin,
    );
    await till.staff.disable({ id: 'ana' }, CARMEN);
    expect(await till.staff.enable({ id: 'ana', pin: null }, CARMEN)).toMatchObject(needsPin);
    expect(await till.staff.enable({ id: 'ana', pin: '4321' }, CARMEN)).toMatchObject({ ok: true });
    expect(await till.staff.signIn('ana', '4321')).toMatchObject({ ok: true });
  });
});

describe('a row that the till itself changed', () => {
  it('stays valid after each change of the staff, also after a restart', async () => {
    await till.staff.change({ ...ANA, name: 'Anita', pin: null }, CARMEN);
    await till.staff.disable({ id: 'luis' }, CARMEN);
    await till.staff.enable({ id: 'luis', pin: '8642' }, CARMEN);
    await till.staff.add({ id: 'otto', name: 'Otto', role: 'supervisor', pin: '97531' }, CARMEN);
    till.restart();
    for (const [id, pin] of [
      ['ana', '1111'],
      ['luis', '8642'],
      ['otto', '97531'],
      ['carmen', '333333'],
    ] as const) {
      expect(await till.staff.signIn(id, pin)).toMatchObject({ ok: true });
    }
  });

  it('seals a person whom a provisioning leaves out as disabled', async () => {
    await till.staff.replaceAll([{ ...CARMEN, pin: '333333' }], { way: 'fleet', person: null });
    await till.staff.enable({ id: 'ana', pin: null }, CARMEN);
    expect(await till.staff.signIn('ana', '1111')).toMatchObject({ ok: true });
  });
});

it('seals only people without a seal in a ledger of an earlier version', () => {
  const before = getSeal('carmen');
  write("UPDATE cashiers SET seal = NULL WHERE id = 'luis'");
  write("UPDATE cashiers SET seal = 'x' WHERE id = 'ana'");
  const key = quickPersonSealer.getSealKey();
  if (key === null) throw new Error('no key');
  sealUnsealedPeople(till.database, key);
  expect(getSeal('luis')).toMatch(/^[0-9a-f]{64}$/);
  expect(getSeal('ana')).toBe('x');
  expect(getSeal('carmen')).toBe(before);
});
