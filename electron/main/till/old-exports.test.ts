import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { silentLog } from '../../platform/index.ts';
import { createTestProfile, TRAINING_PROVISIONING } from './host.fixture.ts';
import { deleteOldExports } from './old-exports.ts';

const DAY = 86_400_000;
const profile = createTestProfile();
const { clock } = profile;

function writeExport(name: string, ageInDays: number): void {
  const file = join(profile.folder, 'exports', name);
  writeFileSync(file, '5512345678');
  const at = new Date(clock.now() - ageInDays * DAY);
  utimesSync(file, at, at);
}

it('deletes only the till’s exports older than 90 days while the till is open', async () => {
  const exported = join(profile.folder, 'exports');
  mkdirSync(exported);
  const exportNames = [
    'mostrador-2026-01-01-a-2026-01-15-160000.csv',
    'mostrador-audit-all-a-2026-01-15-160000.csv',
    'mostrador-diagnostics-20260115T160000Z.zip',
    'till-07-2026-01-15T160000.json',
    'till-07-2026-01-15T160000-ca.pem',
    'till-07-2026-01-15T160000-logo.png',
    'lupita_20260116.txt',
    'lupita-drp-2026-01-15.csv',
    'lupita_20260116.txt.0123abcd.part',
  ];
  for (const name of exportNames) writeExport(name, 91);
  const recentNames = exportNames.map((name) =>
    name.replace('2026', '2025').replace('lupita', 'lupita2'),
  );
  for (const name of recentNames) writeExport(name, 89);
  writeExport('for the accountant.csv', 800);
  const linkTarget = join(profile.folder, 'elsewhere.zip');
  writeFileSync(linkTarget, '');
  symlinkSync(linkTarget, join(exported, 'mostrador-link.zip'));
  mkdirSync(join(exported, 'mostrador-folder.zip'));

  const host = profile.start();
  await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  host.till()?.start();
  await clock.advance(10 * 60_000);
  const remaining = [
    ...recentNames,
    'for the accountant.csv',
    'mostrador-folder.zip',
    'mostrador-link.zip',
  ];
  await expect.poll(() => readdirSync(exported).sort()).toEqual(remaining.sort());
  // Old drafts for mail programs are deleted at the same intervals.
  expect(profile.draftCleanupCount).toBe(1);
  await clock.advance(12 * 3_600_000);
  expect(profile.draftCleanupCount).toBe(2);
});

it('recognizes the file name of every export', async () => {
  const host = profile.start();
  await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const till = host.till();
  if (!till) throw new Error('no till');
  await till.staff.signIn('carmen', '3333');
  const by = { id: 'carmen', name: 'Carmen' };
  const emptyFilter = { from: null, to: null, cashierId: null, billerId: null, kind: null };
  const filter = { ...emptyFilter, state: null, amount: null, text: null };
  const day = '2026-01-14';
  const exportResults = [
    await till.diagnostics.createSupportBundle(by, null),
    await till.auditLog.exportToFile({ from: null, to: null, personId: null, kinds: null }, by),
    await till.history.export({ filter }, by),
    await till.reconciliation.save({ day, folder: null }, by),
    await till.reconciliation.saveDrp({ day, folder: null }, by),
  ];
  expect(exportResults.filter(({ ok }) => !ok)).toEqual([]);
  const exported = join(profile.folder, 'exports');
  expect(readdirSync(exported)).toHaveLength(exportResults.length);
  await deleteOldExports(exported, Date.now() + 91 * DAY, silentLog);
  expect(readdirSync(exported)).toEqual([]);
});
