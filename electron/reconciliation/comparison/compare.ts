import type { DayDifference } from '../../../shared/contract/index.ts';
import { compare, isDecimal, isSameCurrency, money } from '../../../shared/money/index.ts';
import { transactionStatus } from '../../../shared/rules/index.ts';
import type { Transaction } from '../../service/index.ts';
import type { ExternalIdRow } from '../days/index.ts';
import type { DayRange, PerformedTransaction } from '../types.ts';
import { type ServiceDay, secondOf } from './service-day.ts';

export interface Compared {
  readonly ours: number;
  readonly theirs: number;
  readonly unknownHere: number;
  /** At most `MOST_LISTED`, those of this till first. */
  readonly differences: DayDifference[];
}

const MOST_LISTED = 500;

/**
 * Compares a day of ours with the service's, in both directions. With several tills, only what this
 * one can judge: `known` returns what it holds of an external_id, null for one that it never made.
 * Pure apart from what it is passed.
 */
export async function compareDay(facts: {
  readonly range: DayRange;
  readonly ours: AsyncIterable<readonly PerformedTransaction[]>;
  readonly service: ServiceDay;
  readonly known: (externalId: string) => ExternalIdRow | null;
}): Promise<Compared> {
  const { range, service } = facts;
  const byExternalId = new Map<string, Transaction>();
  const byId = new Map<string, Transaction>();
  for (const one of service.transactions) {
    byId.set(one.id, one);
    if (one.externalId !== null) byExternalId.set(one.externalId, one);
  }
  const matched = new Set<string>();
  const differences: DayDifference[] = [];
  let ours = 0;
  for await (const page of facts.ours) {
    for (const one of page) {
      ours += 1;
      const theirs = byExternalId.get(one.externalId) ?? byAuthorization(byId, one);
      if (theirs !== undefined) matched.add(theirs.id);
      const found = differenceOf(one, theirs ?? null, service.isWhole);
      if (found !== null) differences.push(found);
    }
  }
  let theirs = 0;
  const foreign: DayDifference[] = [];
  for (const one of service.transactions) {
    const second = secondOf(one);
    if (second === null || second < range.since || second >= range.until) continue;
    if (!isPerformed(one)) continue;
    theirs += 1;
    if (matched.has(one.id)) continue;
    const found = theirsAlone(one, one.externalId === null ? null : facts.known(one.externalId));
    if (found.kind === 'unknown-here') foreign.push(found);
    else differences.push(found);
  }
  return {
    ours,
    theirs,
    unknownHere: foreign.length,
    differences: [...differences, ...foreign].slice(0, MOST_LISTED),
  };
}

/** A row with no external_id, or another's, is ours only by its id. */
function byAuthorization(
  byId: ReadonlyMap<string, Transaction>,
  one: PerformedTransaction,
): Transaction | undefined {
  const row = one.authorization === null ? undefined : byId.get(one.authorization);
  return row?.externalId === null ? row : undefined;
}

function differenceOf(
  ours: PerformedTransaction,
  theirs: Transaction | null,
  isWhole: boolean,
): DayDifference | null {
  if (theirs === null) return isWhole ? ofOurs('unknown-to-service', ours, []) : null;
  const fields = [
    ...(theirs.billerId !== null && theirs.billerId !== ours.billerId ? ['biller'] : []),
    ...(theirs.accountNumber !== null && theirs.accountNumber !== ours.accountNumber
      ? ['account']
      : []),
    ...(isSameAmount(ours, theirs) ? [] : ['amount']),
    ...(theirs.currency !== null && !isSameCurrency(theirs.currency, ours.currency)
      ? ['currency']
      : []),
    ...(ours.authorization !== null && theirs.id !== ours.authorization ? ['authorization'] : []),
    ...(isPerformed(theirs) ? [] : ['status']),
  ];
  return fields.length === 0 ? null : ofOurs('fields-differ', ours, fields);
}

function isSameAmount(ours: PerformedTransaction, theirs: Transaction): boolean {
  if (theirs.amount === null || !isDecimal(theirs.amount)) return true;
  return compare(money(ours.amount, 'X'), money(theirs.amount, 'X')) === 0;
}

/** Transactions that the service began and did not perform are in no file. */
function isPerformed(one: Transaction): boolean {
  return !['crashed', 'timeout'].includes(transactionStatus(one.status));
}

function theirsAlone(one: Transaction, known: ExternalIdRow | null): DayDifference {
  const row = {
    paymentId: known?.paymentId ?? null,
    externalId: one.externalId,
    authorization: one.id,
    billerId: one.billerId,
    accountNumber: one.accountNumber,
    amount:
      one.amount === null || !isDecimal(one.amount)
        ? null
        : { amount: money(one.amount, '').amount, currency: one.currency || '?' },
  };
  switch (known?.state) {
    case undefined:
      return { ...row, kind: 'unknown-here', fields: [] };
    case 'rejected':
    case 'not-performed':
    case 'by-hand-not-paid':
      return { ...row, kind: 'not-performed-here', fields: [] };
    case 'intent':
    case 'sent':
    case 'unknown':
    case 'unclear':
      return { ...row, kind: 'open-here', fields: [] };
    case 'paid':
    case 'by-hand-paid':
      // It is in the file of another day.
      return { ...row, kind: 'fields-differ', fields: ['time'] };
  }
}

export function ofOurs(
  kind: DayDifference['kind'],
  one: PerformedTransaction,
  fields: readonly string[],
): DayDifference {
  const { paymentId, externalId, authorization, billerId, accountNumber, amount, currency } = one;
  return {
    kind,
    paymentId,
    externalId,
    authorization,
    billerId,
    accountNumber,
    amount: { amount, currency },
    fields: [...fields],
  };
}
