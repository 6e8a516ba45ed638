import {
  type CallOutput,
  type CallReceived,
  type CustomerAccount,
  fail,
  hasPermission,
  ok,
  type Result,
  type Role,
} from '../../../shared/contract/index.ts';
import { maskAccount } from '../../../shared/i18n/index.ts';
import { maskName, maskPhone } from '../../../shared/rules/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import { createStorageGuard, type Database, type Intent } from '../../ledger/index.ts';
import {
  type Clock,
  createExpiringMap,
  type Log,
  type NewId,
  toIsoTime,
} from '../../platform/index.ts';
import {
  applyRetentionLimits,
  areRetentionLimitsExceeded,
  CUSTOMER_KINDS,
  type CustomerRow,
  countCustomers,
  deleteAllCustomers,
  deleteCustomer,
  findCustomers,
  type RetentionLimits,
  readCustomer,
  updatePhone,
  upsertCustomer,
} from './customer-queries.ts';

export interface CustomerPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly audit: Audit;
  readonly log: Log;
  /** For how many days they are kept; 0: none are. Read again at each use. */
  readonly retentionDays: () => number;
  /** Null until the service has told the time: before that nothing is deleted for its age. */
  readonly timeBounds: () => TimeBounds | null;
}

/** By this computer's clock and by the service's: one of them may be years wrong. In milliseconds. */
export interface TimeBounds {
  readonly earlier: number;
  readonly later: number;
}

/** Who is signed in and asks. */
export interface CustomerViewer extends AuditPerson {
  readonly role: Role;
}

/** What the service said of an account that was asked about. */
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
    input: CallReceived<'customers.find'>,
    by: CustomerViewer,
  ): Result<CallOutput<'customers.find'>>;
  open(
    input: CallReceived<'customers.open'>,
    by: CustomerViewer,
  ): Result<CallOutput<'customers.open'>>;
  setPhone(input: CallReceived<'customers.setPhone'>, by: CustomerViewer): Result<CustomerAccount>;
  /** `approver`: whose PIN allowed it; null if the role did. */
  forget(
    input: { readonly customerId: string },
    by: AuditPerson,
    approver: AuditPerson | null,
  ): Result<Record<string, never>>;
  forgetAll(
    by: AuditPerson,
    approver: AuditPerson | null,
  ): Result<CallOutput<'customers.forgetAll'>>;
  /** The service told whose account it is, before it is known whether it will be paid. */
  rememberName(name: AccountHolder): void;
  /** It is paid: after the commit that says so. Throws what the ledger throws. */
  recordPaid(intent: PaidIntent): void;
  /** Deletes what is older than the days. Never throws. */
  expire(): void;
}

const DAY_MS = 86_400_000;
/** A name is heard before the payment, whose outcome may take long. */
const NAME_TTL_MS = 2 * 3_600_000;
/** More than a shop's customers of a year, and still searched in a millisecond. */
const MAX_CUSTOMERS = 5_000;
const MAX_NAME_LENGTH = 120;
/** Later than any payment: since then none was used, and where none is kept each one goes. */
const FAR_FUTURE = '9999-12-31T00:00:00.000Z';
const FAR_PAST = '';

export function createCustomers(ports: CustomerPorts): Customers {
  const { database, clock, audit, log } = ports;
  const { withStorage } = createStorageGuard(ports);
  let names = createExpiringMap<string>(clock, NAME_TTL_MS);
  const placeOf = ({ billerId, accountNumber }: Omit<AccountHolder, 'nameOnAccount'>): string =>
    `${billerId}/${accountNumber}`;

  /** What was used since then is kept and shown. */
  function since(): string {
    const days = ports.retentionDays();
    return days === 0 ? FAR_FUTURE : toIsoTime(clock.now() - days * DAY_MS);
  }

  function found(id: string): CustomerRow | null {
    return readCustomer(database, id, since());
  }

  /** What was deleted is then in no file. It is called again with each look at what is too old. */
  function emptyJournal(): void {
    const why = database.checkpointJournal();
    if (why === null) return;
    log.warn({ err: why }, 'customers: emptying ledger journal after deletion failed');
  }

  const missing = () => fail({ kind: 'not-found', what: 'customer' });

  /** What the audit log says of one: enough to know which it was, and no more than on its paper. */
  const noted = (row: CustomerRow) => ({ billerName: row.billerName, account: maskAccount(row) });

  return {
    find: ({ text, limit }, by) =>
      withStorage(() => {
        const days = ports.retentionDays();
        if (days === 0) return ok({ days, kept: 0, customers: [] });
        const from = since();
        const isMasked = !hasPermission(by.role, 'see-customers');
        const rows = findCustomers(database, { text, isMasked }, from, limit);
        const customers = rows.map((row) => toCustomerAccount(row, by));
        return ok({ days, kept: countCustomers(database, from), customers });
      }),
    open: ({ customerId }, by) =>
      withStorage(() => {
        const row = found(customerId);
        if (row === null) return missing();
        if (!hasPermission(by.role, 'see-customers')) {
          const { id, name } = by;
          audit.note({ kind: 'customer-opened', by: { id, name }, detail: noted(row) });
        }
        const { billerId, kind, accountNumber, name } = row;
        return ok({ billerId, kind, accountNumber, name });
      }),
    setPhone: ({ customerId, phone }, by) =>
      withStorage(() => {
        const row = found(customerId);
        if (row === null) return missing();
        if (row.phone === phone) return ok(toCustomerAccount(row, by));
        database.commit(() => {
          updatePhone(database, row.id, phone);
          const { id, name } = by;
          audit.noteInCommit({
            kind: phone === null ? 'customer-phone-removed' : 'customer-phone-set',
            by: { id, name },
            detail: noted(row),
          });
        });
        emptyJournal();
        return ok(toCustomerAccount({ ...row, phone }, by));
      }),
    forget: ({ customerId }, by, approver) =>
      withStorage(() => {
        const row = readCustomer(database, customerId, '');
        if (row === null) return missing();
        database.commit(() => {
          deleteCustomer(database, row.id);
          const { id, name } = by;
          audit.noteInCommit({
            kind: 'customer-forgotten',
            by: { id, name },
            approvedBy: approver,
            detail: noted(row),
          });
        });
        names.delete(placeOf(row));
        emptyJournal();
        return ok({});
      }),
    forgetAll: (by, approver) =>
      withStorage(() => {
        const count = database.commit(() => {
          const dropped = deleteAllCustomers(database);
          const { id, name } = by;
          audit.noteInCommit({
            kind: 'customers-forgotten',
            by: { id, name },
            approvedBy: approver,
            detail: { count: dropped },
          });
          return dropped;
        });
        names = createExpiringMap<string>(clock, NAME_TTL_MS);
        emptyJournal();
        return ok({ count });
      }),
    rememberName: (heard) => {
      const name = heard.nameOnAccount;
      if (name !== null && ports.retentionDays() > 0) names.set(placeOf(heard), name);
    },
    recordPaid: (intent) => {
      const kind = CUSTOMER_KINDS.find((one) => one === intent.kind);
      if (kind === undefined || ports.retentionDays() === 0) return;
      const { billerId, billerName, accountNumber, accountShown } = intent;
      database.commit(() =>
        upsertCustomer(database, {
          id: ports.newId(),
          billerId,
          billerName,
          kind,
          accountNumber,
          accountShown,
          name: formatName(intent.nameOnAccount ?? names.get(placeOf(intent)) ?? null),
          phone: null,
          usedAt: toIsoTime(clock.now()),
        }),
      );
    },
    expire: () => {
      try {
        if (ports.retentionDays() === 0) names = createExpiringMap<string>(clock, NAME_TTL_MS);
        const kept = toRetentionLimits(ports.retentionDays(), ports.timeBounds());
        if (areRetentionLimitsExceeded(database, kept)) {
          database.commit(() => {
            const count = applyRetentionLimits(database, kept);
            if (count === 0) return;
            audit.noteInCommit({ kind: 'customers-expired', by: null, detail: { count } });
          });
        }
      } catch (error) {
        log.error({ err: error }, 'customers: deleting expired accounts failed');
      }
      // Also of what an earlier run deleted, which was ended before it could be.
      emptyJournal();
    },
  };
}

/** What is kept. By the later clock nothing was used in the future; what is old is by the earlier. */
function toRetentionLimits(days: number, time: TimeBounds | null): RetentionLimits {
  const since = time === null ? FAR_PAST : toIsoTime(Math.max(0, time.earlier - days * DAY_MS));
  return {
    since: days === 0 ? FAR_FUTURE : since,
    until: time === null ? FAR_FUTURE : toIsoTime(time.later),
    maxCount: MAX_CUSTOMERS,
  };
}

function toCustomerAccount(row: CustomerRow, { role }: CustomerViewer): CustomerAccount {
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

/** A text of the service as a line of a list. */
function formatName(name: string | null): string | null {
  const line = [...(name ?? '').replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim()];
  return line.length === 0 ? null : line.slice(0, MAX_NAME_LENGTH).join('');
}
