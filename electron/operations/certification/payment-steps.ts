import { type Money, roundUpToPayableAmount } from '../../../shared/money/index.ts';
import { getExpectedLength } from '../../../shared/rules/index.ts';
import type { TransactionLookUp } from '../../service/index.ts';
import type { CertificationAttempt } from './attempts.ts';
import type { CertificationCaseAccount } from './cases.ts';
import {
  type CertificationRun,
  createBillIfNeeded,
  createPaymentAttempt,
  getBillerCurrency,
  getCaseAmount,
  isCancelConfirmed,
  lookUpAttempt,
  sendAttempt,
  toBillerAccount,
} from './certification-run.ts';
import {
  type CertificationVerdict,
  createExpectedVerdict,
  createSkippedVerdict,
  createUnexpectedVerdict,
  formatMoneyAnswer,
  formatProblemForReport,
  verifyPaymentRefused,
} from './step-runner.ts';

/** The service blocks the same payment for an hour, and an account after a number of payments. */
const REPETITION_CODES: readonly string[] = ['R36', 'R45', 'R50'];
const DEFAULT_ACCOUNT_DIGITS = 16;
/** No known account of the sandbox that is refused ends like this. */
const ACCOUNT_ENDING = '1234';

type PaidCase = CertificationCaseAccount & { readonly amount: string };

/**
 * All steps that move money. `billId` is the bill of the account with a balance; null if there is
 * none.
 */
export async function runPaymentSteps(run: CertificationRun, billId: string | null): Promise<void> {
  await runWholeBalanceSteps(run, billId);
  await runPayStep(run, 'Pay a top-up', run.cases.topUp);
  await runR24Step(run);
  await runTimeoutStep(run);
  await runCashOutStep(run);
  if (run.versionInfo.capabilities.hasCancel) await runCancelSteps(run);
  else if (!run.versionInfo.paysOnlyBills) await runSingleSteps(run);
}

/** Pays the whole balance, repeats the same request, and looks the payment up. */
async function runWholeBalanceSteps(run: CertificationRun, billId: string | null): Promise<void> {
  const { runStep } = run;
  let attempt: CertificationAttempt | null = null;
  let id: string | null = null;
  await runStep('Pay the whole balance', "2xx with the transaction's id", async () => {
    const amount = await readBalance(run, billId);
    if (amount === null) return createSkippedVerdict('the account has no balance');
    if (Number(amount.amount) === 0) return createSkippedVerdict('the account owes nothing');
    attempt = createPaymentAttempt(run, run.cases.balance, { amount, billId });
    const answer = await sendAttempt(run, attempt);
    id = answer.kind === 'done' ? (answer.transaction?.id ?? null) : null;
    return toPaymentVerdict(answer);
  });
  await runStep(
    'Send the same request again',
    'the same transaction: one key performs only one',
    async () => {
      if (attempt === null || id === null) return createSkippedVerdict('nothing was paid');
      const answer = await sendAttempt(run, attempt);
      const isSame = answer.kind === 'done' && answer.transaction?.id === id;
      return isSame
        ? createExpectedVerdict(formatMoneyAnswer(answer))
        : createUnexpectedVerdict(formatMoneyAnswer(answer));
    },
  );
  await runStep('Look it up by its external_id', 'exactly one transaction', async () => {
    if (attempt === null || id === null) return createSkippedVerdict('nothing was paid');
    return toSingleRowVerdict(await lookUpAttempt(run, attempt), id);
  });
}

async function readBalance(run: CertificationRun, billId: string | null): Promise<Money | null> {
  if (billId !== null) {
    const bill = await run.service.getBill(billId);
    return bill.ok ? toPayableBalance(run, bill.value.balance) : null;
  }
  const consult = await run.service.consult(toBillerAccount(run, run.cases.balance));
  return consult.ok ? toPayableBalance(run, consult.value.amount) : null;
}

function toPayableBalance(run: CertificationRun, balance: Money | null): Money | null {
  if (balance === null) return null;
  const currency = balance.currency || getBillerCurrency(run, run.cases.balance.billerId);
  return roundUpToPayableAmount({ ...balance, currency });
}

async function runPayStep(
  run: CertificationRun,
  title: string,
  paidCase: PaidCase,
): Promise<string | null> {
  let id: string | null = null;
  await run.runStep(title, "2xx with the transaction's id", async () => {
    const attempt = createPaymentAttempt(run, paidCase, {
      amount: getCaseAmount(run, paidCase),
      billId: await createBillIfNeeded(run, paidCase),
    });
    const answer = await sendAttempt(run, attempt);
    id = answer.kind === 'done' ? (answer.transaction?.id ?? null) : null;
    return toPaymentVerdict(answer);
  });
  return id;
}

async function runSingleSteps(run: CertificationRun): Promise<void> {
  const paidCase = run.cases.cancellable;
  await run.runStep('Consult a single payment', 'bill_amount and its currency', async () => {
    const consult = await run.service.consult(toBillerAccount(run, paidCase));
    if (!consult.ok) return createUnexpectedVerdict(formatProblemForReport(consult.problem));
    const { amount } = consult.value;
    return amount === null
      ? createUnexpectedVerdict('no amount')
      : createExpectedVerdict(`${amount.amount} ${amount.currency}`);
  });
  await runPayStep(run, 'Pay a single payment', paidCase);
}

async function runR24Step(run: CertificationRun): Promise<void> {
  const paidCase = run.cases.R24;
  await run.runStep('R24: biller timeout', 'refused with R24, even after a long wait', async () => {
    const attempt = createPaymentAttempt(run, paidCase, {
      amount: getCaseAmount(run, paidCase),
      billId: await createBillIfNeeded(run, paidCase),
    });
    return verifyPaymentRefused('R24', await sendAttempt(run, attempt));
  });
}

const MAX_CONNECT_RETRIES = 5;

/** After the timeout the outcome is unknown: the step looks it up, and only then sends it again. */
async function runTimeoutStep(run: CertificationRun): Promise<void> {
  const paidCase = run.cases.R24;
  const seconds = run.clientTimeoutMs / 1000;
  await run.runStep(
    'Client timeout',
    `no answer within ${seconds} s; then a look-up by external_id; if it finds nothing, the same bytes again with the same key, and an answer`,
    async () => {
      const attempt = createPaymentAttempt(run, paidCase, {
        amount: getCaseAmount(run, paidCase),
        billId: await createBillIfNeeded(run, paidCase),
      });
      let firstAnswer = await sendAttempt(run, attempt, run.shortTimeoutService);
      // A slow connection may not open in the short time. Then nothing was sent, and nothing is tested yet.
      for (
        let retry = 0;
        retry < MAX_CONNECT_RETRIES && firstAnswer.kind === 'not-sent';
        retry += 1
      ) {
        firstAnswer = await sendAttempt(run, attempt, run.shortTimeoutService);
      }
      if (firstAnswer.kind !== 'unknown' || firstAnswer.reason !== 'timed-out') {
        return createSkippedVerdict(
          `the service answered within ${seconds} s: ${formatMoneyAnswer(firstAnswer)}`,
        );
      }
      const lookUp = await lookUpAttempt(run, attempt);
      if (lookUp.kind === 'found')
        return createExpectedVerdict(`timed out; look-up: ${formatRows(lookUp)}`);
      if (lookUp.kind !== 'empty')
        return createUnexpectedVerdict(`timed out; look-up: ${lookUp.kind}`);
      const secondAnswer = await sendAttempt(run, attempt);
      const summary = `timed out; look-up: nothing found; sent again: ${formatMoneyAnswer(secondAnswer)}`;
      const isAnswer =
        secondAnswer.kind === 'done' ||
        (secondAnswer.kind === 'refused' && secondAnswer.code === 'R24');
      return isAnswer ? createExpectedVerdict(summary) : createUnexpectedVerdict(summary);
    },
  );
}

async function runCashOutStep(run: CertificationRun): Promise<void> {
  const { cashOut } = run.cases;
  const billerId = cashOut.billerId ?? run.cashOutBillerIds[0] ?? null;
  await run.runStep('Cash-out', "2xx with the transaction's id and ticket_text", async () => {
    if (billerId === null)
      return createSkippedVerdict(
        'the provisioning file names no cash-out biller (cashOutBillers)',
      );
    const accountNumber = cashOut.accountNumber ?? createRandomAccountNumber(run, billerId);
    const { amount } = cashOut;
    const attempt = run.attempts.createAttempt(run.service, {
      kind: 'cash-out',
      billerId,
      accountNumber,
      nameOnAccount: null,
      amount: getCaseAmount(run, { billerId, accountNumber, amount }),
      externalId: run.createId(),
      posNumber: run.posNumber,
      cashierId: run.cashierId,
    });
    const answer = await sendAttempt(run, attempt);
    if (answer.kind !== 'done') return toPaymentVerdict(answer);
    const text = answer.transaction?.ticketText ?? null;
    return text === null
      ? createUnexpectedVerdict(`${formatMoneyAnswer(answer)}, without ticket_text`)
      : createExpectedVerdict(
          `${formatMoneyAnswer(answer)}, ticket_text of ${text.length} characters`,
        );
  });
}

/**
 * Returns an account number of the length that the biller accepts, another one in each run: the service
 * blocks a second cash-out to the same account.
 */
export function createRandomAccountNumber(
  { billersById, createId }: Pick<CertificationRun, 'billersById' | 'createId'>,
  billerId: number,
): string {
  const biller = billersById.get(billerId);
  const length = (biller && getExpectedLength(biller)?.least) || DEFAULT_ACCOUNT_DIGITS;
  const digits = Array.from(
    createId().replaceAll('-', ''),
    (sign) => Number.parseInt(sign, 16) % 10,
  );
  const number = `4${digits.join('')}`.slice(0, Math.max(0, length - ACCOUNT_ENDING.length));
  return `${number}${ACCOUNT_ENDING}`.slice(-length);
}

async function runCancelSteps(run: CertificationRun): Promise<void> {
  const paidId = await runPayStep(run, 'Pay a cancellable payment', run.cases.cancellable);
  await run.runStep('Cancel that payment', 'confirmed by the service', async () => {
    if (paidId === null) return createSkippedVerdict('nothing was paid');
    const answer = await sendCancel(run, paidId);
    return answer.kind === 'done' && isCancelConfirmed(answer, paidId)
      ? createExpectedVerdict(`HTTP ${answer.httpStatus}`)
      : createUnexpectedVerdict(formatMoneyAnswer(answer));
  });
  await run.runStep('Look up the cancelled payment', 'exactly one transaction', async () =>
    paidId === null
      ? createSkippedVerdict('nothing was paid')
      : toSingleRowVerdict(await run.service.lookUpTransaction(paidId), paidId),
  );
  await run.runStep('R103: cancel it again', 'refused with R103', async () =>
    paidId === null
      ? createSkippedVerdict('nothing was paid')
      : verifyPaymentRefused('R103', await sendCancel(run, paidId)),
  );
  const uncancellableId = await runPayStep(
    run,
    'Pay what cannot be cancelled',
    run.cases.notCancellable,
  );
  await run.runStep(
    'R26: a reversal that the biller does not support',
    'refused with R26',
    async () =>
      uncancellableId === null
        ? createSkippedVerdict('nothing was paid')
        : verifyPaymentRefused('R26', await sendCancel(run, uncancellableId)),
  );
}

function sendCancel(run: CertificationRun, transactionId: string) {
  return sendAttempt(
    run,
    run.attempts.createAttempt(run.service, { kind: 'cancel', transactionId }),
  );
}

function toPaymentVerdict(answer: Awaited<ReturnType<typeof sendAttempt>>): CertificationVerdict {
  if (answer.kind === 'refused' && REPETITION_CODES.includes(answer.code ?? '')) {
    return createSkippedVerdict(
      `${formatMoneyAnswer(answer)}: an earlier run paid this account. Run again in an hour (R45: tomorrow), or with another account in --cases`,
    );
  }
  const isDone = answer.kind === 'done' && answer.transaction !== null;
  return isDone
    ? createExpectedVerdict(formatMoneyAnswer(answer))
    : createUnexpectedVerdict(formatMoneyAnswer(answer));
}

function toSingleRowVerdict(lookUp: TransactionLookUp, id: string): CertificationVerdict {
  if (lookUp.kind === 'failed')
    return createUnexpectedVerdict(formatProblemForReport(lookUp.problem));
  if (lookUp.kind !== 'found') return createUnexpectedVerdict(`the look-up is ${lookUp.kind}`);
  const rowsText = formatRows(lookUp);
  return lookUp.rows.length === 1 && lookUp.rows[0]?.id === id
    ? createExpectedVerdict(rowsText)
    : createUnexpectedVerdict(rowsText);
}

function formatRows({ rows }: Extract<TransactionLookUp, { kind: 'found' }>): string {
  return rows.map(({ id, status }) => `transaction ${id}, ${status ?? 'no status'}`).join('; ');
}
