import type { DailyFileDifference } from '../../../../shared/contract/index.ts';
import { compare, createMoney, isDecimal, isSameCurrency } from '../../../../shared/money/index.ts';
import {
  isPerformedStatus,
  matchesAccount,
  parseTransactionStatus,
} from '../../../../shared/rules/index.ts';
import type { ServiceTransaction } from '../../../service/index.ts';
import type { PaymentByExternalIdRow } from '../days/index.ts';
import type { PerformedTransaction, TimeRange } from '../types.ts';
import {
  getCreatedEpochSecond,
  type ServiceDayTransactions,
} from './read-service-day-transactions.ts';

export interface DayComparisonResult {
  readonly ours: number;
  readonly theirs: number;
  readonly unknownHere: number;
  /** The till's transactions whose row has no status, and therefore no refund information. */
  readonly withoutStatus: number;
  /** At most `MAX_DIFFERENCES`; this till's own first. */
  readonly differences: DailyFileDifference[];
}

const MAX_DIFFERENCES = 500;

/**
 * Compares a day of the till with the service's list, in both directions. With several tills, it
 * judges only what this till can: `findOurPayment` returns this till's payment for an external_id, null if
 * it never sent one. Pure apart from its arguments.
 */
export async function compareDay(facts: {
  readonly range: TimeRange;
  readonly ourTransactions: AsyncIterable<readonly PerformedTransaction[]>;
  readonly serviceTransactions: ServiceDayTransactions;
  readonly findOurPayment: (externalId: string) => PaymentByExternalIdRow | null;
  /** Whether this till's own cancel reversed the payment, or may still do so. */
  readonly isCancelledByTill: (paymentId: string) => boolean;
  /** By payment id: refunds that this list shows for the first time. */
  readonly newRefunds: ReadonlyMap<string, ServiceTransaction>;
  /** By payment id: refunds that this list no longer shows, so the payment is valid again. */
  readonly revokedRefunds: ReadonlyMap<string, ServiceTransaction>;
}): Promise<DayComparisonResult> {
  const { range, serviceTransactions } = facts;
  const byExternalId = new Map<string | null, ServiceTransaction>();
  const byId = new Map<string | null, ServiceTransaction>();
  for (const row of serviceTransactions.transactions) {
    byId.set(row.id, row);
    byExternalId.set(row.externalId, row);
  }
  const matchedIds = new Set<string>();
  const differences: DailyFileDifference[] = [];
  const listedPaymentIds = new Set<string>();
  let ours = 0;
  let withoutStatus = 0;
  for await (const page of facts.ourTransactions) {
    for (const transaction of page) {
      ours += 1;
      const theirs =
        byExternalId.get(transaction.externalId) ?? findByAuthorization(byId, transaction);
      listedPaymentIds.add(transaction.paymentId);
      if (theirs !== undefined) {
        matchedIds.add(theirs.id);
        if (parseTransactionStatus(theirs.status) === 'none') withoutStatus += 1;
      }
      const difference = findDifference(transaction, theirs ?? null, facts);
      if (difference !== null) differences.push(difference);
    }
  }
  for (const [paymentId, row] of facts.newRefunds) {
    if (!listedPaymentIds.has(paymentId))
      differences.push({ ...toDifferenceRow(row, paymentId), kind: 'given-back' });
  }
  for (const [paymentId, row] of facts.revokedRefunds) {
    differences.push({ ...toDifferenceRow(row, paymentId), kind: 'stands-again' });
  }
  let theirs = 0;
  const newRefundIds = new Set([...facts.newRefunds.values()].map((transaction) => transaction.id));
  const foreignDifferences: DailyFileDifference[] = [];
  for (const row of serviceTransactions.transactions) {
    const second = getCreatedEpochSecond(row);
    if (second === null || second < range.since || second >= range.until) continue;
    if (!isPerformedTransaction(row)) continue;
    theirs += 1;
    if (matchedIds.has(row.id) || newRefundIds.has(row.id)) continue;
    const difference = toServiceOnlyDifference(
      row,
      row.externalId === null ? null : facts.findOurPayment(row.externalId),
    );
    if (difference.kind === 'unknown-here') foreignDifferences.push(difference);
    else differences.push(difference);
  }
  return {
    ours,
    theirs,
    unknownHere: foreignDifferences.length,
    withoutStatus,
    differences: [...differences, ...foreignDifferences].slice(0, MAX_DIFFERENCES),
  };
}

/** A row belongs to a payment by its id only if it has no external_id of its own. */
function findByAuthorization(
  byId: ReadonlyMap<string | null, ServiceTransaction>,
  transaction: PerformedTransaction,
): ServiceTransaction | undefined {
  const row = byId.get(transaction.authorization);
  return row?.externalId === null ? row : undefined;
}

function findDifference(
  ours: PerformedTransaction,
  theirs: ServiceTransaction | null,
  facts: {
    readonly serviceTransactions: ServiceDayTransactions;
    readonly isCancelledByTill: (paymentId: string) => boolean;
  },
): DailyFileDifference | null {
  if (theirs === null)
    return facts.serviceTransactions.isWhole
      ? toDifferenceFromOurTransaction('unknown-to-service', ours, [])
      : null;
  const fields = [
    ...(theirs.billerId !== null && theirs.billerId !== ours.billerId ? ['biller'] : []),
    ...(theirs.accountNumber !== null && !matchesAccount(ours, theirs.accountNumber)
      ? ['account']
      : []),
    ...(isSameAmount(ours, theirs) ? [] : ['amount']),
    ...(theirs.currency !== null && !isSameCurrency(theirs.currency, ours.currency)
      ? ['currency']
      : []),
    ...(ours.authorization !== null && theirs.id !== ours.authorization ? ['authorization'] : []),
    ...(isPerformedStatus(theirs.status) || isReverted(theirs) ? [] : ['status']),
  ];
  if (isReverted(theirs) && !facts.isCancelledByTill(ours.paymentId)) {
    return toDifferenceFromOurTransaction('given-back', ours, fields);
  }
  return fields.length === 0 ? null : toDifferenceFromOurTransaction('fields-differ', ours, fields);
}

function isSameAmount(ours: PerformedTransaction, theirs: ServiceTransaction): boolean {
  if (theirs.amount === null || !isDecimal(theirs.amount)) return true;
  return compare(createMoney(ours.amount, 'X'), createMoney(theirs.amount, 'X')) === 0;
}

/** False for transactions that the service began and did not perform: they are in no file. */
export function isPerformedTransaction(transaction: ServiceTransaction): boolean {
  return !['crashed', 'timeout'].includes(parseTransactionStatus(transaction.status));
}

/** True if the transaction was refunded after it was performed, or not performed. */
function isReverted(transaction: ServiceTransaction): boolean {
  return ['refunded', 'reversed', 'crashed'].includes(parseTransactionStatus(transaction.status));
}

function toDifferenceRow(
  transaction: ServiceTransaction,
  paymentId: string | null,
): Omit<DailyFileDifference, 'kind'> {
  return {
    paymentId,
    externalId: transaction.externalId,
    authorization: transaction.id,
    billerId: transaction.billerId,
    accountNumber: transaction.accountNumber,
    amount:
      transaction.amount === null || !isDecimal(transaction.amount)
        ? null
        : {
            amount: createMoney(transaction.amount, '').amount,
            currency: transaction.currency || '?',
          },
    fields: [],
  };
}

function toServiceOnlyDifference(
  transaction: ServiceTransaction,
  payment: PaymentByExternalIdRow | null,
): DailyFileDifference {
  const row = toDifferenceRow(transaction, payment?.paymentId ?? null);
  switch (payment?.state) {
    case undefined:
      return { ...row, kind: 'unknown-here', second: getCreatedEpochSecond(transaction) };
    case 'rejected':
    case 'not-performed':
    case 'by-hand-not-paid':
      return { ...row, kind: 'not-performed-here' };
    case 'intent':
    case 'sent':
    case 'unknown':
    case 'unclear':
      return { ...row, kind: 'open-here' };
    case 'paid':
    case 'by-hand-paid':
      // The payment is in the file of another day.
      return { ...row, kind: 'fields-differ', fields: ['time'] };
  }
}

export function toDifferenceFromOurTransaction(
  kind: DailyFileDifference['kind'],
  transaction: PerformedTransaction,
  fields: readonly string[],
): DailyFileDifference {
  const { paymentId, externalId, authorization, billerId, accountShown, amount, currency } =
    transaction;
  return {
    kind,
    paymentId,
    externalId,
    authorization,
    billerId,
    accountNumber: accountShown,
    amount: { amount, currency },
    fields: [...fields],
  };
}
