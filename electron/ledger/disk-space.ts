import { rmSync, statfsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageError } from './storage-error.ts';

/**
 * Space on the ledger's disk. A request whose response could not be written must not be sent.
 * Therefore a file reserves some space, and is deleted when a commit fails on a full disk: the
 * requests in progress can then still be recorded. Without the reserve, and without space for a new
 * one, no new request is sent.
 */
export interface DiskSpace {
  /** Throws `StorageError` (`full`) unless a response, its papers and their journal fit. */
  assertEnough(): void;
  /** Free bytes, without the reserve; null if the file system does not report them. */
  getFreeBytes(): number | null;
  /** False if `assertEnough` would throw. */
  isEnough(): boolean;
  /**
   * Writes the reserve if it is missing and there is space for it. Do not call it during a payment.
   * Resolves once it is written, also if an earlier call started it.
   */
  ensureReserve(): Promise<void>;
  /** Deletes the reserve; called when a commit fails on a full disk. */
  releaseReserve(): void;
}

/** A response of some megabytes and its papers, twice: in the journal and in the ledger. */
const RESERVE_BYTES = 8 * 1024 * 1024;
/** The space that must be free in addition to the reserve: several times the size of an intent. */
const MIN_FREE_BYTES = 1024 * 1024;

export function createDiskSpace(databaseFile: string): DiskSpace {
  const reserve = `${databaseFile}.reserve`;
  let hasReserve = statSync(reserve, { throwIfNoEntry: false })?.size === RESERVE_BYTES;
  let reserveWrite: Promise<void> | null = null;

  const getFreeBytes = (): number | null => {
    try {
      const { bavail, bsize } = statfsSync(dirname(databaseFile));
      return bavail * bsize;
    } catch {
      // The next commit reports the reason.
      return null;
    }
  };
  const hasFreeBytes = (bytes: number): boolean => (getFreeBytes() ?? bytes) >= bytes;

  const isEnough = (): boolean =>
    hasFreeBytes(hasReserve ? MIN_FREE_BYTES : 2 * RESERVE_BYTES + MIN_FREE_BYTES);

  const writeReserve = async (): Promise<void> => {
    const partialFile = `${reserve}.part`;
    try {
      const handle = await open(partialFile, 'w', 0o600);
      try {
        // Not zeros: some file systems allocate no space for them.
        const chunk = crypto.getRandomValues(new Uint8Array(65_536));
        for (let at = 0; at < RESERVE_BYTES; at += chunk.length) await handle.write(chunk);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(partialFile, reserve);
      hasReserve = true;
    } catch {
      // The disk has filled up meanwhile: `assertEnough` uses the free bytes.
      await rm(partialFile, { force: true }).catch(() => {});
    }
  };

  return {
    getFreeBytes,
    isEnough,
    assertEnough: () => {
      if (!isEnough()) throw new StorageError('full', databaseFile, null);
    },
    ensureReserve: async () => {
      if (
        hasReserve ||
        (reserveWrite === null && !hasFreeBytes(2 * RESERVE_BYTES + MIN_FREE_BYTES))
      )
        return;
      reserveWrite ??= writeReserve().finally(() => {
        reserveWrite = null;
      });
      await reserveWrite;
    },
    releaseReserve: () => {
      if (!hasReserve) return;
      hasReserve = false;
      rmSync(reserve, { force: true });
    },
  };
}
