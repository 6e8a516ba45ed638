import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ok } from '../../../../shared/contract/index.ts';
import { CHECK_WORKER_URL } from '../../../../tests/support/built-paths.ts';
import { applyRestore, recordCompletedRestore } from '../../../back-office/backup/index.ts';
import { createTestLedger, type TestLedger } from '../../../back-office/backup/testing/index.ts';
import { createPinHasher } from '../../../counter/staff/index.ts';
import { createAudit, listAuditRowsOfKind } from '../../../ledger/audit/index.ts';
import { type Database, openLedgerDatabase } from '../../../ledger/index.ts';
import { createUuid, silentLog, type Vault } from '../../../platform/index.ts';
import { deriveKey } from '../../../settings/keys/index.ts';
import { createLedgerKeys } from '../ledger-keys.ts';
import { validateAndStageRestore, withTemporarilyOpenLedger } from './restore.ts';

/** A supervisor of the ledger and of its backup. */
export const LUIS = { cashierId: 'luis', pin: '8173950' };

const vault: Vault = {
  getStrength: async () => 'strong',
  seal: async (text) => ok(`sealed ${text}`),
  open: async (text) => ok({ text: text.slice('sealed '.length), needsReseal: false }),
};

/** A ledger with one payment, and a backup of it. */
export interface BackedUpLedger {
  readonly ledger: TestLedger;
  readonly backup: string;
  /**
   * Restores with a supervisor's PIN, which is always required; `insists` if the supervisor also
   * overrides an objection.
   */
  restoreWithPin(
    insists?: typeof LUIS | null,
    file?: string,
  ): ReturnType<typeof validateAndStageRestore>;
  restore(
    approval: typeof LUIS | null,
    insists: boolean,
    file?: string,
  ): ReturnType<typeof validateAndStageRestore>;
  apply(): ReturnType<typeof applyRestore>;
  /** Does what the next start does; returns the payments and restore notes of the ledger. */
  open(): { readonly ids: unknown[]; readonly notes: unknown[] };
  closeLedger(work?: () => void): void;
  listReplacedLedgers(): string[];
}

/** Creates a new ledger and backup for each test. */
export function createBackedUpLedger(): BackedUpLedger {
  let ledger: TestLedger;
  let backup: string;
  const createPorts = () => ({
    prepareSettingsFromBackup: () => ok({ save: () => ok(null) }),
    profileFolder: ledger.folder,
    vault,
    clock: ledger.clock,
    createId: createUuid,
    log: silentLog,
    ledgerCheckWorkerUrl: CHECK_WORKER_URL,
  });
  beforeEach(async () => {
    ledger = createTestLedger();
    const pins = createPinHasher({
      pepper: async () => ok(deriveKey(ledger.dataKey, 'pin-pepper')),
      cost: { N: 16, r: 8, p: 1 },
    });
    ledger.insertStaff(await pins.hash(LUIS.pin));
    await createLedgerKeys(createPorts(), 'sandbox', null).replaceDataKey(ledger.dataKey, null);
    ledger.insertPayment('one');
    const newBackup = await ledger.backup.makeBackup(null);
    if (!newBackup.ok) throw new Error('no backup');
    backup = join(ledger.folder, 'backups', newBackup.value.file);
  });
  afterEach(() => ledger.close());

  const restore: BackedUpLedger['restore'] = (approval, insists, file = backup) =>
    validateAndStageRestore(createPorts(), {
      file,
      environment: 'sandbox',
      approval,
      insists,
      recoveryKey: null,
    });
  const apply = () =>
    applyRestore({
      profileFolder: ledger.folder,
      environment: 'sandbox',
      ledgerFile: ledger.file,
      withLedger: (work) => withTemporarilyOpenLedger(ledger.file, silentLog, work),
      log: silentLog,
    });
  return {
    get ledger() {
      return ledger;
    },
    get backup() {
      return backup;
    },
    restoreWithPin: (insists = null, file = backup) =>
      restore(insists ?? LUIS, insists !== null, file),
    restore,
    apply,
    open: () => {
      const applied = apply();
      if (!applied.ok) throw new Error('not applied');
      const database: Database = openLedgerDatabase(ledger.file);
      const audit = createAudit({ database, clock: ledger.clock });
      const ledgerPorts = {
        profileFolder: ledger.folder,
        ledgerFile: ledger.file,
        database,
        audit,
      };
      if (applied.value) recordCompletedRestore(ledgerPorts, applied.value);
      const ids = database.prepare('SELECT id FROM intents ORDER BY id').all();
      const notes = listAuditRowsOfKind(database, 'ledger-restored').map((row) => ({
        ...JSON.parse(row.detail),
        approver: row.approverName,
      }));
      database.close();
      return { ids: ids.map((row) => row.id), notes };
    },
    closeLedger: (work = () => {}) => {
      ledger.closeDatabase();
      work();
    },
    listReplacedLedgers: () =>
      readdirSync(ledger.folder).filter((name) => /\.replaced-.*\.sqlite$/.test(name)),
  };
}
