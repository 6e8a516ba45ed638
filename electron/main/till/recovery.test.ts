import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import { createStaff, PROVISIONED_BY_FIRST_SET_UP, type Staff } from '../../counter/staff/index.ts';
import { QUICK_PIN_COST } from '../../counter/staff/testing/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import { type Database, openDatabase } from '../../ledger/index.ts';
import { createVirtualClock, newUuid, silentLog, type Vault } from '../../platform/index.ts';
import type { PaperDocument } from '../../printing/index.ts';
import { createLedgerPinHashing, openKeys } from './open-keys.ts';
import { createRecovery, type Recovery } from './recovery.ts';

const CARMEN = { cashierId: 'carmen', pin: '333333' };
let folder: string;
let database: Database;
let printed: PaperDocument[];
let log: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recovery-'));
  database = openDatabase(join(folder, 'ledger-sandbox.sqlite'));
  printed = [];
  log = [];
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** A run of the till as the computer's user of that name. */
function run(user: string): { readonly staff: Staff; readonly recovery: Recovery } {
  const clock = createVirtualClock();
  const vault: Vault = {
    isStrong: async () => true,
    seal: async (text) => ok(`${user} ${Buffer.from(text).toString('hex')}`),
    open: async (text) => {
      const [of, sealed = ''] = text.split(' ');
      if (of !== user) return fail('lost');
      return ok({ text: Buffer.from(sealed, 'hex').toString(), sealAgain: false });
    },
  };
  const note = (...said: readonly unknown[]): void => void log.push(JSON.stringify(said));
  const noted = { ...silentLog, info: note, warn: note, error: note };
  const ports = { profileFolder: folder, vault, clock, newId: newUuid, log: noted };
  const keys = openKeys(ports, 'sandbox', { database, onChange: () => {} });
  const audit = createAudit({ database, clock });
  const staff = createStaff({
    ...ports,
    database,
    audit,
    pins: createLedgerPinHashing(keys, QUICK_PIN_COST),
    refusesObviousPins: false,
    onSession: () => {},
  });
  const recovery = createRecovery({
    keys,
    staff,
    audit,
    printing: {
      printUnkept: async (document): Promise<Result<null>> => {
        printed.push(document);
        return ok(null);
      },
    },
    settings: () => ({ shopName: 'Abarrotes Lupita', language: 'es-MX' }),
  });
  return { staff, recovery };
}

async function setUp(): Promise<ReturnType<typeof run> & { readonly shown: string }> {
  const till = run('ana');
  await till.staff.replaceAll(
    [
      { id: 'carmen', name: 'Carmen', role: 'owner', pin: CARMEN.pin },
      { id: 'luis', name: 'Luis', role: 'supervisor', pin: '2222' },
    ],
    PROVISIONED_BY_FIRST_SET_UP,
  );
  const made = await till.recovery.make({ approval: CARMEN });
  if (!made.ok) throw new Error('not made');
  const { offer, shown } = made.value;
  expect(await till.recovery.print({ offer })).toEqual({ ok: true, value: {} });
  const end = shown.replaceAll(' ', '').slice(-8);
  expect(await till.recovery.confirm({ offer, end })).toMatchObject({ ok: true });
  return { ...till, shown };
}

it("takes an owner's PIN, and nobody else's", async () => {
  const { recovery } = await setUp();
  for (const approval of [
    { ...CARMEN, pin: '0000' },
    { cashierId: 'luis', pin: '2222' },
  ]) {
    expect(await recovery.make({ approval })).toMatchObject({ ok: false });
  }
});

it('is kept on the paper alone: in no row, file or line of the log', async () => {
  const { shown } = await setUp();
  const paper = printed.flatMap(({ lines }) => lines.map((line) => JSON.stringify(line))).join('');
  expect(paper.replaceAll(/[^0-9A-Z]/g, '')).toContain(shown.replaceAll(' ', '').slice(0, 12));
  expect(database.prepare('SELECT count(*) AS n FROM print_jobs').get()?.n).toBe(0);
  for (const form of [shown, shown.replaceAll(' ', ''), shown.slice(0, 14)]) {
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name)).includes(form), name).toBe(false);
    }
    expect(log.join('')).not.toContain(form);
  }
});

it('lets an owner in where the key store of today does not open the data key', async () => {
  const { shown } = await setUp();
  const later = run('eva');
  const lost = { problem: { kind: 'data-key', reason: 'lost' } };
  expect(await later.staff.signIn('carmen', CARMEN.pin)).toMatchObject(lost);
  const input = { cashierId: 'carmen', recoveryKey: shown.toLowerCase(), pin: '908172' };
  expect(await later.recovery.enter({ ...input, recoveryKey: 'x' })).toMatchObject({ ok: false });
  expect(await later.recovery.enter(input)).toEqual({ ok: true, value: {} });
  expect((await later.staff.signIn('carmen', '908172')).ok).toBe(true);
  // Nobody else's PIN was lost with the key store.
  expect((await later.staff.signIn('luis', '2222')).ok).toBe(true);
  expect((await run('eva').staff.signIn('luis', '2222')).ok).toBe(true);
});
