import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, ok } from '../../../../shared/contract/index.ts';
import { sealUnsealedPeople } from '../../../counter/staff/index.ts';
import { upsertCashier } from '../../../counter/staff/testing/index.ts';
import { type Audit, createAudit } from '../../../ledger/audit/index.ts';
import type { Database } from '../../../ledger/index.ts';
import { openTestLedger } from '../../../ledger/testing/index.ts';
import {
  createVirtualClock,
  silentLog,
  toIsoTime,
  type VirtualClock,
} from '../../../platform/index.ts';
import {
  createDataKey,
  type DataKey,
  deriveKey,
  type StoredRecoveryKey,
} from '../../../settings/keys/index.ts';
import { type BackupMaker, createBackupMaker } from '../backup-maker.ts';
import {
  openBackupFile,
  type PackBackupResult,
  type PackBackupTask,
  packAndVerifyBackup,
} from '../backup-tasks.ts';
import { inspectLedger, type LedgerInspectionResult } from '../inspect-ledger.ts';
import { type OpenBackupOptions, type OpenedBackup, withOpenBackup } from '../open-backup.ts';

export interface TestLedger {
  readonly folder: string;
  readonly file: string;
  readonly clock: VirtualClock;
  readonly backup: BackupMaker;
  readonly audit: Audit;
  readonly database: () => Database;
  /** Checks the next copies; the real check unless a test replaces it. */
  inspect: (file: string) => Promise<LedgerInspectionResult>;
  /** Packs the next copies; the real packing unless a test replaces it. */
  pack: (task: PackBackupTask) => Promise<PackBackupResult>;
  /** The data key of this till; `recovery` is the stored part of its recovery key. */
  readonly dataKey: DataKey;
  recovery: StoredRecoveryKey | null;
  /** The options to open a backup with this till's data key, without a recovery key. */
  readonly openOptions: OpenBackupOptions;
  /** Returns why a backup is refused; null if this till can open it. */
  getRefusalReason(file: string): Promise<unknown>;
  /** Copies the plain ledger of a backup to a file. */
  extractLedger(file: string, to: string): Promise<void>;
  readonly settings: { folder: string | null; copiesToKeep: number | null };
  /** Inserts Luis, a supervisor, and Eva, a cashier, both with this PIN hash. */
  insertStaff(pinHash: string): void;
  /** Inserts an unresolved payment. */
  insertPayment(id: string): void;
  /** Closes the ledger, runs `work`, and opens the ledger again with a new `BackupMaker`. */
  reopen(work?: () => void): void;
  /** Closes the ledger and keeps its files. */
  closeDatabase(): void;
  close(): void;
}

/** Creates a ledger in a temporary folder, with a `BackupMaker` for it. */
export function createTestLedger(
  environment: 'sandbox' | 'production' = 'sandbox',
  dataKey: DataKey = createDataKey(),
): TestLedger {
  // In memory if possible: the tests make many commits and do not need a real disk.
  const parentFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(parentFolder, 'mostrador-backup-'));
  const file = join(folder, `ledger-${environment}.sqlite`);
  const clock = createVirtualClock();
  const settings: TestLedger['settings'] = { folder: null, copiesToKeep: null };
  let lastId = 0;
  let database: Database;
  let audit: Audit;
  let backup: BackupMaker;
  let isOpen = false;
  const open = (): void => {
    isOpen = true;
    database = openTestLedger(file);
    audit = createAudit({ database, clock });
    backup = createBackupMaker({
      database,
      clock,
      createId: () => {
        lastId += 1;
        return `${folder}-${lastId}`;
      },
      log: silentLog,
      audit,
      environment,
      defaultFolder: join(folder, 'backups'),
      settings: () => ({ ...settings, timeZone: 'America/Mexico_City' }),
      applicationVersion: '0.0.0',
      inspectLedger: (name) => ledger.inspect(name),
      packBackup: (task) => ledger.pack(task),
      keys: {
        open: async () => ok(ledger.dataKey),
        getDataKey: () => ledger.dataKey,
        readStoredRecoveryKey: async () => ledger.recovery,
      },
      getSettingsJson: () => JSON.stringify({ shop: { name: 'Abarrotes' } }),
      isProtected: () => false,
      onChange: () => {},
    });
  };
  const ledger: TestLedger = {
    folder,
    file,
    clock,
    settings,
    inspect: inspectLedger,
    pack: packAndVerifyBackup,
    dataKey,
    recovery: null,
    get openOptions() {
      return {
        profileFolder: folder,
        runOpenTask: openBackupFile,
        dataKey: ledger.dataKey,
        recoveryKey: null,
      };
    },
    getRefusalReason: async (name) => {
      const opened = await withOpenBackup(name, ledger.openOptions, (backup) =>
        backup.isSealed ? ok(null) : fail({ kind: 'restore', reason: 'unsealed' }),
      );
      return opened.ok ? null : Reflect.get(opened.problem, 'reason');
    },
    extractLedger: async (name, to) => {
      const copyOut = async (backup: OpenedBackup) => ok(copyFileSync(backup.ledgerFile, to));
      const result = await withOpenBackup(name, ledger.openOptions, copyOut);
      if (!result.ok) throw new Error(JSON.stringify(result.problem));
    },
    get backup() {
      return backup;
    },
    get audit() {
      return audit;
    },
    database: () => database,
    insertStaff: (pinHash) => {
      const at = toIsoTime(clock.now());
      database.commit(() => {
        upsertCashier(database, { id: 'luis', name: 'Luis', role: 'supervisor', pinHash }, at);
        upsertCashier(database, { id: 'eva', name: 'Eva', role: 'cashier', pinHash }, at);
      });
      sealUnsealedPeople(database, deriveKey(ledger.dataKey, 'staff-seals'));
    },
    insertPayment: (id) => {
      const at = new Date(clock.now()).toISOString();
      database.commit(() => {
        database
          .prepare(
            `INSERT INTO cashiers (id, name, role, pin_hash, created_at)
             VALUES ('ana', 'Ana', 'cashier', '', ?) ON CONFLICT DO NOTHING`,
          )
          .run(at);
        database
          .prepare(
            `INSERT INTO shifts (id, opened_at, opened_by) VALUES ('s', ?, 'ana')
             ON CONFLICT DO NOTHING`,
          )
          .run(at);
        database
          .prepare(
            `INSERT INTO intents (id, order_id, kind, created_at, version, external_id,
               idempotency_key, target, body, biller_id, biller_name, biller_kind, account_number,
               amount, currency, due, shop_currency, cashier_id, cashier_name, pos_number, shift_id)
             VALUES (?1, ?1, 'bill', ?2, 'v3.mx', ?1, ?1, '/pay', x'7b7d', 40, 'CFE', 'utility',
               '501000000001', '10.00', 'MXN', '10.00', 'MXN', 'ana', 'Ana', '07', 's')`,
          )
          .run(id, at);
        database.prepare("INSERT INTO outcomes (intent_id, state) VALUES (?, 'unknown')").run(id);
      });
    },
    reopen: (work = () => {}) => {
      ledger.closeDatabase();
      work();
      open();
    },
    closeDatabase: () => {
      if (isOpen) database.close();
      isOpen = false;
    },
    close: () => {
      ledger.closeDatabase();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  open();
  return ledger;
}
