import { type Database, readRow, sealLocations } from '../../ledger/index.ts';
import { packData, unpackData } from '../pack-data.ts';

/**
 * The shop's picture: kept once for all papers, and put back where a job's bytes are read. Writes
 * run inside the caller's `commit`.
 */

export function savePicture(database: Database, digest: string, data: Uint8Array): void {
  const known = database.prepare('SELECT 1 FROM pictures WHERE digest = ?').get(digest);
  if (known !== undefined) return;
  database.prepare('INSERT INTO pictures (digest, data) VALUES (?, ?)').run(digest, packData(data));
}

/** Throws if the ledger does not have it. */
export function readPicture(database: Database, digest: string): Uint8Array {
  const row = database.prepare('SELECT data FROM pictures WHERE digest = ?').get(digest);
  if (row === undefined) throw new Error(`the ledger has no picture ${digest}`);
  return unpackData(readRow(row).bytes('data'));
}

/**
 * Drops the bytes of papers that ended before then, some at a time; their lines stay. Returns how
 * many papers it was. Call it inside a commit.
 */
export function deleteOldJobBytes(database: Database, before: string, most: number): number {
  const dropped = database
    .prepare(
      `UPDATE print_jobs SET bytes = NULL WHERE number IN (
         SELECT number FROM print_jobs WHERE bytes IS NOT NULL AND ended_at < ?
         ORDER BY ended_at LIMIT ?)
         AND state IN ('printed', 'unconfirmed', 'refused', 'failed', 'skipped')`,
    )
    .run(before, most);
  return Number(dropped.changes);
}

/** The very bytes of a job; null if they were not made, or not kept for so long. */
export function readJobBytes(database: Database, jobId: string): Uint8Array | null {
  const row = database
    .prepare('SELECT bytes, is_sealed, picture, picture_at FROM print_jobs WHERE id = ?')
    .get(jobId);
  if (row === undefined || row.bytes === null) return null;
  const read = readRow(row);
  const kept = read.bytes('bytes');
  const isSealed = read.integer('is_sealed') === 1;
  const rest = unpackData(
    isSealed ? database.codes.openBytes(kept, sealLocations.bytes(jobId)) : kept,
  );
  const [digest, at] = [read.textOrNull('picture'), read.integerOrNull('picture_at')];
  if (digest === null || at === null) return rest;
  return Buffer.concat([rest.subarray(0, at), readPicture(database, digest), rest.subarray(at)]);
}
