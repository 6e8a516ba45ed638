import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ServiceTransaction } from '../../service/index.ts';
import { ANA, DAY, FRIDAYS_FILE, openFakeTill, type UploadingTill } from './till.fixture.ts';

/** After a restore: the service lists sales made since the backup, and the ledger lacks them. */

const FRIDAY = '2026-11-20';
const REASON = 'the slips of that afternoon';

const createLostTransaction = (changes: Partial<ServiceTransaction> = {}): ServiceTransaction => ({
  id: '900001',
  externalId: 'sold-after-the-backup',
  billerId: 40,
  accountNumber: '501000000007',
  amount: '125.50',
  currency: 'MXN',
  createdAt: '2026-11-20T20:15:00.000Z',
  status: 'fulfilled',
  ticketText: null,
  fee: null,
  hoursToFulfill: null,
  earned: null,
  ...changes,
});

let till: UploadingTill;
beforeEach(async () => {
  till = openFakeTill();
  till.settings = { ...till.settings, posNumber: '07' };
  await till.startUploading();
  till.ledger.add({ sentAt: till.clock.now(), externalId: 'in-the-backup', authorization: '1' });
  till.service.listed = [createLostTransaction()];
  // Saturday, before the file is due.
  await till.jumpTo(till.clock.now() + DAY / 2 + DAY / 24);
});
afterEach(() => till.remove());

const add = (authorization: string) =>
  till.reconciliation.addTransaction({ day: FRIDAY, authorization, reason: REASON }, ANA);
const readFile = (): string =>
  readFileSync(join(till.folder, 'daily-files', FRIDAY, FRIDAYS_FILE), 'utf8');

it('lists a transaction missing from the ledger and adds it to the file when a person adds it', async () => {
  const comparison = await till.reconciliation.compare({ day: FRIDAY });
  expect(comparison).toMatchObject({ ok: true, value: { unknownHere: 1 } });
  expect(await add('900001')).toMatchObject({ ok: true, value: { unknownHere: 0 } });
  const preview = await till.reconciliation.preview({ day: FRIDAY });
  if (!preview.ok) throw new Error(preview.problem.kind);
  const line = preview.value.text.split('\n').find((row) => row.includes('900001'));
  expect(line).toContain('501000000007');
  expect(line).toContain('125.5');
  expect(line).toContain('07');
  expect(preview.value.text).toContain('125.5');
  const detail = await till.readDayDetail(FRIDAY);
  expect(detail.comparison?.differences.map(({ authorization }) => authorization)).not.toContain(
    '900001',
  );
  const audit = till.ledger.database
    .prepare("SELECT detail FROM audit WHERE kind = 'daily-file-taken-in'")
    .all();
  expect(audit).toHaveLength(1);
  expect(String(audit[0]?.detail)).toContain(REASON);
});

it('adds a transaction once, and only one that the service lists and this till never sent', async () => {
  await till.reconciliation.compare({ day: FRIDAY });
  expect(await add('123')).toMatchObject({ ok: false, problem: { kind: 'not-found' } });
  expect(await add('900001')).toMatchObject({ ok: true });
  expect(await add('900001')).toMatchObject({ ok: false, problem: { kind: 'not-found' } });
  expect(await add('1')).toMatchObject({ ok: false });
});

it('rejects adding to a day that is not over or a file that is uploaded', async () => {
  await till.reconciliation.compare({ day: FRIDAY });
  const early = { day: '2026-11-21', authorization: '900001', reason: REASON };
  expect(await till.reconciliation.addTransaction(early, ANA)).toMatchObject({
    problem: { reason: 'day-not-over' },
  });
  expect(await till.reconciliation.upload({ day: FRIDAY }, ANA)).toMatchObject({ ok: true });
  expect(readFile()).not.toContain('900001');
  expect(await add('900001')).toMatchObject({ problem: { reason: 'already-uploaded' } });
});

it('uploads a manually added transaction with the file', async () => {
  await till.reconciliation.compare({ day: FRIDAY });
  await add('900001');
  expect(await till.reconciliation.upload({ day: FRIDAY }, ANA)).toMatchObject({ ok: true });
  expect(readFile()).toContain('900001');
});
