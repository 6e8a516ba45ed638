import {
  type CallOutput,
  type CustomerAccount,
  fail,
  hasPermission,
  ok,
  type Result,
  type Role,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { maskAccount } from '../../../shared/i18n/index.ts';
import { maskName, maskPhone } from '../../../shared/rules/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import { createStorageGuard, type Database, type Intent } from '../../ledger/index.ts';
import {
  type Clock,
  type CreateId,
  createExpiringMap,
  type Log,
  toIsoTime,
} from '../../platform/index.ts';
import {
  CUSTOMER_ACCOUNT_KINDS,
  type CustomerAccountRow,
  type CustomerRetentionLimits,
  countCustomers,
  deleteAllCustomers,
  deleteCustomer,
  deleteCustomersBeyondRetention,
  findCustomers,
  hasCustomersBeyondRetention,
  readCustomer,
  updateCustomerPhone,
  upsertCustomer,
} from './customer-queries.ts';

export interface CustomerPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly audit: Audit;
  readonly log: Log;
  /** For how many days accounts are kept; 0 means that none are stored. Read at each use. */
  readonly retentionDays: () => number;
  /** Null until the service's time is known: before that no account expires. */
  readonly clockBounds: () => ClockBounds | null;
}

/** The times of this computer and the service, one of which may be years wrong. Milliseconds. */
export interface ClockBounds {
  readonly earliestNow: number;
  readonly latestNow: number;
}

/** The signed-in cashier who makes the call. */
export interface CallingCashier extends AuditPerson {
  readonly role: Role;
}

/** The account holder that the service returned for a consult. */
export interface AccountHolder {
  readonly billerId: number;
  readonly accountNumber: string;
  readonly nameOnAccount: string | null;
}

type PaidIntent = Pick<
  Intent,
  'kind' | 'billerId' | 'billerName' | 'accountNumber' | 'accountShown' | 'nameOnAccount'
>;

export interface Customers {
  find(
    input: ValidatedCallInput<'customers.find'>,
    by: CallingCashier,
  ): Result<CallOutput<'customers.find'>>;
  open(
    input: ValidatedCallInput<'customers.open'>,
    by: CallingCashier,
  ): Result<CallOutput<'customers.open'>>;
  setPhone(
    input: ValidatedCallInput<'customers.setPhone'>,
    by: CallingCashier,
  ): Result<CustomerAccount>;
  /** `approver` is the person whose PIN allowed it; null if the role did. */
  delete(
    input: { readonly customerId: string },
    by: AuditPerson,
    approver: AuditPerson | null,
  ): Result<Record<string, never>>;
  deleteAll(
    by: AuditPerson,
    approver: AuditPerson | null,
  ): Result<CallOutput<'customers.deleteAll'>>;
  /** Remembers the account holder of a consult, in memory, for a payment that may follow. */
  cacheAccountHolder(holder: AccountHolder): void;
  /** Stores the account of a paid payment. Call it after the payment's commit. Throws `StorageError`. */
  saveAccountOfPaidIntent(intent: PaidIntent): void;
  /** Deletes expired accounts. Never throws. */
  deleteExpiredCustomers(): void;
}

const DAY_MS = 86_400_000;
/** The name is known before the payment, whose outcome may take long. */
const NAME_TTL_MS = 2 * 3_600_000;
/** More than a shop's customers of a year, and small enough to search in a millisecond. */
const MAX_CUSTOMERS = 5_000;
const MAX_NAME_LENGTH = 120;
/** Later than any use: as `since` it matches no account. */
const FAR_FUTURE = '9999-12-31T00:00:00.000Z';
const FAR_PAST = '';

export function createCustomers(ports: CustomerPorts): Customers {
  const { database, clock, audit, log } = ports;
  const { catchStorageError } = createStorageGuard(ports);
  let names = createExpiringMap<string>(clock, NAME_TTL_MS);
  const toAccountId = ({ billerId, accountNumber }: Omit<AccountHolder, 'nameOnAccount'>): string =>
    `${billerId}/${accountNumber}`;

  /** Accounts used since this time are kept and returned. */
  function getRetentionStart(): string {
    const days = ports.retentionDays();
    return days === 0 ? FAR_FUTURE : toIsoTime(clock.now() - days * DAY_MS);
  }

  function readKeptCustomer(id: string): CustomerAccountRow | null {
    return readCustomer(database, id, getRetentionStart());
  }

  /** Removes deleted data from the journal file. Each expiry run retries it. */
  function emptyJournal(): void {
    const error = database.checkpointWriteAheadLog();
    if (error === null) return;
    log.warn({ err: error }, 'customers: emptying ledger journal after deletion failed');
  }

  const createNotFoundFailure = () => fail({ kind: 'not-found', what: 'customer' });

  /** Identifies an account in the audit log, masked as on its receipt. */
  const toAuditDetail = (row: CustomerAccountRow) => ({
    billerName: row.billerName,
    account: maskAccount(row),
  });

  return {
    find: ({ text, limit }, by) =>
      catchStorageError(() => {
        const days = ports.retentionDays();
        if (days === 0) return ok({ days, storedCount: 0, customers: [] });
        const start = getRetentionStart();
        const isMasked = !hasPermission(by.role, 'see-customers');
        const rows = findCustomers(database, { text, isMasked }, start, limit);
        const customers = rows.map((row) => toCustomerAccount(row, by));
        return ok({ days, storedCount: countCustomers(database, start), customers });
      }),
    open: ({ customerId }, by) =>
      catchStorageError(() => {
        const row = readKeptCustomer(customerId);
        if (row === null) return createNotFoundFailure();
        if (!hasPermission(by.role, 'see-customers')) {
          const { id, name } = by;
          audit.note({ kind: 'customer-opened', by: { id, name }, detail: toAuditDetail(row) });
        }
        const { billerId, kind, accountNumber, name } = row;
        return ok({ billerId, kind, accountNumber, name });
      }),
    setPhone: ({ customerId, phone }, by) =>
      catchStorageError(() => {
        const row = readKeptCustomer(customerId);
        if (row === null) return createNotFoundFailure();
        if (row.phone === phone) return ok(toCustomerAccount(row, by));
        database.commit(() => {
          updateCustomerPhone(database, row.id, phone);
          const { id, name } = by;
          audit.recordInTransaction({
            kind: phone === null ? 'customer-phone-removed' : 'customer-phone-set',
            by: { id, name },
            detail: toAuditDetail(row),
          });
        });
        emptyJournal();
        return ok(toCustomerAccount({ ...row, phone }, by));
      }),
    delete: ({ customerId }, by, approver) =>
      catchStorageError(() => {
        const row = readCustomer(database, customerId, '');
        if (row === null) return createNotFoundFailure();
        database.commit(() => {
          deleteCustomer(database, row.id);
          const { id, name } = by;
          audit.recordInTransaction({
            kind: 'customer-forgotten',
            by: { id, name },
            approvedBy: approver,
            detail: toAuditDetail(row),
          });
        });
        names.delete(toAccountId(row));
        emptyJournal();
        return ok({});
      }),
    deleteAll: (by, approver) =>
      catchStorageError(() => {
        const count = database.commit(() => {
          const deleted = deleteAllCustomers(database);
          const { id, name } = by;
          audit.recordInTransaction({
            kind: 'customers-forgotten',
            by: { id, name },
            approvedBy: approver,
            detail: { count: deleted },
          });
          return deleted;
        });
        names = createExpiringMap<string>(clock, NAME_TTL_MS);
        emptyJournal();
        return ok({ count });
      }),
    cacheAccountHolder: (holder) => {
      const name = holder.nameOnAccount;
      if (name !== null && ports.retentionDays() > 0) names.set(toAccountId(holder), name);
    },
    saveAccountOfPaidIntent: (intent) => {
      const kind = CUSTOMER_ACCOUNT_KINDS.find((candidateKind) => candidateKind === intent.kind);
      if (kind === undefined || ports.retentionDays() === 0) return;
      const { billerId, billerName, accountNumber, accountShown } = intent;
      database.commit(() =>
        upsertCustomer(database, {
          id: ports.createId(),
          billerId,
          billerName,
          kind,
          accountNumber,
          accountShown,
          name: formatName(intent.nameOnAccount ?? names.get(toAccountId(intent)) ?? null),
          phone: null,
          usedAt: toIsoTime(clock.now()),
        }),
      );
    },
    deleteExpiredCustomers: () => {
      try {
        if (ports.retentionDays() === 0) names = createExpiringMap<string>(clock, NAME_TTL_MS);
        const limits = toRetentionLimits(ports.retentionDays(), ports.clockBounds());
        if (hasCustomersBeyondRetention(database, limits)) {
          database.commit(() => {
            const count = deleteCustomersBeyondRetention(database, limits);
            if (count === 0) return;
            audit.recordInTransaction({ kind: 'customers-expired', by: null, detail: { count } });
          });
        }
      } catch (error) {
        log.error({ err: error }, 'customers: deleting expired accounts failed');
      }
      // Also removes deletions of an earlier run that ended before it emptied the journal.
      emptyJournal();
    },
  };
}

/** The later clock decides which uses are in the future, the earlier one which are expired. */
function toRetentionLimits(days: number, time: ClockBounds | null): CustomerRetentionLimits {
  const since = time === null ? FAR_PAST : toIsoTime(Math.max(0, time.earliestNow - days * DAY_MS));
  return {
    since: days === 0 ? FAR_FUTURE : since,
    until: time === null ? FAR_FUTURE : toIsoTime(time.latestNow),
    maxCount: MAX_CUSTOMERS,
  };
}

function toCustomerAccount(row: CustomerAccountRow, { role }: CallingCashier): CustomerAccount {
  const { id, billerId, billerName, kind, usedAt } = row;
  const isMasked = !hasPermission(role, 'see-customers');
  return {
    id,
    billerId,
    billerName,
    kind,
    account: isMasked ? maskAccount(row) : row.accountShown,
    name: isMasked && row.name !== null ? maskName(row.name) : row.name,
    phone: isMasked && row.phone !== null ? maskPhone(row.phone) : row.phone,
    isMasked,
    usedAt,
  };
}

/** The name as a single line of limited length. */
function formatName(name: string | null): string | null {
  const line = [...(name ?? '').replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim()];
  return line.length === 0 ? null : line.slice(0, MAX_NAME_LENGTH).join('');
}
