import type { Payment, ServiceVersion } from '../../../shared/contract/index.ts';
import type { ServiceUnderTest } from '../../e2e/support/service-under-test.ts';
import type { Random } from '../../support/random.ts';
import type { TillPage } from './real-till.ts';
import type { Tally } from './tally.ts';

export interface KilledTillRun {
  readonly service: ServiceUnderTest;
  readonly version: ServiceVersion;
  readonly profile: string;
  readonly random: Random;
  /** The external_ids of payments that the service refunded by itself. */
  readonly refundedIds: Set<string>;
}

/**
 * Compares the ledger of a till that was killed with what the service performed and refunded.
 * Returns the faults in words, and counts them in the tally.
 */
export async function checkKilledTill(
  run: KilledTillRun,
  page: TillPage,
  tally: Tally,
): Promise<string[]> {
  const faults: string[] = [];
  const payments = await page.get('payments.recent', { limit: 50 });
  const performed = (await run.service.inspect()).transactions;
  tally.attempts += payments.length;
  tally.paidAtService += performed.length;
  tally.paidInLedger += payments.filter(
    (payment) => payment.state === 'paid' && payment.kind !== 'cancel',
  ).length;
  for (const { externalId } of performed) {
    const times = performed.filter((transaction) => transaction.externalId === externalId).length;
    const payment = payments.find((candidate) => candidate.externalId === externalId);
    if (times > 1) recordFault(faults, tally, 'paidTwice', `paid twice: ${externalId}`);
    if (payment?.state !== 'paid') {
      recordFault(
        faults,
        tally,
        'lost',
        `lost: ${externalId}, ${payment?.state ?? 'not in the ledger'}`,
      );
    }
  }
  for (const payment of payments) {
    const isDone =
      payment.kind === 'cancel'
        ? isReversed(payments.find((candidate) => candidate.id === payment.cancels))
        : performed.some((transaction) => transaction.externalId === payment.externalId);
    await checkPayment(page, payment, isDone, tally, faults);
  }
  tally.givenBack += run.refundedIds.size;
  for (const payment of payments) await checkRefund(run, page, payment, tally, faults);
  for (const payment of payments.filter(isReversed)) {
    if (payment.cancelledBy?.state === 'paid' || payment.refund !== null) continue;
    recordFault(
      faults,
      tally,
      'lost',
      `taken back, and the ledger does not know: ${payment.externalId}`,
    );
  }
  return faults;

  function isReversed(payment: Payment | undefined): boolean {
    const row = performed.find((transaction) => transaction.externalId === payment?.externalId);
    return row?.status === 'refunded' || row?.status === 'reversed';
  }
}

async function checkRefund(
  { refundedIds }: KilledTillRun,
  page: TillPage,
  payment: Payment,
  tally: Tally,
  faults: string[],
): Promise<void> {
  const name = `${payment.kind} ${payment.externalId}`;
  const isCancelled = payment.cancelledBy?.state === 'paid';
  const { refund } = payment;
  if (refundedIds.has(payment.externalId)) {
    if (refund === null && !isCancelled) {
      return recordFault(faults, tally, 'refundsLost', `given back, seen by nobody: ${name}`);
    }
    tally.givenBackInLedger += 1;
  } else if (refund !== null) recordFault(faults, tally, 'refundsTwice', `not given back: ${name}`);
  if (refund === null) return;
  if (isCancelled) recordFault(faults, tally, 'refundsTwice', `given back by two ways: ${name}`);
  if (refund.settled === null) recordFault(faults, tally, 'refundsLost', `still owed: ${name}`);
  const secondSettlement = await page.call('refunds.settle', {
    paymentId: payment.id,
    approval: null,
  });
  if (secondSettlement.ok) recordFault(faults, tally, 'refundsTwice', `settled twice: ${name}`);
}

async function checkPayment(
  page: TillPage,
  payment: Payment,
  isDone: boolean,
  tally: Tally,
  faults: string[],
): Promise<void> {
  const name = `${payment.kind} ${payment.externalId}, ${payment.state}`;
  if (['sending', 'unknown', 'unclear'].includes(payment.state)) {
    recordFault(
      faults,
      tally,
      'unresolved',
      `unresolved: ${name}, certain at ${payment.certainAt}`,
    );
  }
  if (payment.state === 'paid' && payment.kind === 'cancel' && !isDone) {
    recordFault(faults, tally, 'cancelBelieved', `cancelled in the ledger alone: ${name}`);
  } else if (payment.state === 'paid' && !isDone) {
    recordFault(faults, tally, 'toldWrong', `paid in the ledger alone: ${name}`);
  }
  const jobs = await page.get('printing.forPayment', { paymentId: payment.id });
  const originals = jobs.filter((job) => job.kind === 'original').length;
  if (payment.state === 'paid' && originals === 0) {
    recordFault(faults, tally, 'ticketsMissing', `no ticket: ${name}`);
  }
  if (originals > 1 || (payment.state !== 'paid' && originals > 0)) {
    recordFault(faults, tally, 'ticketsDoubled', `${originals} tickets: ${name}`);
  }
}

function recordFault(faults: string[], tally: Tally, tallyKey: keyof Tally, text: string): void {
  tally[tallyKey] += 1;
  faults.push(text);
}
