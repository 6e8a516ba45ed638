import { join } from 'node:path';
import { type EnvironmentName, fail, ok, type Result } from '../../../shared/contract/index.ts';
import {
  type Clock,
  createSerialQueue,
  type Log,
  type NewId,
  toIsoTime,
  type Vault,
} from '../../platform/index.ts';
import { createDataKey, type DataKey, isEqualInConstantTime, toDataKey } from './data-key.ts';
import {
  getKeyFileName,
  type KeyFile,
  readKeyFile,
  type StoredRecoveryKey,
  writeKeyFile,
} from './key-file.ts';
import { formatRecoveryKey, isKeyEnding, parseRecoveryKey } from './recovery-key-text.ts';
import { parseDataKey, unwrapDataKey, wrapDataKey } from './wrap-data-key.ts';

export interface Keys {
  /**
   * Opens the data key, and makes it the first time. Asked again after a failure, it tries again.
   * Returns `data-key` and `storage` problems.
   */
  open(): Promise<Result<DataKey>>;
  /** The data key if it is open already. */
  now(): DataKey | null;
  /** Who keeps it, and since when a recovery key is confirmed; as far as is known by now. */
  getState(): KeysState;
  /**
   * Makes a recovery key and keeps it in memory until it is confirmed or replaced, or the till closes;
   * who leaves its screen does not drop it. `shown` is how it is written on paper: it leaves main for
   * the screen and the paper alone.
   */
  offerRecoveryKey(): Promise<Result<{ readonly offer: string; readonly shown: string }>>;
  /** The offered key as it is shown, for its paper; null if that offer is over. */
  getOfferedKey(offer: string): string | null;
  /** Keeps the public half of the offered key if `end` is how it ends. */
  confirmRecoveryKey(offer: string, end: string): Promise<Result<KeysState>>;
  /**
   * Whether this is the confirmed recovery key. If the vault no longer opens the data key, it is
   * taken out of its copy for the recovery key, and given to the vault of today.
   */
  enterRecoveryKey(text: string): Promise<Result<DataKey>>;
  /** What a backup carries, beside the key, of the recovery key; null where none is confirmed. */
  recovery(): Promise<StoredRecoveryKey | null>;
  /** Puts the data key of a backup in the place of this one, which is empty or has been moved. */
  replaceDataKey(key: DataKey, recovery: StoredRecoveryKey | null): Promise<Result<null>>;
}

export interface KeysState {
  readonly isOpen: boolean;
  readonly keptBy: 'vault' | 'file' | null;
  /** ISO 8601, UTC. */
  readonly recoveryConfirmedAt: string | null;
}

export interface KeysPorts {
  readonly folder: string;
  /** Its name in it; `getKeyFileName` unless it is one that waits. */
  readonly fileName?: string | undefined;
  readonly environment: EnvironmentName;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly log: Log;
  /** The id of the data key that the ledger was written with; null in a new ledger. */
  readonly expectedId: () => string | null;
  /** False where no till is opened: a key is then only looked for. */
  readonly canCreate: boolean;
  /** The key is open: the ledger may note its id. */
  readonly onOpened: (key: DataKey) => void;
  readonly onChange: () => void;
}

export function createKeys(ports: KeysPorts): Keys {
  const { folder, environment, log } = ports;
  const path = join(folder, ports.fileName ?? getKeyFileName(environment));
  const inTurn = createSerialQueue();
  let opened: DataKey | null = null;
  let file: KeyFile | null = null;
  let offered: { readonly offer: string; readonly identity: string } | null = null;

  const write = async (next: KeyFile): Promise<Result<null>> => {
    const written = await writeKeyFile(path, next);
    if (!written.ok) return written;
    file = next;
    return ok(null);
  };

  const isOpenNow = (key: DataKey): void => {
    opened = key;
    try {
      ports.onOpened(key);
    } catch (error) {
      // A full disk: it is noted at the next start.
      log.warn({ err: error }, 'data-key: recording id in ledger failed');
    }
    ports.onChange();
  };

  const keep = async (
    key: DataKey,
    recovery: StoredRecoveryKey | null,
  ): Promise<Result<DataKey>> => {
    const kept = await wrapDataKey(ports, key);
    if (!kept.ok) return kept;
    const next = { format: 1, environment, id: key.id, kept: kept.value, recovery } as const;
    const written = await write(next);
    if (!written.ok) return written;
    isOpenNow(key);
    return ok(key);
  };

  const open = async (): Promise<Result<DataKey>> => {
    if (opened !== null) return ok(opened);
    const read = await readKeyFile(path, environment);
    if (!read.ok) return read;
    const expected = ports.expectedId();
    if (read.value === null) {
      // A new key would make every PIN of this ledger wrong, and its codes unreadable for ever.
      if (expected !== null || !ports.canCreate)
        return fail({ kind: 'data-key', reason: 'missing' });
      return await keep(createDataKey(), null);
    }
    file = read.value;
    if (expected !== null && file.id !== expected) {
      return fail({ kind: 'data-key', reason: 'other-ledger' });
    }
    const unwrapped = await unwrapDataKey(ports, file);
    if (!unwrapped.ok) return unwrapped;
    const key = parseDataKey(unwrapped.value.text, file.id);
    if (key === null) return fail({ kind: 'data-key', reason: 'damaged' });
    if (unwrapped.value.again) {
      const kept = await keep(key, file.recovery);
      if (!kept.ok) log.warn({ environment }, 'data-key: resealing in vault failed');
    }
    isOpenNow(key);
    return ok(key);
  };

  const getState = (): KeysState => ({
    isOpen: opened !== null,
    keptBy: file?.kept.by ?? null,
    recoveryConfirmedAt: file?.recovery?.confirmedAt ?? null,
  });

  const confirm: Keys['confirmRecoveryKey'] = async (offer, end) => {
    if (offered === null || offered.offer !== offer) {
      return fail({ kind: 'recovery-key', reason: 'offer-over' });
    }
    const { identity } = offered;
    if (!isKeyEnding(end, identity)) return fail({ kind: 'recovery-key', reason: 'other-end' });
    const key = await open();
    if (!key.ok) return key;
    if (file === null) return fail({ kind: 'data-key', reason: 'missing' });
    const { encryptToRecipient, toRecipient, computeRecoveryProof } = await import(
      './age/index.ts'
    );
    const recipient = await toRecipient(identity);
    if (recipient === null) throw new Error('a recovery key of our own that is none');
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
    offered = null;
    ports.onChange();
    return ok(getState());
  };

  const enter: Keys['enterRecoveryKey'] = async (text) => {
    const read = await readKeyFile(path, environment);
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
    const held = await decryptWithIdentity(identity, recovery.dataKey).catch(() => null);
    const known = opened ?? (held === null ? null : toDataKey(held));
    if (known === null) return fail({ kind: 'data-key', reason: 'damaged' });
    // Whoever writes into the profile could put a key of his own there, and its recipient.
    if (
      known.id !== id ||
      !isEqualInConstantTime(computeRecoveryProof(known, identity), recovery.vouched)
    ) {
      return fail({ kind: 'data-key', reason: 'damaged' });
    }
    const expected = ports.expectedId();
    if (expected !== null && known.id !== expected) {
      return fail({ kind: 'data-key', reason: 'other-ledger' });
    }
    if (opened !== null) return ok(opened);
    log.warn({ environment }, 'data-key: recovered with recovery key');
    return await keep(known, recovery);
  };

  return {
    open: () => (opened === null ? inTurn(open) : Promise.resolve(ok(opened))),
    now: () => opened,
    getState,
    offerRecoveryKey: async () => {
      const key = await inTurn(open);
      if (!key.ok) return key;
      const { createRecoveryKeyPair } = await import('./age/index.ts');
      const { identity } = await createRecoveryKeyPair();
      offered = { offer: ports.newId(), identity };
      return ok({ offer: offered.offer, shown: formatRecoveryKey(identity) });
    },
    getOfferedKey: (offer) =>
      offered?.offer === offer ? formatRecoveryKey(offered.identity) : null,
    confirmRecoveryKey: (offer, end) => inTurn(() => confirm(offer, end)),
    enterRecoveryKey: (text) => inTurn(() => enter(text)),
    recovery: async () => {
      const key = await inTurn(open);
      return key.ok ? (file?.recovery ?? null) : null;
    },
    replaceDataKey: (key, recovery) =>
      inTurn(async () => {
        const kept = await keep(key, recovery);
        return kept.ok ? ok(null) : kept;
      }),
  };
}
