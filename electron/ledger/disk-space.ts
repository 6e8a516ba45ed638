import { rmSync, statfsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageError } from './storage-error.ts';

/**
 * Room on the ledger's disk. A request whose answer could not be written must not leave; so some
 * room is set aside in a file, and given up when a commit finds the disk full: what is then under
 * way can still be written. While the reserve is gone and the disk has no room for another, nothing
 * new is sent.
 */
export interface DiskSpace {
  /** Throws `StorageError` (`full`) unless an answer, its papers and their journal will fit. */
  assertEnough(): void;
  /** Bytes that are free, without the reserve; null if the folder does not tell. */
  getFreeBytes(): number | null;
  /** Whether `require` would throw. */
  isEnough(): boolean;
  /**
   * Sets the reserve aside if there is none, and room for one. Not on the way to a payment. Resolves
   * once it is written, also if an earlier call began it.
   */
  ensureReserve(): Promise<void>;
  /** A commit has found the disk full. */
  releaseReserve(): void;
}

/** An answer of some megabytes, and its papers, twice: in the journal, and in the ledger. */
const RESERVE_BYTES = 8 * 1024 * 1024;
/** What a reserve leaves free, and what must be free beside it: an intent fits several times. */
const MIN_FREE_BYTES = 1024 * 1024;

export function createDiskSpace(file: string): DiskSpace {
  const reserve = `${file}.reserve`;
  let isKept = statSync(reserve, { throwIfNoEntry: false })?.size === RESERVE_BYTES;
  let keeping: Promise<void> | null = null;

  const getFreeBytes = (): number | null => {
    try {
      const { bavail, bsize } = statfsSync(dirname(file));
      return bavail * bsize;
    } catch {
      // The commit that follows finds out why.
      return null;
    }
  };
  const isFree = (bytes: number): boolean => (getFreeBytes() ?? bytes) >= bytes;

  const isEnough = (): boolean =>
    isFree(isKept ? MIN_FREE_BYTES : 2 * RESERVE_BYTES + MIN_FREE_BYTES);

  const setAside = async (): Promise<void> => {
    const unfinished = `${reserve}.part`;
    try {
      const handle = await open(unfinished, 'w', 0o600);
      try {
        // Not zeros: some disks keep none of them.
        const piece = crypto.getRandomValues(new Uint8Array(65_536));
        for (let at = 0; at < RESERVE_BYTES; at += piece.length) await handle.write(piece);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, reserve);
      isKept = true;
    } catch {
      // The disk has filled up meanwhile: `require` goes by what is free.
      await rm(unfinished, { force: true }).catch(() => {});
    }
  };

  return {
    getFreeBytes,
    isEnough,
    assertEnough: () => {
      if (!isEnough()) throw new StorageError('full', file, null);
    },
    ensureReserve: async () => {
      if (isKept || (keeping === null && !isFree(2 * RESERVE_BYTES + MIN_FREE_BYTES))) return;
      keeping ??= setAside().finally(() => {
        keeping = null;
      });
      await keeping;
    },
    releaseReserve: () => {
      if (!isKept) return;
      isKept = false;
      rmSync(reserve, { force: true });
    },
  };
}
