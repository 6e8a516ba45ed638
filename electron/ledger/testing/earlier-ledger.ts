import { DatabaseSync } from 'node:sqlite';

/**
 * Creates a ledger from before version 1: its `user_version` counted other migrations, and its header
 * named no application.
 */
export function createEarlierLedger(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE intents (id TEXT PRIMARY KEY, external_id TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE outcomes (intent_id TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT;
    INSERT INTO intents (id, external_id) VALUES ('one', '0190'), ('two', '0191');
    INSERT INTO outcomes (intent_id, state) VALUES ('one', 'paid'), ('two', 'unknown');
    PRAGMA user_version = 11;
  `);
  database.close();
}
