import { createRowReader, type Database, giftCardSealContexts } from '../../ledger/index.ts';
import { compressData, decompressData } from '../compress-data.ts';

/**
 * The shop's picture: stored once for all papers, and inserted again when a job's bytes are read.
 * Writes run inside the caller's `commit`.
 */

export function savePrintPicture(database: Database, digest: string, data: Uint8Array): void {
  const existing = database.prepare('SELECT 1 FROM pictures WHERE digest = ?').get(digest);
  if (existing !== undefined) return;
  database
    .prepare('INSERT INTO pictures (digest, data) VALUES (?, ?)')
    .run(digest, compressData(data));
}

/** Throws if the ledger does not have the picture. */
export function readPrintPicture(database: Database, digest: string): Uint8Array {
  const row = database.prepare('SELECT data FROM pictures WHERE digest = ?').get(digest);
  if (row === undefined) throw new Error(`the ledger has no picture ${digest}`);
  return decompressData(createRowReader(row).bytes('data'));
}

/**
 * Deletes the bytes of at most `limit` papers that ended before `before` (ISO 8601, UTC); their lines
 * stay. Returns the number of papers. Call it inside a commit.
 */
export function deleteOldPrintJobBytes(database: Database, before: string, limit: number): number {
  const result = database
    .prepare(
      `UPDATE print_jobs SET bytes = NULL WHERE number IN (
         SELECT number FROM print_jobs WHERE bytes IS NOT NULL AND ended_at < ?
         ORDER BY ended_at LIMIT ?)
         AND state IN ('printed', 'unconfirmed', 'refused', 'failed', 'skipped')`,
    )
    .run(before, limit);
  return Number(result.changes);
}

/** The exact bytes of a job; null if it has none yet, or if they were deleted. */
export function readPrintJobBytes(database: Database, jobId: string): Uint8Array | null {
  const row = database
    .prepare('SELECT bytes, is_sealed, picture, picture_at FROM print_jobs WHERE id = ?')
    .get(jobId);
  if (row === undefined || row.bytes === null) return null;
  const read = createRowReader(row);
  const stored = read.bytes('bytes');
  const isSealed = read.integer('is_sealed') === 1;
  const unpacked = decompressData(
    isSealed ? database.codeSealer.openBytes(stored, giftCardSealContexts.bytes(jobId)) : stored,
  );
  const [digest, at] = [read.textOrNull('picture'), read.integerOrNull('picture_at')];
  if (digest === null || at === null) return unpacked;
  return Buffer.concat([
    unpacked.subarray(0, at),
    readPrintPicture(database, digest),
    unpacked.subarray(at),
  ]);
}
