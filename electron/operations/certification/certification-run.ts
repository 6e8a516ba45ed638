import type { Biller } from '../../../shared/contract/index.ts';
import { createMoney, type Money } from '../../../shared/money/index.ts';
import { getVersionFacts, type VersionFacts } from '../../../shared/rules/index.ts';
import type { NewId } from '../../platform/index.ts';
import type {
  BillerAccount,
  BillPaymentService,
  LookUp,
  MoneyAnswer,
} from '../../service/index.ts';
import type { Attempt, Attempts } from './attempts.ts';
import type { CaseAccount, Cases } from './cases.ts';
import type { RunStep } from './step-runner.ts';

/** What the parts of one certification share. */
export interface CertificationRun {
  readonly facts: VersionFacts;
  readonly service: BillPaymentService;
  /** The same service by a client that gives up after `patience` milliseconds. */
  readonly timeoutService: BillPaymentService;
  readonly clientTimeoutMs: number;
  readonly cases: Cases;
  readonly cashOutBillers: readonly number[];
  readonly posNumber: string;
  readonly cashierId: string;
  readonly attempts: Attempts;
  readonly newId: NewId;
  readonly step: RunStep;
  /** Of the lists that were read, by id. */
  readonly billers: Map<number, Biller>;
  /** Bills that the certification made at the service, and deletes at its end. */
  readonly bills: Set<string>;
}

/** In the biller's currency, or the version's if the lists do not tell it. */
export function getCurrency(run: CertificationRun, billerId: number): string {
  return run.billers.get(billerId)?.currency || getVersionFacts(run.service.version).currency;
}

export function toBillerAccount(run: CertificationRun, one: CaseAccount): BillerAccount {
  const { billerId, accountNumber } = one;
  return { billerId, accountNumber, nameOnAccount: null, currency: getCurrency(run, billerId) };
}

export function toAmount(
  run: CertificationRun,
  one: CaseAccount & { readonly amount: string },
): Money {
  return createMoney(one.amount, getCurrency(run, one.billerId));
}

/** A payment as this version pays it; `billId` where it pays a bill. */
export function createPaymentAttempt(
  run: CertificationRun,
  one: CaseAccount,
  paid: { readonly amount: Money; readonly billId: string | null },
): Attempt {
  return run.attempts.createAttempt(run.service, {
    kind: 'pay',
    billerId: one.billerId,
    accountNumber: one.accountNumber,
    nameOnAccount: null,
    amount: paid.amount,
    externalId: run.newId(),
    posNumber: run.posNumber,
    billId: paid.billId,
  });
}

/**
 * Sends it, and notes for the daily file what was performed. Where no answer came, only a look-up
 * tells.
 */
export async function sendAttempt(
  run: CertificationRun,
  attempt: Attempt,
  service: BillPaymentService = run.service,
): Promise<MoneyAnswer> {
  const answer = await run.attempts.send(service, attempt);
  if (answer.kind === 'done' && answer.transaction !== null) {
    run.attempts.recordPerformed(attempt, answer.transaction);
  }
  const isOurs = attempt.operation.kind !== 'cancel' && service === run.service;
  if (answer.kind === 'unknown' && isOurs) await lookUpAttempt(run, attempt);
  return answer;
}

/** Notes what it finds for the daily file, too: its answer may have been lost. */
export async function lookUpAttempt(run: CertificationRun, attempt: Attempt): Promise<LookUp> {
  const { operation } = attempt;
  if (operation.kind === 'cancel') throw new Error('a cancel has no external_id');
  const found = await run.service.lookUp(operation.externalId);
  if (found.kind === 'found')
    for (const row of found.rows) run.attempts.recordPerformed(attempt, row);
  return found;
}

/** A version that pays only bills makes one first; the others need none. */
export async function createBillIfNeeded(
  run: CertificationRun,
  one: CaseAccount,
): Promise<string | null> {
  if (!run.facts.paysOnlyBills) return null;
  const made = await run.service.consult(toBillerAccount(run, one));
  if (!made.ok || made.value.billId === null) {
    throw new Error('no bill was made for a payment that needs one');
  }
  run.bills.add(made.value.billId);
  return made.value.billId;
}
