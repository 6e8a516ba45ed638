import type { Database } from './database.ts';
import { readRow } from './rows.ts';

/** Money that goes from the drawer to the customer. Times are ISO 8601 in UTC. */

export interface HandOverRow {
  /** A supervisor let it go without the slip. */
  readonly releasedAt: string | null;
  readonly handedAt: string | null;
}

export function readHandOver(database: Database, intentId: string): HandOverRow | null {
  const row = database
    .prepare('SELECT released_at, handed_at FROM hand_overs WHERE intent_id = ?')
    .get(intentId);
  if (!row) return null;
  const read = readRow(row);
  return { releasedAt: read.textOrNull('released_at'), handedAt: read.textOrNull('handed_at') };
}

/** Inside a commit. What was released first stays. */
export function insertRelease(
  database: Database,
  intentId: string,
  release: { readonly at: string; readonly by: string; readonly reason: string },
): void {
  database
    .prepare(
      `INSERT INTO hand_overs (intent_id, released_at, released_by, release_reason)
       VALUES (?, ?, ?, ?) ON CONFLICT (intent_id) DO NOTHING`,
    )
    .run(intentId, release.at, release.by, release.reason);
}

/** Inside a commit. What was handed over first stays. */
export function markHandedOver(
  database: Database,
  intentId: string,
  handed: { readonly at: string; readonly by: string },
): void {
  database
    .prepare(
      `INSERT INTO hand_overs (intent_id, handed_at, handed_by) VALUES (?, ?, ?)
       ON CONFLICT (intent_id) DO UPDATE SET
         handed_at = coalesce(handed_at, excluded.handed_at),
         handed_by = coalesce(handed_by, excluded.handed_by)`,
    )
    .run(intentId, handed.at, handed.by);
}
