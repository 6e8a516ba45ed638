import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, ok } from '../../../../shared/contract/index.ts';
import { upsertCashier } from '../../../counter/staff/testing/index.ts';
import { type Audit, createAudit } from '../../../ledger/audit/index.ts';
import { type Database, openDatabase } from '../../../ledger/index.ts';
import {
  createVirtualClock,
  silentLog,
  toIsoTime,
  type VirtualClock,
} from '../../../platform/index.ts';
import {
  createDataKey,
  type DataKey,
  type StoredRecoveryKey,
} from '../../../settings/keys/index.ts';
import { type BackupMaker, createBackupMaker } from '../backup-maker.ts';
import { openBackupFile, type PackResult, type PackTask, packAndVerify } from '../backup-tasks.ts';
import { type InspectionResult, inspectLedger } from '../inspect-ledger.ts';
import { type BackupOpenOptions, type OpenedBackup, withOpenBackup } from '../open-backup.ts';

export interface TestLedger {
  readonly folder: string;
  readonly file: string;
  readonly clock: VirtualClock;
  readonly backup: BackupMaker;
  readonly audit: Audit;
  readonly database: () => Database;
  /** What the next copies are looked through with; the real check unless it is replaced. */
  inspect: (file: string) => Promise<InspectionResult>;
  /** What packs the next copies; the real packing unless it is replaced. */
  pack: (task: PackTask) => Promise<PackResult>;
  /** The data key of this till, and what it keeps of a recovery key. */
  readonly dataKey: DataKey;
  recovery: StoredRecoveryKey | null;
  /** How this till opens a backup, without a recovery key. */
  readonly opening: BackupOpenOptions;
  /** Why a backup is refused; null if this till opens it. */
  refusal(file: string): Promise<unknown>;
  /** Copies the plain ledger of a backup to a file. */
  extract(file: string, to: string): Promise<void>;
  readonly set: { folder: string | null; keep: number | null };
  /** Luis is a supervisor and Eva a cashier, with the PIN of this hash. */
  employ(pinHash: string): void;
  /** A payment as it is sent. */
  pay(id: string): void;
  /** Closes the ledger and opens it again, with a new backup over it. */
  reopen(work?: () => void): void;
  /** Closes the ledger and leaves its files. */
  shut(): void;
  close(): void;
}

/** A ledger in a folder of its own, and the backup of it. */
export function testLedger(
  environment: 'sandbox' | 'production' = 'sandbox',
  dataKey: DataKey = createDataKey(),
): TestLedger {
  // Many commits that no test of a disk needs: in memory where the machine has such a place.
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(place, 'mostrador-backup-'));
  const file = join(folder, `ledger-${environment}.sqlite`);
  const clock = createVirtualClock();
  const set: TestLedger['set'] = { folder: null, keep: null };
  let ids = 0;
  let database: Database;
  let audit: Audit;
  let backup: BackupMaker;
  let isOpen = false;
  const open = (): void => {
    isOpen = true;
    database = openDatabase(file);
    audit = createAudit({ database, clock });
    backup = createBackupMaker({
      database,
      clock,
      newId: () => {
        ids += 1;
        return `${folder}-${ids}`;
      },
      log: silentLog,
      audit,
      environment,
      ownFolder: join(folder, 'backups'),
      settings: () => ({ ...set, timeZone: 'America/Mexico_City' }),
      applicationVersion: '0.0.0',
      inspect: (name) => ledger.inspect(name),
      pack: (task) => ledger.pack(task),
      keys: {
        open: async () => ok(ledger.dataKey),
        now: () => ledger.dataKey,
        recovery: async () => ledger.recovery,
      },
      carriedSettings: () => JSON.stringify({ shop: { name: 'Abarrotes' } }),
      isProtected: () => false,
      onChange: () => {},
    });
  };
  const ledger: TestLedger = {
    folder,
    file,
    clock,
    set,
    inspect: inspectLedger,
    pack: packAndVerify,
    dataKey,
    recovery: null,
    get opening() {
      return {
        profileFolder: folder,
        open: openBackupFile,
        dataKey: ledger.dataKey,
        recoveryKey: null,
      };
    },
    refusal: async (name) => {
      const found = await withOpenBackup(name, ledger.opening, (backup) =>
        backup.isSealed ? ok(null) : fail({ kind: 'restore', reason: 'unsealed' }),
      );
      return found.ok ? null : Reflect.get(found.problem, 'reason');
    },
    extract: async (name, to) => {
      const copied = async (backup: OpenedBackup) => ok(copyFileSync(backup.ledger, to));
      const done = await withOpenBackup(name, ledger.opening, copied);
      if (!done.ok) throw new Error(JSON.stringify(done.problem));
    },
    get backup() {
      return backup;
    },
    get audit() {
      return audit;
    },
    database: () => database,
    employ: (pinHash) => {
      const at = toIsoTime(clock.now());
      database.commit(() => {
        upsertCashier(database, { id: 'luis', name: 'Luis', role: 'supervisor', pinHash }, at);
        upsertCashier(database, { id: 'eva', name: 'Eva', role: 'cashier', pinHash }, at);
      });
    },
    pay: (id) => {
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
      ledger.shut();
      work();
      open();
    },
    shut: () => {
      if (isOpen) database.close();
      isOpen = false;
    },
    close: () => {
      ledger.shut();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  open();
  return ledger;
}
