import { readSqlFile } from '../../platform/index.ts';

/** The tables of the changes that a till sends to its chain. */
export const CHAIN_SYNC_SCHEMA = readSqlFile(import.meta.url, './2-chain.sql');

/**
 * The statements that create the triggers which record those changes. They exist only if a chain is
 * configured (`chain-triggers.ts`).
 */
export const CREATE_CHAIN_SYNC_TRIGGERS: readonly string[] = readSqlFile(
  import.meta.url,
  './chain-triggers.sql',
).split('\n\n');

/**
 * The migrations to each version, in order; the database's `user_version` counts the applied ones.
 * The first is the whole initial schema, with a file for each topic. Versions 2 to 15 are separate
 * migrations, because ledgers of version 1 exist on the machines of test users, which thereby test
 * the migrations.
 *
 * Each ledger stores the text of its statements, and every opening compares it. So no file may be
 * edited, not even an indentation: a change is appended as the next migration.
 *
 * Amounts are decimal text with their currency beside them; times are ISO 8601 text in UTC.
 */
export const MIGRATIONS: readonly string[] = [
  readSqlFile(import.meta.url, './1-staff.sql') +
    readSqlFile(import.meta.url, './1-cash.sql') +
    readSqlFile(import.meta.url, './1-payments.sql') +
    readSqlFile(import.meta.url, './1-refunds.sql') +
    readSqlFile(import.meta.url, './1-print-jobs.sql') +
    readSqlFile(import.meta.url, './1-catalog.sql') +
    readSqlFile(import.meta.url, './1-audit.sql') +
    readSqlFile(import.meta.url, './1-reconciliation.sql') +
    readSqlFile(import.meta.url, './1-shown-accounts.sql'),
  CHAIN_SYNC_SCHEMA,
  readSqlFile(import.meta.url, './3-sales.sql') + readSqlFile(import.meta.url, './3-baskets.sql'),
  readSqlFile(import.meta.url, './4-customers.sql') + readSqlFile(import.meta.url, './4-notes.sql'),
  readSqlFile(import.meta.url, './5-bill-types.sql'),
  readSqlFile(import.meta.url, './6-unseen-outcomes.sql'),
  readSqlFile(import.meta.url, './7-missing-codes.sql'),
  readSqlFile(import.meta.url, './8-totals.sql'),
  readSqlFile(import.meta.url, './9-staff-seals.sql'),
  readSqlFile(import.meta.url, './10-bill-layouts.sql'),
  readSqlFile(import.meta.url, './11-cash-drops.sql'),
  readSqlFile(import.meta.url, './12-claims.sql'),
  readSqlFile(import.meta.url, './13-chain-bill-layouts.sql'),
  readSqlFile(import.meta.url, './14-audit-kind-starts.sql'),
  readSqlFile(import.meta.url, './15-bill-code-lengths.sql'),
];
