import { expect, it } from 'vitest';
import { findUpdateBlockers, type UpdateGateFacts } from './update-gate.ts';

const NOON = Date.parse('2026-03-14T18:00:00Z');
const NIGHT = Date.parse('2026-03-14T09:30:00Z');
const QUIET: NonNullable<UpdateGateFacts['ledger']> = {
  unresolved: 0,
  openShifts: 0,
  owed: 0,
  papersWaiting: 0,
  lastBackupAt: '2026-03-14T08:00:00Z',
};

function createFacts(
  changes: Partial<UpdateGateFacts>,
  ledger: Partial<typeof QUIET> = {},
): UpdateGateFacts {
  return {
    ledger: { ...QUIET, ...ledger },
    isLedgerOfNewerProgram: false,
    isSendingPayment: false,
    isServingCustomer: false,
    shifts: 'required',
    timeZone: 'America/Mexico_City',
    now: NOON,
    ...changes,
  };
}

it('allows an update when nothing is open', () => {
  expect(findUpdateBlockers(createFacts({}))).toEqual([]);
});

it.each([
  ['unresolved', {}, { unresolved: 1 }],
  ['sending', { isSendingPayment: true }, {}],
  ['open-shift', {}, { openShifts: 1 }],
  ['customer', { isServingCustomer: true }, {}],
  ['papers', {}, { papersWaiting: 1 }],
  ['owed', {}, { owed: 1 }],
  ['no-backup', {}, { lastBackupAt: null }],
  ['no-backup', {}, { lastBackupAt: '2026-03-12T17:59:00Z' }],
  ['no-backup', {}, { lastBackupAt: 'soon' }],
  ['ledger', { ledger: null }, {}],
] as const)('blocks an update: %s', (name, changes, ledger) => {
  expect(findUpdateBlockers(createFacts({ ...createFacts({}, ledger), ...changes }))).toEqual([
    name,
  ]);
});

it('returns every reason that blocks an update', () => {
  const all = createFacts(
    { isSendingPayment: true, isServingCustomer: true },
    { unresolved: 2, openShifts: 1 },
  );
  expect(findUpdateBlockers(all)).toEqual(['unresolved', 'sending', 'open-shift', 'customer']);
});

it("allows an update at night in the shop's time zone when shifts open automatically", () => {
  const open = { openShifts: 1 };
  const findAt = (iso: string) =>
    findUpdateBlockers(createFacts({ shifts: 'automatic', now: Date.parse(iso) }, { ...open }));
  expect(findAt('2026-03-14T06:59:00Z')).toEqual(['open-shift']);
  expect(findAt('2026-03-14T07:00:00Z')).toEqual([]);
  expect(findAt('2026-03-14T10:59:00Z')).toEqual([]);
  expect(findAt('2026-03-14T11:00:00Z')).toEqual(['open-shift']);
  expect(findUpdateBlockers(createFacts({ now: NIGHT }, open))).toEqual(['open-shift']);
});

it('allows the update that an older program needs to open its ledger', () => {
  expect(findUpdateBlockers(createFacts({ ledger: null, isLedgerOfNewerProgram: true }))).toEqual(
    [],
  );
});
