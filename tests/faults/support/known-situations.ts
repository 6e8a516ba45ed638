import type { PrintJobKind } from '../../../electron/printing/queue/job-rows.ts';
import type { getPaymentStateTextKey } from '../../../renderer/app/state-text-key.ts';
import type {
  getOutcomeToConfirmTextKey,
  OutcomeConfirmTask,
} from '../../../renderer/app/to-confirm/outcome-confirm-task.ts';
import type { ResultTitleTextKey } from '../../../renderer/features/counter/payment-result/result-title-key.ts';
import {
  type HistoryEventKind,
  paymentKindSchema,
  type Refund,
  type ServiceVersion,
  type UnknownOutcomeReason,
} from '../../../shared/contract/index.ts';
import {
  type OwedRefundGroup,
  PAYMENT_STATES,
  SERVICE_VERSIONS,
} from '../../../shared/rules/index.ts';

/**
 * Every situation that the till's own types allow, and whether fault runs must reach it. A new event,
 * state, reason, paper or sentence does not compile until it is listed here.
 */

/** What a fault run is expected to do about a situation; `never` says why no run comes into it. */
export type Expectation = 'required' | 'optional' | { readonly never: string };

/** The versions in which fault runs must reach it; optional; or why no run can. */
type Reach = readonly ServiceVersion[] | typeof REPEATED | string;
type RowOf<Columns extends readonly unknown[]> = { readonly [Index in keyof Columns]: Reach };

/** Optional: an answer is written twice if a commit reported a failure after it was written. */
const REPEATED = { isOptional: true } as const;
const ALL = SERVICE_VERSIONS;
const V1_6: Reach = ['v1.6'];

const FIRST = 'it is the first event of a payment';
const BUSY = 'the request is under way, and no person can act on it';
const SILENT = 'no request is under way';
const FINAL = 'the outcome is certain: nothing is sent, looked up or decided any more';
const OPEN = 'the outcome is not certain';
const FAILED = 'nothing was paid';
const DOUBT = 'a payment about which the service contradicts itself is not sent again';
const NO_NEWS = 'it changes neither state nor evidence, so that only the look-up is recorded';
const ASSUMED = 'the service performs what it denied: assumed not to happen';
const BY_HAND = 'what a supervisor decided without the service cannot be cancelled there';

/** The columns are `PAYMENT_STATES`: the state before the event. */
const EVENTS: Readonly<Record<HistoryEventKind, RowOf<typeof PAYMENT_STATES>>> = {
  // sending, unknown, unclear, paid, rejected, not-performed, by-hand-paid, by-hand-not-paid
  intent: [ALL, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST],
  'sent-again': [BUSY, ALL, DOUBT, FINAL, FINAL, FINAL, FINAL, FINAL],
  'answer-done': [ALL, SILENT, SILENT, FINAL, FINAL, FINAL, FINAL, FINAL],
  'answer-refused': [ALL, REPEATED, SILENT, FINAL, FINAL, FINAL, FINAL, FINAL],
  'answer-unknown': [ALL, REPEATED, REPEATED, FINAL, FINAL, FINAL, FINAL, FINAL],
  'answer-not-sent': [ALL, SILENT, SILENT, FINAL, FINAL, FINAL, FINAL, FINAL],
  'till-stopped': [ALL, ALL, ALL, FINAL, FINAL, FINAL, FINAL, FINAL],
  'look-up-found': [ALL, ALL, ALL, FINAL, FINAL, FINAL, FINAL, FINAL],
  'look-up-empty': [ALL, ALL, ALL, FINAL, FINAL, FINAL, FINAL, FINAL],
  'look-up-without-id': [ALL, ALL, ALL, FINAL, FINAL, FINAL, FINAL, FINAL],
  'look-up-unclear': [ALL, ALL, NO_NEWS, FINAL, FINAL, FINAL, FINAL, FINAL],
  'look-up-failed': [ALL, NO_NEWS, NO_NEWS, FINAL, FINAL, FINAL, FINAL, FINAL],
  'closed-by-hand': [BUSY, ALL, ALL, FINAL, FINAL, FINAL, FINAL, FINAL],
  'cash-released': [OPEN, OPEN, OPEN, ALL, FAILED, FAILED, ALL, FAILED],
  'handed-over': [OPEN, OPEN, OPEN, ALL, FAILED, FAILED, ALL, FAILED],
  'cancel-asked': [OPEN, OPEN, OPEN, V1_6, FAILED, FAILED, BY_HAND, FAILED],
  'refund-found': [OPEN, OPEN, OPEN, ALL, FAILED, FAILED, ALL, FAILED],
  'refund-handed-back': [OPEN, OPEN, OPEN, ALL, FAILED, FAILED, ALL, FAILED],
  'refund-taken-in': [OPEN, OPEN, OPEN, ALL, FAILED, FAILED, ALL, FAILED],
  'refund-decided': [OPEN, OPEN, OPEN, ALL, FAILED, FAILED, ALL, FAILED],
  'performed-after-all': [OPEN, OPEN, OPEN, FINAL, ASSUMED, ASSUMED, FINAL, ASSUMED],
  'missing-code-closed': [OPEN, OPEN, OPEN, ALL, FAILED, FAILED, ALL, FAILED],
  'outcome-confirmed': [OPEN, OPEN, OPEN, ALL, ALL, ALL, ALL, ALL],
};

const REASONS: Readonly<Record<UnknownOutcomeReason, Reach>> = {
  'timed-out': ALL,
  'connection-lost': ALL,
  'server-error': ALL,
  'unreadable-answer': ALL,
  'open-code': ALL,
  'till-stopped': ALL,
  'evidence-of-earlier': ALL,
  'checking-refusal': ALL,
};

const OF_PAYMENT = 'it belongs to a payment';
const OF_NONE = 'it belongs to no payment';
const PAPER_ONLY = 'the shop of these runs prints every receipt: electron/printing/paperless';
const ONE_CODE = 'the code of a gift card is printed on one paper only';
const NO_DRAWER = 'the printer of these runs has no drawer: basket/drawer-for-change';
const PAPER_COLUMNS = [...paymentKindSchema.options, 'none'] as const;

/** The columns are `PAPER_COLUMNS`: the kind of the payment. */
const PAPERS: Readonly<
  Record<PrintJobKind, RowOf<readonly [...(typeof paymentKindSchema)['options'], 'none']>>
> = {
  // bill, top-up, gift-card, cash-out, cancel, none
  original: [ALL, ALL, ALL, ALL, ALL, OF_PAYMENT],
  'shop-copy': [ALL, ALL, ONE_CODE, ALL, ALL, OF_PAYMENT],
  copy: [ALL, ALL, ALL, ALL, ALL, OF_PAYMENT],
  failed: [ALL, ALL, ALL, ALL, ALL, OF_PAYMENT],
  pending: [ALL, ALL, ALL, ALL, ALL, OF_PAYMENT],
  test: [OF_NONE, OF_NONE, OF_NONE, OF_NONE, OF_NONE, 'no payment: electron/printing'],
  report: [OF_NONE, OF_NONE, OF_NONE, OF_NONE, OF_NONE, ALL],
  drawer: [PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, OF_PAYMENT],
  change: [NO_DRAWER, NO_DRAWER, NO_DRAWER, NO_DRAWER, NO_DRAWER, OF_PAYMENT],
  pdf: [PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, OF_PAYMENT],
  mail: [PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, OF_PAYMENT],
  code: [PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, OF_PAYMENT],
  none: [PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, PAPER_ONLY, OF_PAYMENT],
};

/** The key of a sentence that tells the cashier where the money is, or what to give. */
export type Sentence =
  | ResultTitleTextKey
  | ReturnType<typeof getPaymentStateTextKey>
  | ReturnType<typeof getOutcomeToConfirmTextKey>
  | `toConfirm.${OutcomeConfirmTask['action']}`
  | `refunds.impact.${OwedRefundGroup}`
  | `refunds.settled.${NonNullable<Refund['settled']>['how']}`;

const SENTENCES: Readonly<Record<Sentence, Reach>> = {
  'pay.sending.title': ALL,
  'pay.unknown.title': ALL,
  'pay.refused.title': ALL,
  'pay.notSent.title': ALL,
  'pay.correction.title.correct': ALL,
  'pay.correction.title.again': ALL,
  'pay.paid.title': ALL,
  'pay.paid.titleExact': ALL,
  'pay.paid.titleNoPaper': ALL,
  'pay.paid.titleNoPaperExact': ALL,
  'pay.paid.givenBackTitle': ALL,
  'receipts.paid': PAPER_ONLY,
  'receipts.paidExact': PAPER_ONLY,
  'pay.gift.title': ALL,
  'pay.gift.titleExact': ALL,
  'pay.gift.noCodeTitle': ALL,
  'pay.gift.noCodeTitleExact': ALL,
  'pay.cashOut.unknown': ALL,
  'pay.cashOut.paperFirst': ALL,
  'pay.cashOut.textMissing': ALL,
  'pay.cashOut.handOver': ALL,
  'pay.cashOut.done': ALL,
  'pay.cashOut.notDone': ALL,
  'pay.cancel.unknown': ALL,
  'pay.cancel.handOver': ALL,
  'pay.cancel.done': ALL,
  'pay.cancel.notDone': ALL,
  'refunds.titleOut': ALL,
  'history.cancelled': ALL,
  'history.state.no-code': ALL,
  'history.state.not-sent': ALL,
  'history.state.refund-owed': ALL,
  'history.state.refunded': ALL,
  'history.state.sending': ALL,
  'history.state.unknown': ALL,
  'history.state.unclear': ALL,
  'history.state.paid': ALL,
  'history.state.rejected': ALL,
  'history.state.not-performed': ALL,
  'history.state.by-hand-paid': ALL,
  'history.state.by-hand-not-paid': ALL,
  'history.state.to-hand-over.cash-out': ALL,
  'history.state.to-hand-over.cancel': ALL,
  'history.state.paid.cash-out': ALL,
  'history.state.paid.cancel': ALL,
  'history.state.by-hand-paid.cash-out': ALL,
  'history.state.by-hand-paid.cancel': ALL,
  'history.state.by-hand-not-paid.cash-out': ALL,
  'history.state.by-hand-not-paid.cancel': ALL,
  'toConfirm.payment.paid': ALL,
  'toConfirm.payment.not-paid': ALL,
  'toConfirm.cash-out.paid': ALL,
  'toConfirm.cash-out.not-paid': ALL,
  'toConfirm.cancel.paid': ALL,
  'toConfirm.cancel.not-paid': ALL,
  'toConfirm.change': ALL,
  'toConfirm.cash': ALL,
  'toConfirm.print': ALL,
  'toConfirm.code': ALL,
  'toConfirm.nothing': ALL,
  'refunds.impact.customer': ALL,
  'refunds.impact.shop': ALL,
  'refunds.impact.not-handed-over': ALL,
  'refunds.settled.handed-back': ALL,
  'refunds.settled.taken-in': ALL,
  'refunds.settled.decided': ALL,
};

export const formatEvent = (kind: string, state: string, version: string): string =>
  `${kind} of a payment that is ${state} (${version})`;
export const formatPaper = (kind: string, payment: string): string =>
  payment === 'none' ? `paper: ${kind}` : `paper: ${kind} of a ${payment}`;
export const formatUnknownReason = (reason: string): string => `unknown because ${reason}`;

/** Every situation by name. */
export const SITUATIONS: ReadonlyMap<string, Expectation> = new Map([
  ...Object.entries(EVENTS).flatMap(([kind, reaches]) =>
    PAYMENT_STATES.flatMap((state, column) =>
      SERVICE_VERSIONS.map(
        (version) =>
          [formatEvent(kind, state, version), toExpectation(reaches[column], version)] as const,
      ),
    ),
  ),
  ...Object.entries(PAPERS).flatMap(([kind, reaches]) =>
    PAPER_COLUMNS.map(
      (payment, column) => [formatPaper(kind, payment), toExpectation(reaches[column])] as const,
    ),
  ),
  ...Object.entries(REASONS).map(
    ([reason, reach]) => [formatUnknownReason(reason), toExpectation(reach)] as const,
  ),
  ...Object.entries(SENTENCES).map(([key, reach]) => [key, toExpectation(reach)] as const),
]);

function toExpectation(reach: Reach | undefined, version: ServiceVersion = 'v1.6'): Expectation {
  if (reach === undefined) throw new Error('a row of situations is too short');
  if (typeof reach === 'string') return { never: reach };
  if ('isOptional' in reach) return 'optional';
  return reach.includes(version) ? 'required' : { never: 'this version has no cancels' };
}
