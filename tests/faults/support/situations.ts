import type { Database } from '../../../electron/ledger/index.ts';
import { getPaymentStateTextKey } from '../../../renderer/app/state-text-key.ts';
import {
  getOutcomeConfirmTask,
  getOutcomeToConfirmTextKey,
} from '../../../renderer/app/to-confirm/outcome-confirm-task.ts';
import { getResultTitleTextKey } from '../../../renderer/features/counter/payment-result/result-title-key.ts';
import type { Payment, ServiceVersion } from '../../../shared/contract/index.ts';
import { getActionForPayment, getOwedRefundGroup } from '../../../shared/rules/index.ts';
import {
  formatEvent,
  formatPaper,
  formatUnknownReason,
  type Sentence,
  SITUATIONS,
} from './known-situations.ts';

/**
 * How often fault runs came into each situation: an event of a payment in a state of it, in a version
 * of the service; a reason of an unknown outcome; a paper; a sentence that tells the cashier where the
 * money is.
 */
export type Situations = Map<string, number>;

export function countSituation(situations: Situations, name: string, times = 1): void {
  situations.set(name, (situations.get(name) ?? 0) + times);
}

export function addSituations(total: Situations, situations: Situations): void {
  for (const [name, times] of situations) countSituation(total, name, times);
}

/** Counts what the ledger holds at the end of a run: events, reasons and papers. */
export function countLedger(
  database: Database,
  version: ServiceVersion,
  situations: Situations,
): void {
  let paymentId: unknown = null;
  let state = 'sending';
  const events = database
    .prepare(
      `SELECT intent_id, kind, detail ->> '$.state' AS state FROM payment_events
       ORDER BY intent_id, id`,
    )
    .all();
  for (const event of events) {
    if (event.intent_id !== paymentId) state = 'sending';
    paymentId = event.intent_id;
    countSituation(situations, formatEvent(String(event.kind), state, version));
    if (event.kind === 'sent-again') state = 'sending';
    else if (event.state !== null) state = String(event.state);
  }
  const papers = database
    .prepare(
      `SELECT p.kind, i.kind AS payment FROM print_jobs p LEFT JOIN intents i ON i.id = p.intent_id`,
    )
    .all();
  for (const { kind, payment } of papers)
    countSituation(situations, formatPaper(String(kind), String(payment ?? 'none')));
  const reasons = database
    .prepare('SELECT unknown_because AS reason FROM outcomes WHERE unknown_because IS NOT NULL')
    .all();
  for (const { reason } of reasons) countSituation(situations, formatUnknownReason(String(reason)));
}

/** Counts the sentences that the page shows for this payment, on its screen and in lists. */
export function countSentences(payment: Payment, situations: Situations): void {
  for (const sentence of listSentences(payment)) countSituation(situations, sentence);
}

function listSentences(payment: Payment): readonly Sentence[] {
  const { refund, toConfirm, kind } = payment;
  const action =
    kind === 'cancel' ? ({ kind: 'next-customer' } as const) : getActionForPayment(payment);
  const hasPaperFailed = ['unconfirmed', 'refused', 'failed'].includes(payment.paper);
  const sentences: Sentence[] = [
    getResultTitleTextKey(payment, action, hasPaperFailed ? 'failed' : 'coming'),
    getPaymentStateTextKey(payment),
  ];
  if (toConfirm !== 'none') {
    sentences.push(getOutcomeToConfirmTextKey(payment));
    sentences.push(`toConfirm.${getOutcomeConfirmTask(payment).action}`);
  }
  if (refund?.settled) sentences.push(`refunds.settled.${refund.settled.how}`);
  else if (refund) sentences.push(`refunds.impact.${getOwedRefundGroup(refund)}`);
  return sentences;
}

export interface Coverage {
  readonly reached: number;
  readonly required: number;
  /** Situations that fault runs must reach and did not. */
  readonly missing: readonly string[];
  /** Situations that were reached although no run can, with the reason why not. */
  readonly unexpected: readonly string[];
}

export function compareSituations(situations: Situations): Coverage {
  const required = [...SITUATIONS].flatMap(([name, expectation]) =>
    expectation === 'required' ? [name] : [],
  );
  const missing = required.filter((name) => !situations.has(name));
  const unexpected = [...situations.keys()].flatMap((name) => {
    const expectation = SITUATIONS.get(name);
    if (expectation === undefined) return [`${name}: not in the list of situations`];
    return typeof expectation === 'string' ? [] : [`${name}: ${expectation.never}`];
  });
  return {
    reached: required.length - missing.length,
    required: required.length,
    missing,
    unexpected,
  };
}
