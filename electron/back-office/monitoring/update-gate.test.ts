import { expect, it } from 'vitest';
import { findUpdateHindrances, type UpdateGateFacts } from './update-gate.ts';

const NOON = Date.parse('2026-03-14T18:00:00Z');
const NIGHT = Date.parse('2026-03-14T09:30:00Z');
const QUIET: NonNullable<UpdateGateFacts['ledger']> = {
  unresolved: 0,
  openShifts: 0,
  owed: 0,
  papersWaiting: 0,
  lastBackupAt: '2026-03-14T08:00:00Z',
};

function facts(
  changes: Partial<UpdateGateFacts>,
  ledger: Partial<typeof QUIET> = {},
): UpdateGateFacts {
  return {
    ledger: { ...QUIET, ...ledger },
    isOfNewerProgram: false,
    isSending: false,
    hasCustomer: false,
    shifts: 'required',
    timeZone: 'America/Mexico_City',
    now: NOON,
    ...changes,
  };
}

it('lets an update through where nothing is open', () => {
  expect(findUpdateHindrances(facts({}))).toEqual([]);
});

it.each([
  ['unresolved', {}, { unresolved: 1 }],
  ['sending', { isSending: true }, {}],
  ['open-shift', {}, { openShifts: 1 }],
  ['customer', { hasCustomer: true }, {}],
  ['papers', {}, { papersWaiting: 1 }],
  ['owed', {}, { owed: 1 }],
  ['no-backup', {}, { lastBackupAt: null }],
  ['no-backup', {}, { lastBackupAt: '2026-03-12T17:59:00Z' }],
  ['no-backup', {}, { lastBackupAt: 'soon' }],
  ['ledger', { ledger: null }, {}],
] as const)('holds it up: %s', (name, changes, ledger) => {
  expect(findUpdateHindrances(facts({ ...facts({}, ledger), ...changes }))).toEqual([name]);
});

it('says everything that it waits for', () => {
  const all = facts({ isSending: true, hasCustomer: true }, { unresolved: 2, openShifts: 1 });
  expect(findUpdateHindrances(all)).toEqual(['unresolved', 'sending', 'open-shift', 'customer']);
});

it('has a window at night where shifts open by themselves, by the shop’s clock', () => {
  const open = { openShifts: 1 };
  const at = (iso: string) =>
    findUpdateHindrances(facts({ shifts: 'automatic', now: Date.parse(iso) }, { ...open }));
  expect(at('2026-03-14T06:59:00Z')).toEqual(['open-shift']);
  expect(at('2026-03-14T07:00:00Z')).toEqual([]);
  expect(at('2026-03-14T10:59:00Z')).toEqual([]);
  expect(at('2026-03-14T11:00:00Z')).toEqual(['open-shift']);
  expect(findUpdateHindrances(facts({ now: NIGHT }, open))).toEqual(['open-shift']);
});

it('does not keep an older program from the update that its ledger needs', () => {
  expect(findUpdateHindrances(facts({ ledger: null, isOfNewerProgram: true }))).toEqual([]);
});
