import type { EnvironmentName } from '../../../shared/contract/index.ts';
import { ok } from '../../../shared/contract/index.ts';
import {
  createPinHasher,
  type PersonSealer,
  type PinCost,
  type PinHasher,
  sealUnsealedPeople,
} from '../../counter/staff/index.ts';
import { createRowReader, type Database } from '../../ledger/index.ts';
import type { Clock, CreateId, Log, Vault } from '../../platform/index.ts';
import {
  createDataKeyStore,
  type DataKey,
  deriveKey,
  type LedgerKeys,
} from '../../settings/keys/index.ts';

export interface LedgerKeyPorts {
  readonly profileFolder: string;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'now'>;
  readonly createId: CreateId;
  readonly log: Log;
}

/**
 * Opens the keys of an environment and, if `ledger` is given, of its ledger, which stores the id of
 * its data key.
 */
export function createLedgerKeys(
  ports: LedgerKeyPorts,
  environment: EnvironmentName,
  ledger: { readonly database: Database; readonly onChange: () => void } | null,
  fileName?: string,
): LedgerKeys {
  // Read now: the ledger may be closed before the vault responds.
  const expectedKeyId = ledger && readDataKeyId(ledger.database);
  return createDataKeyStore({
    ...ports,
    folder: ports.profileFolder,
    fileName,
    environment,
    getExpectedKeyId: () => expectedKeyId,
    canCreateKey: ledger !== null,
    onOpened: (key, isStaffSealed) => {
      if (ledger === null) return;
      insertDataKeyId(ledger.database, key);
      if (!isStaffSealed) sealUnsealedPeople(ledger.database, deriveKey(key, 'staff-seals'));
    },
    onChange: () => ledger?.onChange(),
  });
}

export function createPersonSealer(
  keys: Pick<LedgerKeys, 'getDataKey' | 'isStaffSealed'>,
): PersonSealer {
  return {
    getSealKey: () => {
      const key = keys.getDataKey();
      return key && deriveKey(key, 'staff-seals');
    },
    areUnsealedRowsAccepted: () => !keys.isStaffSealed(),
  };
}

export function createLedgerPinHasher(keys: Pick<LedgerKeys, 'open'>, cost: PinCost): PinHasher {
  return createPinHasher({
    pepper: async () => {
      const key = await keys.open();
      return key.ok ? ok(deriveKey(key.value, 'pin-pepper')) : key;
    },
    cost,
  });
}

/** The id of the data key that a ledger was written with; null if no key was opened for it. */
function readDataKeyId(database: Pick<Database, 'prepare'>): string | null {
  const row = database.prepare('SELECT id FROM data_key').get();
  return row === undefined ? null : createRowReader(row).text('id');
}

function insertDataKeyId(database: Database, key: DataKey): void {
  if (readDataKeyId(database) !== null) return;
  database.commit(() =>
    database.prepare('INSERT INTO data_key (only, id) VALUES (1, ?)').run(key.id),
  );
}
