import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { verifyHashChain } from '../../ledger/audit/index.ts';
import {
  findLedgerSchemaDifference,
  LEDGER_VERSION,
  openImmutable,
  readLedgerFormat,
} from '../../ledger/index.ts';
import {
  type LedgerExtent,
  type LedgerIdentity,
  listApprovers,
  readLedgerExtent,
  readLedgerIdentity,
} from './ledger-queries.ts';
import { type RowDigests, readRowDigests } from './row-digests.ts';
import { readStaffAndCashDigest, type StaffAndCashDigest } from './staff-and-cash-digest.ts';

/** A ledger file whose whole content was checked. */
export interface LedgerInspection {
  readonly bytes: number;
  readonly sha256: string;
  readonly version: number;
  readonly identity: LedgerIdentity;
  readonly extent: LedgerExtent;
  /** Whether the hash chain of its audit log is intact. */
  readonly isChainWhole: boolean;
  /** A ledger in use is compared with these, row by row. */
  readonly rowDigests: RowDigests;
  readonly staffAndCash: StaffAndCashDigest;
  /** The people whose PIN counts in it. */
  readonly approvers: readonly { readonly id: string; readonly name: string }[];
}

export type InspectionProblem =
  | 'not-there'
  | 'not-a-ledger'
  | 'damaged'
  /** Its schema is not the one that this program gives to a ledger. */
  | 'altered'
  | 'newer-version'
  | 'earlier-format';

export type InspectionResult =
  | { readonly found: LedgerInspection }
  /** `said` is the text of SQLite or the system, for the log. */
  | { readonly trouble: InspectionProblem; readonly said: string };

/**
 * The full integrity check and the digest of a file that nobody writes to; creates nothing beside
 * it. It is slow and blocks its thread, so run it in a thread of its own.
 */
export async function inspectLedger(file: string): Promise<InspectionResult> {
  let reader: DatabaseSync | null = null;
  try {
    const { bytes, sha256, isDatabase } = await readLedgerFile(file);
    if (!isDatabase) return { trouble: 'not-a-ledger', said: 'no header of SQLite' };
    const opened = openImmutable(file);
    reader = opened;
    const format = readLedgerFormat(opened);
    if (format.kind === 'earlier-format') {
      return { trouble: 'earlier-format', said: String(format.version) };
    }
    if (format.kind !== 'ledger') return { trouble: 'not-a-ledger', said: format.kind };
    const { version } = format;
    if (version > LEDGER_VERSION) return { trouble: 'newer-version', said: String(version) };
    const said = opened.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
    if (said !== 'ok') return { trouble: 'damaged', said: String(said) };
    const foreign = findLedgerSchemaDifference(opened, version);
    if (foreign !== null) return { trouble: 'altered', said: foreign };
    const identity = readLedgerIdentity(opened);
    if (!identity) return { trouble: 'not-a-ledger', said: 'no till has opened it' };
    const extent = readLedgerExtent(opened);
    const hashChain = await verifyHashChain(opened, async () => {});
    const isChainWhole = hashChain.firstBreak === null;
    const rowDigests = readRowDigests(opened, {
      acts: hashChain.rowCount,
      payments: extent.payments,
    });
    const approvers = listApprovers(opened);
    const staffAndCash = readStaffAndCashDigest(opened);
    const whole = { bytes, sha256, version, identity, extent, isChainWhole };
    return { found: { ...whole, rowDigests, staffAndCash, approvers } };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (getErrorCode(error) === 'ENOENT') return { trouble: 'not-there', said };
    return { trouble: 'damaged', said };
  } finally {
    reader?.close();
  }
}

const SQLITE_HEADER = 'SQLite format 3\0';
const MAX_UNTHROTTLED_BYTES = 32 * 1024 * 1024;

/** A piece at a time, and then the disk and the memory are the counter's for as long. */
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
      const began = performance.now();
      const read = readSync(handle, piece);
      if (read === 0) break;
      if (bytes === 0) isDatabase = piece.toString('latin1', 0, 16) === SQLITE_HEADER;
      bytes += read;
      hash.update(piece.subarray(0, read));
      // A shop's small ledger is checked at once.
      if (bytes > MAX_UNTHROTTLED_BYTES) await setTimeout(performance.now() - began);
    }
    return { bytes, sha256: hash.digest('hex'), isDatabase };
  } finally {
    closeSync(handle);
  }
}

function getErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
