import {
  column,
  type Database,
  defineInsert,
  defineTable,
  type RowOf,
} from '../../../ledger/index.ts';

/** Queries of the servers' host keys, by host and port. */

const HOST_KEYS = defineTable('reconciliation_host_keys', {
  host: column.text('host'),
  port: column.integer('port'),
  confirmed: column.orNull(
    column.group({
      keyType: column.text('key_type'),
      fingerprint: column.text('fingerprint'),
      at: column.text('confirmed_at'),
      by: column.text('confirmed_by'),
    }),
  ),
  /** The last key that was seen and differs from the confirmed one. */
  seen: column.orNull(
    column.group({
      keyType: column.text('seen_type'),
      fingerprint: column.text('seen_fingerprint'),
      at: column.text('seen_at'),
    }),
  ),
});
export type HostKeyRow = Pick<RowOf<typeof HOST_KEYS>, 'confirmed' | 'seen'>;

const seenKeyInsert = defineInsert(HOST_KEYS, {
  onlyFields: ['host', 'port', 'seen'],
  onConflictSql: `ON CONFLICT (host, port) DO UPDATE SET seen_type = excluded.seen_type,
    seen_fingerprint = excluded.seen_fingerprint, seen_at = excluded.seen_at`,
});

export function readHostKey(
  database: Pick<Database, 'prepare'>,
  host: string,
  port: number,
): HostKeyRow {
  const row = database
    .prepare('SELECT * FROM reconciliation_host_keys WHERE host = ? AND port = ?')
    .get(host, port);
  if (!row) return { confirmed: null, seen: null };
  const { confirmed, seen } = HOST_KEYS.read(row);
  return { confirmed, seen };
}

export function writeSeenHostKey(
  database: Database,
  server: { readonly host: string; readonly port: number },
  seen: NonNullable<HostKeyRow['seen']>,
): void {
  seenKeyInsert.run(database, { ...server, seen });
}

/** Replaces the confirmed key by the seen one. */
export function confirmHostKey(
  database: Database,
  server: { readonly host: string; readonly port: number },
  confirmed: { readonly at: string; readonly by: string },
): void {
  database
    .prepare(
      `UPDATE reconciliation_host_keys SET key_type = seen_type, fingerprint = seen_fingerprint,
         confirmed_at = ?, confirmed_by = ?, seen_type = NULL, seen_fingerprint = NULL,
         seen_at = NULL
       WHERE host = ? AND port = ? AND seen_fingerprint IS NOT NULL`,
    )
    .run(confirmed.at, confirmed.by, server.host, server.port);
}

/** Clears the seen key when the server presents its confirmed key again. */
export function clearSeenHostKey(
  database: Database,
  server: { readonly host: string; readonly port: number },
): void {
  database
    .prepare(
      `UPDATE reconciliation_host_keys SET seen_type = NULL, seen_fingerprint = NULL, seen_at = NULL
       WHERE host = ? AND port = ?`,
    )
    .run(server.host, server.port);
}
