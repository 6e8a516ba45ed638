import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBackupFile } from '../../../electron/back-office/backup/backup-tasks.ts';
import { withOpenBackup } from '../../../electron/back-office/backup/open-backup.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../../electron/counter/staff/index.ts';
import { verifyHashChain } from '../../../electron/ledger/audit/index.ts';
import { type Database, openLedgerDatabase } from '../../../electron/ledger/index.ts';
import { createTillHost, type TillHost } from '../../../electron/main/till/index.ts';
import { createTestHostPorts } from '../../../electron/main/till/testing/index.ts';
import { createVirtualClock, silentLog, type Vault } from '../../../electron/platform/index.ts';
import {
  createReadOnlySettingsStore,
  createSettings,
  type SettingsStore,
} from '../../../electron/settings/index.ts';
import { fail, ok, type Provisioning } from '../../../shared/contract/index.ts';
import { LEDGER_FILE } from '../support/counter-actions.ts';
import { OWNER } from '../support/recording-service.ts';
import { type Acknowledgement, SHOP_NAMES } from './record-day.ts';

/** The vault of the browser shell after a restart: the service's keys are lost. */
const EMPTY_VAULT: Vault = {
  getStrength: async () => 'none',
  seal: async (text) => ok(`memory:${text.length}`),
  open: async () => fail('lost'),
};

/**
 * Starts the till on a profile after a power cut, with the parts of main, and returns what is wrong:
 * it does not open, a file is torn, or something acknowledged is lost.
 */
export async function findProfileFaults(
  folder: string,
  acknowledged: readonly Acknowledgement[],
  expectedFiles: ReadonlyMap<string, Buffer>,
  provisioning: Provisioning,
): Promise<string[]> {
  const faults: string[] = [];
  const isSetUp = acknowledged.some(({ kind }) => kind === 'set-up');
  const host = startHost(folder);
  try {
    faults.push(...(await findHostFaults(host, folder, acknowledged, isSetUp, provisioning)));
  } finally {
    await host.close();
  }
  if (faults.length > 0) return faults;
  const database = openLedgerDatabase(join(folder, LEDGER_FILE));
  try {
    return [
      ...(await findLedgerFaults(database, acknowledged)),
      ...findFileFaults(folder, acknowledged, expectedFiles),
    ];
  } finally {
    database.close();
  }
}

function startHost(folder: string): TillHost {
  const store: SettingsStore = {
    ...createReadOnlySettingsStore(folder),
    write: (settings) => writeFileSync(join(folder, 'settings.json'), JSON.stringify({ settings })),
  };
  const host = createTillHost({
    ...createTestHostPorts(folder),
    settings: createSettings({ store, vault: EMPTY_VAULT, log: silentLog }),
    vault: EMPTY_VAULT,
    clock: createVirtualClock(Date.now()),
    emit: () => {},
  });
  host.open();
  return host;
}

async function findHostFaults(
  host: TillHost,
  folder: string,
  acknowledged: readonly Acknowledgement[],
  isSetUp: boolean,
  provisioning: Provisioning,
): Promise<string[]> {
  const problem = host.storageProblem();
  if (problem !== null) return [`the till does not open: ${problem.reason} ${problem.file}`];
  if (isSetUp && !host.isSetUp()) return ['the till is no longer set up'];
  if (!host.isSetUp()) {
    const provisioned = await host.provision(provisioning, folder, PROVISIONED_BY_FIRST_SET_UP);
    if (!provisioned.ok)
      return [`the till cannot be set up again: ${JSON.stringify(provisioned.problem)}`];
  }
  const till = host.till();
  if (till === null) return ['the till has no ledger'];
  const signedIn = await till.staff.signIn(OWNER.cashierId, OWNER.pin);
  if (!signedIn.ok) return [`the owner cannot sign in: ${JSON.stringify(signedIn.problem)}`];
  const faults: string[] = [];
  for (const acknowledgement of acknowledged) {
    if (acknowledgement.kind !== 'paid') continue;
    const view = till.payments.getView(acknowledgement.paymentId);
    const state = view.ok ? view.value.state : 'gone';
    if (state !== 'paid') faults.push(`a payment that was shown as paid is ${state}`);
  }
  const nameIndex = SHOP_NAMES.indexOf(till.settings.shop.name);
  const lastIndex = Math.max(
    0,
    ...acknowledged.map((fact) => (fact.kind === 'setting' ? fact.index : 0)),
  );
  if (nameIndex !== lastIndex && nameIndex !== lastIndex + 1)
    faults.push(`a changed setting is lost: ${till.settings.shop.name}`);
  const key = await till.keys.open();
  if (!key.ok) return [...faults, 'the data key is lost'];
  for (const file of listBackups(folder)) {
    const opened = await withOpenBackup(
      join(folder, 'backups', file),
      {
        profileFolder: folder,
        runOpenTask: openBackupFile,
        dataKey: key.value,
        recoveryKey: null,
      },
      ({ isSealed }) => ok(isSealed),
    );
    if (!opened.ok) faults.push(`the backup ${file} is torn: ${JSON.stringify(opened.problem)}`);
    else if (!opened.value) faults.push(`the backup ${file} has no seal`);
  }
  return faults;
}

function listBackups(folder: string): string[] {
  try {
    return readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('.age'));
  } catch {
    return [];
  }
}

async function findLedgerFaults(
  database: Database,
  acknowledged: readonly Acknowledgement[],
): Promise<string[]> {
  const faults: string[] = [];
  const integrity = database.prepare('PRAGMA integrity_check').all();
  if (JSON.stringify(integrity) !== '[{"integrity_check":"ok"}]')
    faults.push(`the ledger is damaged: ${JSON.stringify(integrity)}`);
  if (database.prepare('PRAGMA foreign_key_check').all().length > 0)
    faults.push('the ledger has rows that refer to missing ones');
  const { firstBreak } = await verifyHashChain(database, async () => {});
  if (firstBreak !== null) faults.push(`the audit log is broken: ${JSON.stringify(firstBreak)}`);
  const intentQuery = database.prepare(
    `SELECT i.body FROM intents i JOIN outcomes o ON o.intent_id = i.id
       JOIN sends s ON s.intent_id = i.id
     WHERE i.idempotency_key = ?`,
  );
  for (const acknowledgement of acknowledged) {
    if (acknowledgement.kind !== 'sent') continue;
    const body = intentQuery.get(acknowledgement.idempotencyKey)?.body;
    if (!(body instanceof Uint8Array)) faults.push('a payment that was sent is not in the ledger');
    else if (Buffer.from(body).toString() !== acknowledgement.body)
      faults.push('a payment has other bytes than were sent');
  }
  return faults;
}

/** Files that are acknowledged exist; and each file under its final name is whole. */
function findFileFaults(
  folder: string,
  acknowledged: readonly Acknowledgement[],
  expectedFiles: ReadonlyMap<string, Buffer>,
): string[] {
  const faults: string[] = [];
  for (const acknowledgement of acknowledged) {
    if (acknowledgement.kind !== 'backup' && acknowledgement.kind !== 'daily-file') continue;
    const { file } = acknowledgement;
    if (readIfThere(join(folder, file)) === null) faults.push(`${file} is lost`);
  }
  for (const [file, expected] of expectedFiles) {
    const content = readIfThere(join(folder, file));
    if (content !== null && !content.equals(expected)) faults.push(`${file} is torn`);
  }
  return faults;
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
