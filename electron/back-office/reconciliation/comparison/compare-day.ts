import type { DayDifference } from '../../../../shared/contract/index.ts';
import { compare, createMoney, isDecimal, isSameCurrency } from '../../../../shared/money/index.ts';
import { isSpellingOf, parseTransactionStatus } from '../../../../shared/rules/index.ts';
import type { Transaction } from '../../../service/index.ts';
import type { ExternalIdRow } from '../days/index.ts';
import type { PerformedTransaction, TimeRange } from '../types.ts';
import { type ServiceDay, toEpochSecond } from './read-service-day.ts';

export interface ComparisonResult {
  readonly ours: number;
  readonly theirs: number;
  readonly unknownHere: number;
  /** Ours whose row tells nothing of a refund. */
  readonly withoutStatus: number;
  /** At most `MAX_DIFFERENCES`, those of this till first. */
  readonly differences: DayDifference[];
}

const MAX_DIFFERENCES = 500;

/**
 * Compares a day of ours with the service's, in both directions. With several tills, only what this
 * one can judge: `known` returns what it holds of an external_id, null for one that it never made.
 * Pure apart from what it is passed.
 */
export async function compareDay(facts: {
  readonly range: TimeRange;
  readonly ours: AsyncIterable<readonly PerformedTransaction[]>;
  readonly service: ServiceDay;
  readonly known: (externalId: string) => ExternalIdRow | null;
  /** Our own cancel took it back, or may still do so. */
  readonly isOwnCancel: (paymentId: string) => boolean;
  /** By payment: what this list shows to be given back, and nobody knew before. */
  readonly foundNow: ReadonlyMap<string, Transaction>;
  /** By payment: what was given back, and stands again by this list. */
  readonly standAgain: ReadonlyMap<string, Transaction>;
}): Promise<ComparisonResult> {
  const { range, service } = facts;
  const byExternalId = new Map<string, Transaction>();
  const byId = new Map<string, Transaction>();
  for (const one of service.transactions) {
    byId.set(one.id, one);
    if (one.externalId !== null) byExternalId.set(one.externalId, one);
  }
  const matched = new Set<string>();
  const differences: DayDifference[] = [];
  const listed = new Set<string>();
  let ours = 0;
  let withoutStatus = 0;
  for await (const page of facts.ours) {
    for (const one of page) {
      ours += 1;
      const theirs = byExternalId.get(one.externalId) ?? findByAuthorization(byId, one);
      listed.add(one.paymentId);
      if (theirs !== undefined) {
        matched.add(theirs.id);
        if (parseTransactionStatus(theirs.status) === 'none') withoutStatus += 1;
      }
      const found = findDifference(one, theirs ?? null, facts);
      if (found !== null) differences.push(found);
    }
  }
  for (const [paymentId, row] of facts.foundNow) {
    if (!listed.has(paymentId))
      differences.push({ ...toDifferenceRow(row, paymentId), kind: 'given-back' });
  }
  for (const [paymentId, row] of facts.standAgain) {
    differences.push({ ...toDifferenceRow(row, paymentId), kind: 'stands-again' });
  }
  let theirs = 0;
  const isFoundNow = new Set([...facts.foundNow.values()].map((one) => one.id));
  const foreign: DayDifference[] = [];
  for (const one of service.transactions) {
    const second = toEpochSecond(one);
    if (second === null || second < range.since || second >= range.until) continue;
    if (!isPerformed(one)) continue;
    theirs += 1;
    if (matched.has(one.id) || isFoundNow.has(one.id)) continue;
    const found = toServiceOnlyDifference(
      one,
      one.externalId === null ? null : facts.known(one.externalId),
    );
    if (found.kind === 'unknown-here') foreign.push(found);
    else differences.push(found);
  }
  return {
    ours,
    theirs,
    unknownHere: foreign.length,
    withoutStatus,
    differences: [...differences, ...foreign].slice(0, MAX_DIFFERENCES),
  };
}

/** A row with no external_id, or another's, is ours only by its id. */
function findByAuthorization(
  byId: ReadonlyMap<string, Transaction>,
  one: PerformedTransaction,
): Transaction | undefined {
  const row = one.authorization === null ? undefined : byId.get(one.authorization);
  return row?.externalId === null ? row : undefined;
}

function findDifference(
  ours: PerformedTransaction,
  theirs: Transaction | null,
  facts: {
    readonly service: ServiceDay;
    readonly isOwnCancel: (paymentId: string) => boolean;
  },
): DayDifference | null {
  if (theirs === null)
    return facts.service.isWhole ? toOwnDifference('unknown-to-service', ours, []) : null;
  const fields = [
    ...(theirs.billerId !== null && theirs.billerId !== ours.billerId ? ['biller'] : []),
    ...(theirs.accountNumber !== null && !isSpellingOf(ours, theirs.accountNumber)
      ? ['account']
      : []),
    ...(isSameAmount(ours, theirs) ? [] : ['amount']),
    ...(theirs.currency !== null && !isSameCurrency(theirs.currency, ours.currency)
      ? ['currency']
      : []),
    ...(ours.authorization !== null && theirs.id !== ours.authorization ? ['authorization'] : []),
    ...(isPerformed(theirs) || isReverted(theirs) ? [] : ['status']),
  ];
  if (isReverted(theirs) && !facts.isOwnCancel(ours.paymentId)) {
    return toOwnDifference('given-back', ours, fields);
  }
  return fields.length === 0 ? null : toOwnDifference('fields-differ', ours, fields);
}

function isSameAmount(ours: PerformedTransaction, theirs: Transaction): boolean {
  if (theirs.amount === null || !isDecimal(theirs.amount)) return true;
  return compare(createMoney(ours.amount, 'X'), createMoney(theirs.amount, 'X')) === 0;
}

/** Transactions that the service began and did not perform are in no file. */
export function isPerformed(one: Transaction): boolean {
  return !['crashed', 'timeout'].includes(parseTransactionStatus(one.status));
}

/** Given back after it was performed, or not performed after all. */
function isReverted(one: Transaction): boolean {
  return ['refunded', 'reversed', 'crashed'].includes(parseTransactionStatus(one.status));
}

function toDifferenceRow(one: Transaction, paymentId: string | null): Omit<DayDifference, 'kind'> {
  return {
    paymentId,
    externalId: one.externalId,
    authorization: one.id,
    billerId: one.billerId,
    accountNumber: one.accountNumber,
    amount:
      one.amount === null || !isDecimal(one.amount)
        ? null
        : { amount: createMoney(one.amount, '').amount, currency: one.currency || '?' },
    fields: [],
  };
}

function toServiceOnlyDifference(one: Transaction, known: ExternalIdRow | null): DayDifference {
  const row = toDifferenceRow(one, known?.paymentId ?? null);
  switch (known?.state) {
    case undefined:
      return { ...row, kind: 'unknown-here', second: toEpochSecond(one) };
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
      // It is in the file of another day.
      return { ...row, kind: 'fields-differ', fields: ['time'] };
  }
}

export function toOwnDifference(
  kind: DayDifference['kind'],
  one: PerformedTransaction,
  fields: readonly string[],
): DayDifference {
  const { paymentId, externalId, authorization, billerId, accountShown, amount, currency } = one;
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
