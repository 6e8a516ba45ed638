import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { verifyHashChain } from '../../ledger/audit/index.ts';
import {
  CURRENT_LEDGER_VERSION,
  findLedgerSchemaDifference,
  openDatabaseImmutable,
  readLedgerFormat,
} from '../../ledger/index.ts';
import { isIrregularFile } from '../../platform/index.ts';
import {
  type LedgerExtent,
  type LedgerIdentity,
  listRestoreApprovers,
  readLedgerExtent,
  readLedgerIdentity,
} from './ledger-queries.ts';
import { type RowDigests, readRowDigests } from './row-digests.ts';
import { readStaffAndCashDigest, type StaffAndCashDigest } from './staff-and-cash-digest.ts';

/** The result of a full check of a ledger file. */
export interface LedgerInspection {
  readonly bytes: number;
  readonly sha256: string;
  readonly schemaVersion: number;
  readonly identity: LedgerIdentity;
  readonly extent: LedgerExtent;
  /** Whether the hash chain of its audit log is intact. */
  readonly isHashChainIntact: boolean;
  /** Digests for comparing a ledger in use row by row. */
  readonly rowDigests: RowDigests;
  readonly staffAndCash: StaffAndCashDigest;
  /** The active supervisors and owners in it. */
  readonly restoreApprovers: readonly { readonly id: string; readonly name: string }[];
}

export type LedgerInspectionProblem =
  | 'not-there'
  | 'not-a-ledger'
  | 'damaged'
  /** Its schema differs from the one that this program creates. */
  | 'altered'
  | 'newer-version'
  | 'earlier-format';

export type LedgerInspectionResult =
  | { readonly inspection: LedgerInspection }
  /** `message` is the message of SQLite or of the operating system, for the log. */
  | { readonly problem: LedgerInspectionProblem; readonly message: string };

/**
 * Runs the full integrity check on a ledger file that nobody writes to, and computes its digest.
 * Creates no file beside it. The check is slow and blocks its thread, so run it in a worker thread.
 */
export async function inspectLedger(file: string): Promise<LedgerInspectionResult> {
  if (isIrregularFile(file)) return { problem: 'not-a-ledger', message: 'no regular file' };
  let reader: DatabaseSync | null = null;
  try {
    const { bytes, sha256, isDatabase } = await readLedgerFile(file);
    if (!isDatabase) return { problem: 'not-a-ledger', message: 'no header of SQLite' };
    const opened = openDatabaseImmutable(file);
    reader = opened;
    const format = readLedgerFormat(opened);
    if (format.kind === 'earlier-format') {
      return { problem: 'earlier-format', message: String(format.version) };
    }
    if (format.kind !== 'ledger') return { problem: 'not-a-ledger', message: format.kind };
    const { version } = format;
    if (version > CURRENT_LEDGER_VERSION)
      return { problem: 'newer-version', message: String(version) };
    const integrity = opened.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
    if (integrity !== 'ok') return { problem: 'damaged', message: String(integrity) };
    const schemaDifference = findLedgerSchemaDifference(opened, version);
    if (schemaDifference !== null) return { problem: 'altered', message: schemaDifference };
    const identity = readLedgerIdentity(opened);
    if (!identity) return { problem: 'not-a-ledger', message: 'no till has opened it' };
    const extent = readLedgerExtent(opened);
    const hashChain = await verifyHashChain(opened, async () => {});
    const isHashChainIntact = hashChain.firstBreak === null;
    const rowDigests = readRowDigests(opened, {
      auditRows: hashChain.rowCount,
      payments: extent.payments,
    });
    const restoreApprovers = listRestoreApprovers(opened);
    const staffAndCash = readStaffAndCashDigest(opened);
    const facts = { bytes, sha256, schemaVersion: version, identity, extent, isHashChainIntact };
    return { inspection: { ...facts, rowDigests, staffAndCash, restoreApprovers } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (getErrorCode(error) === 'ENOENT') return { problem: 'not-there', message };
    return { problem: 'damaged', message };
  } finally {
    reader?.close();
  }
}

const SQLITE_HEADER = 'SQLite format 3\0';
const MAX_UNTHROTTLED_BYTES = 32 * 1024 * 1024;

/**
 * Reads the file in pieces. After each piece it pauses for as long as the read took, to leave disk
 * and memory to the counter.
 */
async function readLedgerFile(file: string): Promise<{
  readonly bytes: number;
  readonly sha256: string;
  readonly isDatabase: boolean;
}> {
  const handle = openSync(file, 'r');
  try {
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafe(1_048_576);
    let bytes = 0;
    let isDatabase = false;
    for (;;) {
      const startedAt = performance.now();
      const readBytes = readSync(handle, piece);
      if (readBytes === 0) break;
      if (bytes === 0) isDatabase = piece.toString('latin1', 0, 16) === SQLITE_HEADER;
      bytes += readBytes;
      hash.update(piece.subarray(0, readBytes));
      // A small ledger is read without pauses.
      if (bytes > MAX_UNTHROTTLED_BYTES) await setTimeout(performance.now() - startedAt);
    }
    return { bytes, sha256: hash.digest('hex'), isDatabase };
  } finally {
    closeSync(handle);
  }
}

function getErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
