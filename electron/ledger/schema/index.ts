import { AUDIT_SCHEMA } from './audit.ts';
import { BASKETS_SCHEMA } from './baskets.ts';
import { BILL_TYPES_SCHEMA } from './bill-types.ts';
import { CASH_SCHEMA } from './cash.ts';
import { CATALOG_SCHEMA } from './catalog.ts';
import { CHAIN_SCHEMA } from './chain.ts';
import { CUSTOMERS_SCHEMA } from './customers.ts';
import { NOTES_SCHEMA } from './notes.ts';
import { PAYMENTS_SCHEMA } from './payments.ts';
import { PRINT_JOBS_SCHEMA } from './print-jobs.ts';
import { RECONCILIATION_SCHEMA } from './reconciliation.ts';
import { REFUNDS_SCHEMA } from './refunds.ts';
import { SALES_SCHEMA } from './sales.ts';
import { SHOWN_ACCOUNTS_SCHEMA } from './shown-accounts.ts';
import { STAFF_SCHEMA } from './staff.ts';

/**
 * What brings a ledger to each version, in order; the database's `user_version` counts those done.
 * The first is the whole schema as it was begun anew, a file for each topic. Versions 2 to 5 came with
 * later work and stand beside it, because ledgers of version 1 exist on the machines of those who try
 * the till: real ones thereby try the steps from version to version. A step that such a ledger has
 * taken is not edited any more: what has to change is appended as the next migration.
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
];
