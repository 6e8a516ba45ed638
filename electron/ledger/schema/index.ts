import { AUDIT_SCHEMA } from './audit.ts';
import { BASKETS_SCHEMA } from './baskets.ts';
import { BILL_TYPES_SCHEMA } from './bill-types.ts';
import { CASH_SCHEMA } from './cash.ts';
import { CATALOG_SCHEMA } from './catalog.ts';
import { CHAIN_SCHEMA } from './chain.ts';
import { CUSTOMERS_SCHEMA } from './customers.ts';
import { MISSING_CODES_SCHEMA } from './missing-codes.ts';
import { NOTES_SCHEMA } from './notes.ts';
import { PAYMENTS_SCHEMA } from './payments.ts';
import { PRINT_JOBS_SCHEMA } from './print-jobs.ts';
import { RECONCILIATION_SCHEMA } from './reconciliation.ts';
import { REFUNDS_SCHEMA } from './refunds.ts';
import { SALES_SCHEMA } from './sales.ts';
import { SHOWN_ACCOUNTS_SCHEMA } from './shown-accounts.ts';
import { STAFF_SCHEMA } from './staff.ts';
import { TOTALS_SCHEMA } from './totals.ts';
import { UNSEEN_OUTCOMES_SCHEMA } from './unseen-outcomes.ts';

/**
 * The migrations to each version, in order; the database's `user_version` counts the applied ones.
 * The first is the whole initial schema, with a file for each topic. Versions 2 to 8 are separate
 * migrations, because ledgers of version 1 exist on the machines of test users, which thereby test
 * the migrations. A migration that such a ledger has applied must not be edited, not even a comment
 * in its SQL: a change is appended as the next migration.
 *
 * Amounts are decimal text with their currency beside them; times are ISO 8601 text in UTC.
 */
export const MIGRATIONS: readonly string[] = [
  STAFF_SCHEMA +
    CASH_SCHEMA +
    PAYMENTS_SCHEMA +
    REFUNDS_SCHEMA +
    PRINT_JOBS_SCHEMA +
    CATALOG_SCHEMA +
    AUDIT_SCHEMA +
    RECONCILIATION_SCHEMA +
    SHOWN_ACCOUNTS_SCHEMA,
  CHAIN_SCHEMA,
  SALES_SCHEMA + BASKETS_SCHEMA,
  CUSTOMERS_SCHEMA + NOTES_SCHEMA,
  BILL_TYPES_SCHEMA,
  UNSEEN_OUTCOMES_SCHEMA,
  MISSING_CODES_SCHEMA,
  TOTALS_SCHEMA,
];
