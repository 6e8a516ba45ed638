import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBackupFile } from '../../../electron/back-office/backup/backup-tasks.ts';
import { withOpenBackup } from '../../../electron/back-office/backup/open-backup.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../../electron/counter/staff/index.ts';
import { listAuditRowsOfKind } from '../../../electron/ledger/audit/index.ts';
import { openLedgerDatabase } from '../../../electron/ledger/index.ts';
import { createTillHost, type Till, type TillHost } from '../../../electron/main/till/index.ts';
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
import { findLedgerFaults, findPaymentFaults } from './check-ledger.ts';
import { SHOP_NAMES } from './record-day.ts';
import type { Acknowledgement } from './record-till.ts';

/** The vault of the browser shell after a restart: the service's keys are lost. */
const EMPTY_VAULT: Vault = {
  getStrength: async () => 'none',
  seal: async (text) => ok(`memory:${text.length}`),
  open: async () => fail('lost'),
};

/**
 * Starts the till on a profile after a power cut, with the parts of main, and returns what is wrong:
 * it does not open, a file is torn, or something acknowledged is lost. `finalFiles` are whole wherever
 * they exist.
 */
export async function findProfileFaults(
  folder: string,
  acknowledged: readonly Acknowledgement[],
  finalFiles: ReadonlyMap<string, Buffer>,
  provisioning: Provisioning,
): Promise<string[]> {
  const host = startHost(folder);
  try {
    const isSetUp = acknowledged.some(({ kind }) => kind === 'set-up');
    const startFault = await findStartFault(host, folder, isSetUp, provisioning);
    if (startFault !== null) return [startFault];
    const till = host.till();
    if (till === null) return ['the till has no ledger'];
    const { name } = till.settings.shop;
    const faults = [
      ...findSettingFaults(name, acknowledged),
      ...(await findBackupFaults(till, folder)),
    ];
    if (faults.length > 0) return faults;
  } finally {
    await host.close();
  }
  return [
    ...(await findStoredFaults(folder, acknowledged)),
    ...findFileFaults(folder, acknowledged, finalFiles),
  ];
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

/** A till whose first set-up was interrupted must accept it again. */
async function findStartFault(
  host: TillHost,
  folder: string,
  isSetUp: boolean,
  provisioning: Provisioning,
): Promise<string | null> {
  const problem = host.storageProblem();
  if (problem !== null) return `the till does not open: ${problem.reason} ${problem.file}`;
  if (isSetUp && !host.isSetUp()) return 'the till is no longer set up';
  if (!host.isSetUp()) {
    const provisioned = await host.provision(provisioning, folder, PROVISIONED_BY_FIRST_SET_UP);
    if (!provisioned.ok)
      return `the till cannot be set up again: ${JSON.stringify(provisioned.problem)}`;
  }
  const signedIn = await host.till()?.staff.signIn(OWNER.cashierId, OWNER.pin);
  return signedIn?.ok ? null : `the owner cannot sign in: ${JSON.stringify(signedIn)}`;
}

/** The next name may be on disk already. */
function findSettingFaults(name: string, acknowledged: readonly Acknowledgement[]): string[] {
  const lastIndex = acknowledged.reduce(
    (last, fact) => (fact.kind === 'setting' ? Math.max(last, fact.index) : last),
    0,
  );
  const isRight = SHOP_NAMES.slice(lastIndex, lastIndex + 2).includes(name);
  return isRight ? [] : [`a changed setting is lost: ${name} instead of ${SHOP_NAMES[lastIndex]}`];
}

/** Each backup under its final name can be restored. */
async function findBackupFaults(till: Till, profileFolder: string): Promise<string[]> {
  const key = await till.keys.open();
  if (!key.ok) return ['the data key is lost'];
  const options = {
    profileFolder,
    runOpenTask: openBackupFile,
    dataKey: key.value,
    recoveryKey: null,
  };
  const faults: string[] = [];
  for (const file of listFiles(join(profileFolder, 'backups'), /\.age$/)) {
    const opened = await withOpenBackup(file, options, ({ isSealed }) => ok(isSealed));
    if (!opened.ok) faults.push(`${file} is torn: ${JSON.stringify(opened.problem)}`);
    else if (!opened.value) faults.push(`${file} has no seal`);
  }
  return faults;
}

/** A ledger that a restore has replaced counts as well: it is kept. */
async function findStoredFaults(
  folder: string,
  acknowledged: readonly Acknowledgement[],
): Promise<string[]> {
  const replacedLedgers = listFiles(folder, /\.replaced-.*\.sqlite$/);
  const databases = [join(folder, LEDGER_FILE), ...replacedLedgers].map((file) =>
    openLedgerDatabase(file),
  );
  try {
    const faults: string[] = [];
    for (const database of databases) faults.push(...(await findLedgerFaults(database)));
    const [current] = databases;
    const noteCount =
      current === undefined ? 0 : listAuditRowsOfKind(current, 'ledger-restored').length;
    if (noteCount !== replacedLedgers.length)
      faults.push(`${replacedLedgers.length} ledgers were replaced, ${noteCount} are noted`);
    if (noteCount === 0 && acknowledged.some(({ kind }) => kind === 'restored'))
      faults.push('the restore is undone');
    return [...faults, ...findPaymentFaults(databases, acknowledged)];
  } finally {
    for (const database of databases) database.close();
  }
}

function findFileFaults(
  folder: string,
  acknowledged: readonly Acknowledgement[],
  finalFiles: ReadonlyMap<string, Buffer>,
): string[] {
  const faults: string[] = [];
  for (const acknowledgement of acknowledged) {
    if (acknowledgement.kind === 'file' && readIfThere(join(folder, acknowledgement.path)) === null)
      faults.push(`${acknowledgement.path} is lost`);
  }
  for (const [path, expected] of finalFiles) {
    const content = readIfThere(join(folder, path));
    if (content !== null && !content.equals(expected)) faults.push(`${path} is torn`);
  }
  return faults;
}

function listFiles(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
