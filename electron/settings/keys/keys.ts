import { join } from 'node:path';
import { type EnvironmentName, fail, ok, type Result } from '../../../shared/contract/index.ts';
import {
  type Clock,
  type CreateId,
  createSerialQueue,
  type Log,
  toIsoTime,
  type Vault,
} from '../../platform/index.ts';
import { createDataKey, type DataKey, isEqualInConstantTime, toDataKey } from './data-key.ts';
import {
  type DataKeyFile,
  getKeyFileName,
  readDataKeyFile,
  type StoredRecoveryKey,
  writeDataKeyFile,
} from './key-file.ts';
import { formatRecoveryKey, isKeyEnding, parseRecoveryKey } from './recovery-key-text.ts';
import { parseDataKey, unwrapDataKey, wrapDataKey } from './wrap-data-key.ts';

export interface LedgerKeys {
  /**
   * Opens the data key, and creates it the first time. After a failure the next call tries again.
   * Returns `data-key` and `storage` problems.
   */
  open(): Promise<Result<DataKey>>;
  /** The data key if it is already open; null otherwise. */
  getDataKey(): DataKey | null;
  /** Whether the people of the ledger were sealed under this key; false until it is open. */
  isStaffSealed(): boolean;
  /**
   * How the data key is stored, and since when a recovery key is confirmed, as far as known now.
   */
  getState(): LedgerKeysState;
  /**
   * Generates a recovery key and keeps it in memory until it is confirmed or replaced, or the till
   * closes; leaving its screen does not discard it. `shown` is its written form: it leaves main
   * only for the screen and the paper.
   */
  offerRecoveryKey(): Promise<Result<{ readonly offer: string; readonly shown: string }>>;
  /** The written form of the offered key, to print it; null if that offer is over. */
  getOfferedRecoveryKey(offerId: string): string | null;
  /** Stores the public half of the offered key if `end` matches its last characters. */
  confirmRecoveryKey(offerId: string, keyEnding: string): Promise<Result<LedgerKeysState>>;
  /**
   * Checks that this is the confirmed recovery key and returns the data key. If the vault cannot
   * open the data key any more, it is decrypted from the copy for the recovery key and sealed by
   * the present vault.
   */
  enterRecoveryKey(text: string): Promise<Result<DataKey>>;
  /**
   * The stored part of the recovery key, which a backup contains; null if no recovery key is
   * confirmed.
   */
  readStoredRecoveryKey(): Promise<StoredRecoveryKey | null>;
  /**
   * Replaces this data key, which is unused or has been moved away, with the data key of a backup.
   */
  replaceDataKey(key: DataKey, recovery: StoredRecoveryKey | null): Promise<Result<null>>;
}

export interface LedgerKeysState {
  readonly isOpen: boolean;
  readonly keptBy: 'vault' | 'file' | null;
  /** ISO 8601, UTC. */
  readonly recoveryConfirmedAt: string | null;
}

export interface LedgerKeysPorts {
  readonly folder: string;
  /**
   * File name of the key file; `getKeyFileName` by default. A restore that is not finished uses
   * another name.
   */
  readonly fileName?: string | undefined;
  readonly environment: EnvironmentName;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'now'>;
  readonly createId: CreateId;
  readonly log: Log;
  /** The id of the data key that the ledger was written with; null in a new ledger. */
  readonly getExpectedKeyId: () => string | null;
  /** False if no till is opened: then no key is created. */
  readonly canCreateKey: boolean;
  /** Called when the key is open, so that the ledger can store its id. */
  readonly onOpened: (key: DataKey, isStaffSealed: boolean) => void;
  readonly onChange: () => void;
}

export function createDataKeyStore(ports: LedgerKeysPorts): LedgerKeys {
  const { folder, environment, log } = ports;
  const path = join(folder, ports.fileName ?? getKeyFileName(environment));
  const runSerially = createSerialQueue();
  let openKey: DataKey | null = null;
  let isStaffSealed = false;
  let file: DataKeyFile | null = null;
  let currentOffer: { readonly offer: string; readonly identity: string } | null = null;

  const write = async (next: DataKeyFile): Promise<Result<null>> => {
    const written = await writeDataKeyFile(path, next);
    if (!written.ok) return written;
    file = next;
    return ok(null);
  };

  /** Whether the ledger took what it stores with the key. */
  const handleOpened = (key: DataKey): boolean => {
    openKey = key;
    try {
      ports.onOpened(key, isStaffSealed);
      return true;
    } catch (error) {
      // The disk is full: the next start stores the id.
      log.warn({ err: error }, 'data-key: recording id in ledger failed');
      return false;
    } finally {
      ports.onChange();
    }
  };

  const saveKey = async (
    key: DataKey,
    recovery: StoredRecoveryKey | null,
    staffSealed: boolean,
  ): Promise<Result<DataKey>> => {
    const wrapped = await wrapDataKey(ports, key, staffSealed, file?.kept ?? null);
    if (!wrapped.ok) return wrapped;
    const next = { format: 1, environment, id: key.id, kept: wrapped.value, recovery } as const;
    const written = await write(next);
    if (!written.ok) return written;
    isStaffSealed = staffSealed;
    handleOpened(key);
    return ok(key);
  };

  const open = async (): Promise<Result<DataKey>> => {
    if (openKey !== null) return ok(openKey);
    const read = await readDataKeyFile(path, environment);
    if (!read.ok) return read;
    const expectedId = ports.getExpectedKeyId();
    if (read.value === null) {
      // A new key would make every PIN of this ledger wrong, and its codes unreadable forever.
      if (expectedId !== null || !ports.canCreateKey)
        return fail({ kind: 'data-key', reason: 'missing' });
      return await saveKey(createDataKey(), null, true);
    }
    file = read.value;
    if (expectedId !== null && file.id !== expectedId) {
      return fail({ kind: 'data-key', reason: 'other-ledger' });
    }
    const unwrapped = await unwrapDataKey(ports, file.kept);
    if (!unwrapped.ok) return unwrapped;
    const parsed = parseDataKey(unwrapped.value.text, file.id);
    if (parsed === null) return fail({ kind: 'data-key', reason: 'damaged' });
    const { key } = parsed;
    isStaffSealed = parsed.isStaffSealed;
    const isTaken = handleOpened(key);
    // The ledger of an earlier version has sealed its people now.
    const becomesSealed = ports.canCreateKey && isTaken && !isStaffSealed;
    if (unwrapped.value.needsReseal || becomesSealed) {
      const saved = await saveKey(key, file.recovery, isStaffSealed || becomesSealed);
      if (!saved.ok) log.warn({ environment }, 'data-key: resealing in vault failed');
    }
    return ok(key);
  };

  const getState = (): LedgerKeysState => ({
    isOpen: openKey !== null,
    keptBy: file?.kept.by ?? null,
    recoveryConfirmedAt: file?.recovery?.confirmedAt ?? null,
  });

  const confirm: LedgerKeys['confirmRecoveryKey'] = async (offer, end) => {
    if (currentOffer === null || currentOffer.offer !== offer) {
      return fail({ kind: 'recovery-key', reason: 'offer-over' });
    }
    const { identity } = currentOffer;
    if (!isKeyEnding(end, identity)) return fail({ kind: 'recovery-key', reason: 'other-end' });
    const key = await open();
    if (!key.ok) return key;
    if (file === null) return fail({ kind: 'data-key', reason: 'missing' });
    const { encryptToRecipient, toRecipient, computeRecoveryProof } = await import(
      './age/index.ts'
    );
    const recipient = await toRecipient(identity);
    if (recipient === null) throw new Error('the generated recovery key is invalid');
    const written = await write({
      ...file,
      recovery: {
        recipient,
        confirmedAt: toIsoTime(ports.clock.now()),
        dataKey: await encryptToRecipient(recipient, key.value.bytes),
        vouched: computeRecoveryProof(key.value, identity),
      },
    });
    if (!written.ok) return written;
    currentOffer = null;
    ports.onChange();
    return ok(getState());
  };

  const enter: LedgerKeys['enterRecoveryKey'] = async (text) => {
    const read = await readDataKeyFile(path, environment);
    if (!read.ok) return read;
    if (read.value === null) return fail({ kind: 'data-key', reason: 'missing' });
    const { recovery, id } = read.value;
    if (recovery === null) return fail({ kind: 'recovery-key', reason: 'none-confirmed' });
    const identity = parseRecoveryKey(text);
    const { decryptWithIdentity, toRecipient, computeRecoveryProof } = await import(
      './age/index.ts'
    );
    const recipient = await toRecipient(identity);
    if (recipient === null) return fail({ kind: 'recovery-key', reason: 'not-a-key' });
    if (recipient !== recovery.recipient) return fail({ kind: 'recovery-key', reason: 'wrong' });
    const decrypted = await decryptWithIdentity(identity, recovery.dataKey).catch(() => null);
    const dataKey = openKey ?? (decrypted === null ? null : toDataKey(decrypted));
    if (dataKey === null) return fail({ kind: 'data-key', reason: 'damaged' });
    // Somebody with write access to the profile could replace the key and its recipient with their
    // own.
    if (
      dataKey.id !== id ||
      !isEqualInConstantTime(computeRecoveryProof(dataKey, identity), recovery.vouched)
    ) {
      return fail({ kind: 'data-key', reason: 'damaged' });
    }
    const expectedId = ports.getExpectedKeyId();
    if (expectedId !== null && dataKey.id !== expectedId) {
      return fail({ kind: 'data-key', reason: 'other-ledger' });
    }
    if (openKey !== null) return ok(openKey);
    file = read.value;
    log.warn({ environment }, 'data-key: recovered with recovery key');
    return await saveKey(dataKey, recovery, false); // What the vault knew is lost with it.
  };

  return {
    open: () => (openKey === null ? runSerially(open) : Promise.resolve(ok(openKey))),
    getDataKey: () => openKey,
    isStaffSealed: () => isStaffSealed,
    getState,
    offerRecoveryKey: async () => {
      const key = await runSerially(open);
      if (!key.ok) return key;
      const { createRecoveryKeyPair } = await import('./age/index.ts');
      const { identity } = await createRecoveryKeyPair();
      currentOffer = { offer: ports.createId(), identity };
      return ok({ offer: currentOffer.offer, shown: formatRecoveryKey(identity) });
    },
    getOfferedRecoveryKey: (offer) =>
      currentOffer?.offer === offer ? formatRecoveryKey(currentOffer.identity) : null,
    confirmRecoveryKey: (offer, end) => runSerially(() => confirm(offer, end)),
    enterRecoveryKey: (text) => runSerially(() => enter(text)),
    readStoredRecoveryKey: async () => {
      const key = await runSerially(open);
      return key.ok ? (file?.recovery ?? null) : null;
    },
    replaceDataKey: (key, recovery) =>
      runSerially(async () => {
        const saved = await saveKey(key, recovery, true);
        return saved.ok ? ok(null) : saved;
      }),
  };
}
