import { type Database, readRow } from '../../../ledger/index.ts';

/** Queries of the servers' host keys, by host and port. */

export interface HostKeyRow {
  readonly confirmed: {
    readonly keyType: string;
    readonly fingerprint: string;
    readonly at: string;
    readonly by: string;
  } | null;
  /** The last key that was seen and differs from the confirmed one. */
  readonly seen: {
    readonly keyType: string;
    readonly fingerprint: string;
    readonly at: string;
  } | null;
}

export function readHostKey(database: Database, host: string, port: number): HostKeyRow {
  const row = database
    .prepare('SELECT * FROM reconciliation_host_keys WHERE host = ? AND port = ?')
    .get(host, port);
  if (!row) return { confirmed: null, seen: null };
  const read = readRow(row);
  const fingerprint = read.textOrNull('fingerprint');
  const seen = read.textOrNull('seen_fingerprint');
  return {
    confirmed:
      fingerprint === null
        ? null
        : {
            keyType: read.text('key_type'),
            fingerprint,
            at: read.text('confirmed_at'),
            by: read.text('confirmed_by'),
          },
    seen:
      seen === null
        ? null
        : { keyType: read.text('seen_type'), fingerprint: seen, at: read.text('seen_at') },
  };
}

export function writeSeenHostKey(
  database: Database,
  server: { readonly host: string; readonly port: number },
  seen: NonNullable<HostKeyRow['seen']>,
): void {
  database
    .prepare(
      `INSERT INTO reconciliation_host_keys (host, port, seen_type, seen_fingerprint, seen_at)
       VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (host, port) DO UPDATE SET seen_type = excluded.seen_type,
         seen_fingerprint = excluded.seen_fingerprint, seen_at = excluded.seen_at`,
    )
    .run(server.host, server.port, seen.keyType, seen.fingerprint, seen.at);
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
