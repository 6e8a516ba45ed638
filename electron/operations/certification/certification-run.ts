import type { Biller } from '../../../shared/contract/index.ts';
import { createMoney, type Money } from '../../../shared/money/index.ts';
import {
  getServiceVersionInfo,
  isPerformedStatus,
  isRefundedOrReversedStatus,
  parseTransactionStatus,
  type ServiceVersionInfo,
} from '../../../shared/rules/index.ts';
import { classifyCancelLookUp } from '../../counter/payments/index.ts';
import { type Clock, type CreateId, pause } from '../../platform/index.ts';
import type {
  BillerAccount,
  BillPaymentService,
  MoneyAnswer,
  ServiceTransaction,
  TransactionLookUp,
} from '../../service/index.ts';
import type { CertificationAttempt, CertificationAttempts } from './attempts.ts';
import type { CertificationCaseAccount, CertificationCases } from './cases.ts';
import type { RunCertificationStep } from './step-runner.ts';

/** The state that the parts of one certification share. */
export interface CertificationRun {
  readonly clock: Clock;
  readonly versionInfo: ServiceVersionInfo;
  readonly service: BillPaymentService;
  /** The same service with a client timeout of `clientTimeoutMs` milliseconds. */
  readonly shortTimeoutService: BillPaymentService;
  readonly clientTimeoutMs: number;
  readonly cases: CertificationCases;
  readonly cashOutBillerIds: readonly number[];
  readonly posNumber: string;
  readonly cashierId: string;
  readonly attempts: CertificationAttempts;
  readonly createId: CreateId;
  readonly runStep: RunCertificationStep;
  /** The billers of the lists that were read, by id. */
  readonly billersById: Map<number, Biller>;
  /** Bills that the certification created at the service, and deletes at its end. */
  readonly bills: Set<string>;
}

/** Returns the biller's currency, or that of the version if the lists do not have it. */
export function getBillerCurrency(run: CertificationRun, billerId: number): string {
  return (
    run.billersById.get(billerId)?.currency || getServiceVersionInfo(run.service.version).currency
  );
}

export function toBillerAccount(
  run: CertificationRun,
  account: CertificationCaseAccount,
): BillerAccount {
  const { billerId, accountNumber } = account;
  return {
    billerId,
    accountNumber,
    nameOnAccount: null,
    currency: getBillerCurrency(run, billerId),
  };
}

export function getCaseAmount(
  run: CertificationRun,
  account: CertificationCaseAccount & { readonly amount: string },
): Money {
  return createMoney(account.amount, getBillerCurrency(run, account.billerId));
}

/** Creates a payment attempt for this version; `billId` if it pays a bill. */
export function createPaymentAttempt(
  run: CertificationRun,
  account: CertificationCaseAccount,
  payment: { readonly amount: Money; readonly billId: string | null },
): CertificationAttempt {
  return run.attempts.createAttempt(run.service, {
    kind: 'pay',
    billerId: account.billerId,
    accountNumber: account.accountNumber,
    nameOnAccount: null,
    amount: payment.amount,
    externalId: run.createId(),
    posNumber: run.posNumber,
    billId: payment.billId,
  });
}

/**
 * Sends the attempt, and records a performed transaction for the daily file. Without an answer, a
 * look-up decides.
 */
export async function sendAttempt(
  run: CertificationRun,
  attempt: CertificationAttempt,
  service: BillPaymentService = run.service,
): Promise<MoneyAnswer> {
  const answer = await run.attempts.send(service, attempt);
  if (isPerformedAnswer(answer)) run.attempts.recordPerformed(attempt, answer.transaction);
  const isOpen = answer.kind === 'unknown' || answer.kind === 'done';
  const shouldLookUp = attempt.operation.kind !== 'cancel' && service === run.service;
  if (isOpen && !isPerformedAnswer(answer) && shouldLookUp) await lookUpAttempt(run, attempt);
  return answer;
}

/** Whether the answer confirms a payment; any other 2xx must be looked up. */
function isPerformedAnswer(
  answer: MoneyAnswer,
): answer is Extract<MoneyAnswer, { kind: 'done' }> & { readonly transaction: ServiceTransaction } {
  return (
    answer.kind === 'done' &&
    answer.transaction !== null &&
    isPerformedStatus(answer.transaction.status)
  );
}

/** Whether the answer confirms the cancel of this transaction. */
export function isCancelConfirmed(
  { transaction }: Extract<MoneyAnswer, { kind: 'done' }>,
  transactionId: string,
): boolean {
  return transaction === null || classifyCancelLookUp(transactionId, [transaction]).kind === 'paid';
}

const MAX_LOOK_UPS = 5;
const LOOK_UP_INTERVAL_MS = 1000;

/**
 * Looks the attempt up, for some seconds while its status is one that we do not know, and records
 * the performed rows for the daily file too: its answer may have been lost.
 */
export async function lookUpAttempt(
  run: CertificationRun,
  attempt: CertificationAttempt,
): Promise<TransactionLookUp> {
  const { operation } = attempt;
  if (operation.kind === 'cancel') throw new Error('a cancel has no external_id');
  for (let lookUps = 1; ; lookUps += 1) {
    const lookUp = await run.service.lookUp(operation.externalId);
    const rows = lookUp.kind === 'found' ? lookUp.rows : [];
    for (const row of rows) {
      if (isPerformedStatus(row.status) || isRefundedOrReversedStatus(row.status)) {
        run.attempts.recordPerformed(attempt, row);
      }
    }
    const isOpen = rows.some((row) => parseTransactionStatus(row.status) === 'unknown-word');
    if (!isOpen || lookUps >= MAX_LOOK_UPS) return lookUp;
    await pause(run.clock, LOOK_UP_INTERVAL_MS);
  }
}

/** Creates a bill if this version pays only bills; otherwise returns null. */
export async function createBillIfNeeded(
  run: CertificationRun,
  account: CertificationCaseAccount,
): Promise<string | null> {
  if (!run.versionInfo.paysOnlyBills) return null;
  const consult = await run.service.consult(toBillerAccount(run, account));
  if (!consult.ok || consult.value.billId === null) {
    throw new Error('the service created no bill, and this payment needs one');
  }
  run.bills.add(consult.value.billId);
  return consult.value.billId;
}
