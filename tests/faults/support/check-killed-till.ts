import type { Payment, ServiceVersion } from '../../../shared/contract/index.ts';
import type { ServiceUnderTest } from '../../e2e/support/service.ts';
import type { Random } from '../../support/random.ts';
import type { KilledShare } from '../chain/killed-share.ts';
import type { Tally } from './check-invariants.ts';
import type { TillPage } from './real-till.ts';

export interface KilledTillRun {
  readonly service: ServiceUnderTest;
  readonly version: ServiceVersion;
  readonly profile: string;
  readonly random: Random;
  /** What the service gave back by itself, by external_id. */
  readonly givenBack: Set<string>;
  /** What a chain has of this run; null without one. */
  readonly chain: KilledShare | null;
}

/** Compares the ledger of a till that was killed with what the service performed and gave back. */
export async function checkKilledTill(
  shop: KilledTillRun,
  page: TillPage,
  tally: Tally,
): Promise<string[]> {
  const wrong: string[] = [];
  const payments = await page.get('payments.recent', { limit: 50 });
  const performed = (await shop.service.inspect()).transactions;
  tally.attempts += payments.length;
  tally.paidAtService += performed.length;
  tally.paidInLedger += payments.filter(
    (one) => one.state === 'paid' && one.kind !== 'cancel',
  ).length;
  for (const { externalId } of performed) {
    const times = performed.filter((one) => one.externalId === externalId).length;
    const payment = payments.find((one) => one.externalId === externalId);
    if (times > 1) recordFault(wrong, tally, 'paidTwice', `paid twice: ${externalId}`);
    if (payment?.state !== 'paid') {
      recordFault(
        wrong,
        tally,
        'lost',
        `lost: ${externalId}, ${payment?.state ?? 'not in the ledger'}`,
      );
    }
  }
  for (const payment of payments) {
    const isDone =
      payment.kind === 'cancel'
        ? isTakenBack(payments.find((one) => one.id === payment.cancels))
        : performed.some((one) => one.externalId === payment.externalId);
    await checkPayment(page, payment, isDone, tally, wrong);
  }
  tally.givenBack += shop.givenBack.size;
  for (const payment of payments) await checkRefund(shop, page, payment, tally, wrong);
  for (const payment of payments.filter(isTakenBack)) {
    if (payment.cancelledBy?.state === 'paid' || payment.refund !== null) continue;
    recordFault(
      wrong,
      tally,
      'lost',
      `taken back, and the ledger does not know: ${payment.externalId}`,
    );
  }
  return wrong;

  function isTakenBack(payment: Payment | undefined): boolean {
    const row = performed.find((one) => one.externalId === payment?.externalId);
    return row?.status === 'refunded' || row?.status === 'reversed';
  }
}

async function checkRefund(
  { givenBack }: KilledTillRun,
  page: TillPage,
  payment: Payment,
  tally: Tally,
  wrong: string[],
): Promise<void> {
  const name = `${payment.kind} ${payment.externalId}`;
  const isCancelled = payment.cancelledBy?.state === 'paid';
  const { refund } = payment;
  if (givenBack.has(payment.externalId)) {
    if (refund === null && !isCancelled) {
      return recordFault(wrong, tally, 'refundsLost', `given back, seen by nobody: ${name}`);
    }
    tally.givenBackInLedger += 1;
  } else if (refund !== null) recordFault(wrong, tally, 'refundsTwice', `not given back: ${name}`);
  if (refund === null) return;
  if (isCancelled) recordFault(wrong, tally, 'refundsTwice', `given back by two ways: ${name}`);
  if (refund.settled === null) recordFault(wrong, tally, 'refundsLost', `still owed: ${name}`);
  const again = await page.call('refunds.settle', { paymentId: payment.id, approval: null });
  if (again.ok) recordFault(wrong, tally, 'refundsTwice', `settled twice: ${name}`);
}

async function checkPayment(
  page: TillPage,
  payment: Payment,
  isDone: boolean,
  tally: Tally,
  wrong: string[],
): Promise<void> {
  const name = `${payment.kind} ${payment.externalId}, ${payment.state}`;
  if (['sending', 'unknown', 'unclear'].includes(payment.state)) {
    recordFault(wrong, tally, 'unresolved', `unresolved: ${name}, certain at ${payment.certainAt}`);
  }
  if (payment.state === 'paid' && !isDone) {
    recordFault(wrong, tally, 'toldWrong', `paid in the ledger alone: ${name}`);
  }
  const jobs = await page.get('printing.ofPayment', { paymentId: payment.id });
  const originals = jobs.filter((job) => job.kind === 'original').length;
  if (payment.state === 'paid' && originals === 0) {
    recordFault(wrong, tally, 'ticketsMissing', `no ticket: ${name}`);
  }
  if (originals > 1 || (payment.state !== 'paid' && originals > 0)) {
    recordFault(wrong, tally, 'ticketsDoubled', `${originals} tickets: ${name}`);
  }
}

function recordFault(wrong: string[], tally: Tally, what: keyof Tally, words: string): void {
  tally[what] += 1;
  wrong.push(words);
}
