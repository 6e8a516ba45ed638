import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { followHashChain } from '../audit/index.ts';
import { foreignInLedger, LEDGER_VERSION, ledgerFormat, openUnchanging } from '../ledger/index.ts';
import { type PeopleAndCash, peopleAndCashOf } from './people-and-cash.ts';
import {
  approversIn,
  type LedgerExtent,
  type LedgerIdentity,
  ledgerExtent,
  ledgerIdentity,
} from './queries.ts';
import { type RowDigests, rowDigestsOf } from './row-digests.ts';

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
  readonly peopleAndCash: PeopleAndCash;
  /** The people whose PIN counts in it. */
  readonly approvers: readonly { readonly id: string; readonly name: string }[];
}

export type InspectionTrouble =
  | 'not-there'
  | 'not-a-ledger'
  | 'damaged'
  /** Its schema is not the one that this program gives to a ledger. */
  | 'altered'
  | 'newer-version'
  | 'earlier-format';

export type Inspected =
  | { readonly found: LedgerInspection }
  /** `said` is the text of SQLite or the system, for the log. */
  | { readonly trouble: InspectionTrouble; readonly said: string };

/**
 * The full integrity check and the digest of a file that nobody writes to; creates nothing beside
 * it. It is slow and blocks its thread, so run it in a thread of its own.
 */
export async function inspectLedger(file: string): Promise<Inspected> {
  let reader: DatabaseSync | null = null;
  try {
    const { bytes, sha256, isDatabase } = await readWhole(file);
    if (!isDatabase) return { trouble: 'not-a-ledger', said: 'no header of SQLite' };
    const opened = openUnchanging(file);
    reader = opened;
    const format = ledgerFormat(opened);
    if (format.kind === 'earlier-format') {
      return { trouble: 'earlier-format', said: String(format.version) };
    }
    if (format.kind !== 'ledger') return { trouble: 'not-a-ledger', said: format.kind };
    const { version } = format;
    if (version > LEDGER_VERSION) return { trouble: 'newer-version', said: String(version) };
    const said = opened.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
    if (said !== 'ok') return { trouble: 'damaged', said: String(said) };
    const foreign = foreignInLedger(opened, version);
    if (foreign !== null) return { trouble: 'altered', said: foreign };
    const identity = ledgerIdentity(opened);
    if (!identity) return { trouble: 'not-a-ledger', said: 'no till has opened it' };
    const extent = ledgerExtent(opened);
    const hashChain = await followHashChain(opened, async () => {});
    const isChainWhole = hashChain.trouble === null;
    const rowDigests = rowDigestsOf(opened, { acts: hashChain.rows, payments: extent.payments });
    const approvers = approversIn(opened);
    const peopleAndCash = peopleAndCashOf(opened);
    const whole = { bytes, sha256, version, identity, extent, isChainWhole };
    return { found: { ...whole, rowDigests, peopleAndCash, approvers } };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (codeOf(error) === 'ENOENT') return { trouble: 'not-there', said };
    return { trouble: 'damaged', said };
  } finally {
    reader?.close();
  }
}

const SQLITE_HEADER = 'SQLite format 3\0';
const SMALL_BYTES = 32 * 1024 * 1024;

/** A piece at a time, and then the disk and the memory are the counter's for as long. */
async function readWhole(file: string): Promise<{
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
      if (bytes > SMALL_BYTES) await setTimeout(performance.now() - began);
    }
    return { bytes, sha256: hash.digest('hex'), isDatabase };
  } finally {
    closeSync(handle);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
