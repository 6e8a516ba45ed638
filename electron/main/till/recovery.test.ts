import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import { createStaff, PROVISIONED_BY_FIRST_SET_UP, type Staff } from '../../counter/staff/index.ts';
import { QUICK_PIN_COST } from '../../counter/staff/testing/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import { type Database, openLedgerDatabase } from '../../ledger/index.ts';
import { createUuid, createVirtualClock, silentLog, type Vault } from '../../platform/index.ts';
import type { PaperDocument } from '../../printing/index.ts';
import { createLedgerKeys, createLedgerPinHasher, createPersonSealer } from './ledger-keys.ts';
import { createRecoveryKeyActions, type RecoveryKeyActions } from './recovery.ts';

const CARMEN = { cashierId: 'carmen', pin: '333333' };
let folder: string;
let database: Database;
let printed: PaperDocument[];
let log: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recovery-'));
  database = openLedgerDatabase(join(folder, 'ledger-sandbox.sqlite'));
  printed = [];
  log = [];
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** Runs the till as the given user of the computer. */
function runTill(user: string): { readonly staff: Staff; readonly recovery: RecoveryKeyActions } {
  const clock = createVirtualClock();
  const vault: Vault = {
    getStrength: async () => 'strong',
    seal: async (text) => ok(`${user} ${Buffer.from(text).toString('hex')}`),
    open: async (text) => {
      const [owner, sealed = ''] = text.split(' ');
      if (owner !== user) return fail('lost');
      return ok({ text: Buffer.from(sealed, 'hex').toString(), needsReseal: false });
    },
  };
  const note = (...values: readonly unknown[]): void => void log.push(JSON.stringify(values));
  const recordingLog = { ...silentLog, info: note, warn: note, error: note };
  const ports = { profileFolder: folder, vault, clock, createId: createUuid, log: recordingLog };
  const keys = createLedgerKeys(ports, 'sandbox', { database, onChange: () => {} });
  const audit = createAudit({ database, clock });
  const staff = createStaff({
    ...ports,
    database,
    audit,
    sealer: createPersonSealer(keys),
    attemptFile: null,
    pins: createLedgerPinHasher(keys, QUICK_PIN_COST),
    shouldRefuseObviousPins: false,
    onSessionChange: () => {},
  });
  const recovery = createRecoveryKeyActions({
    keys,
    staff,
    audit,
    printing: {
      printWithoutStoring: async (document): Promise<Result<null>> => {
        printed.push(document);
        return ok(null);
      },
    },
    settings: () => ({ shopName: 'Abarrotes Lupita', language: 'es-MX' }),
  });
  return { staff, recovery };
}

async function setUp(): Promise<ReturnType<typeof runTill> & { readonly shown: string }> {
  const till = runTill('ana');
  await till.staff.replaceAll(
    [
      { id: 'carmen', name: 'Carmen', role: 'owner', pin: CARMEN.pin },
      { id: 'luis', name: 'Luis', role: 'supervisor', pin: '2222' },
    ],
    PROVISIONED_BY_FIRST_SET_UP,
  );
  const created = await till.recovery.createKey({ approval: CARMEN });
  if (!created.ok) throw new Error('not made');
  const { offer, shown } = created.value;
  expect(await till.recovery.printKey({ offer })).toEqual({ ok: true, value: {} });
  const end = shown.replaceAll(' ', '').slice(-8);
  expect(await till.recovery.confirmKey({ offer, end })).toMatchObject({ ok: true });
  return { ...till, shown };
}

it("accepts an owner's PIN only", async () => {
  const { recovery } = await setUp();
  for (const approval of [
    { ...CARMEN, pin: '0000' },
    { cashierId: 'luis', pin: '2222' },
  ]) {
    expect(await recovery.createKey({ approval })).toMatchObject({ ok: false });
  }
});

it('writes the recovery key only to the paper, not to a row, file or log line', async () => {
  const { shown } = await setUp();
  const paper = printed.flatMap(({ lines }) => lines.map((line) => JSON.stringify(line))).join('');
  expect(paper.replaceAll(/[^0-9A-Z]/g, '')).toContain(shown.replaceAll(' ', '').slice(0, 12));
  expect(database.prepare('SELECT count(*) AS n FROM print_jobs').get()?.n).toBe(0);
  for (const keyText of [shown, shown.replaceAll(' ', ''), shown.slice(0, 14)]) {
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name)).includes(keyText), name).toBe(false);
    }
    expect(log.join('')).not.toContain(keyText);
  }
});

it('signs in an owner by recovery key if the key store cannot open the data key', async () => {
  const { shown } = await setUp();
  const newUserTill = runTill('eva');
  const lostKeyProblem = { problem: { kind: 'data-key', reason: 'lost' } };
  expect(await newUserTill.staff.signIn('carmen', CARMEN.pin)).toMatchObject(lostKeyProblem);
  const input = { cashierId: 'carmen', recoveryKey: shown.toLowerCase(), pin: '908172' };
  expect(await newUserTill.recovery.resetPin({ ...input, recoveryKey: 'x' })).toMatchObject({
    ok: false,
  });
  expect(await newUserTill.recovery.resetPin(input)).toEqual({ ok: true, value: {} });
  expect((await newUserTill.staff.signIn('carmen', '908172')).ok).toBe(true);
  // The other PINs still work.
  expect((await newUserTill.staff.signIn('luis', '2222')).ok).toBe(true);
  expect((await runTill('eva').staff.signIn('luis', '2222')).ok).toBe(true);
});
