import {
  canCloseByHand,
  classifyLookUp,
  getOutcomeFromAnswer,
  getOutcomeFromLookUpFinding,
  INITIAL_OUTCOME,
  isUnresolved,
  listMissingPapers,
  toUnknownOutcome,
} from '../../electron/counter/payments/outcome/index.ts';
import {
  decideConfirmation,
  isDrawerOpenedByConfirmation,
  isSeenOnLeaving,
} from '../../electron/counter/payments/supervised/confirmation-decisions.ts';
import { getHandOver, getToConfirm } from '../../electron/counter/payments/view/index.ts';
import {
  decideOnRow,
  findDecisionObstacle,
  findRowObstacle,
  findSettlementObstacle,
} from '../../electron/counter/refunds/refund-decisions.ts';
import { toServiceTransactionState } from '../../electron/counter/refunds/service-transaction-state.ts';
import type { Intent, PaymentOutcome, PaymentRecord } from '../../electron/ledger/index.ts';
import type { MoneyAnswer, ServiceTransaction } from '../../electron/service/index.ts';
import type { PaymentKind, PaymentState } from '../../shared/contract/index.ts';
import { createMoney } from '../../shared/money/index.ts';
import type { Step } from './walk.ts';

/**
 * What follows from the outcome of one payment at the counter: its papers, the drawer, the cash of a
 * cash-out, and who must confirm what. The payment is sent once; time and clocks are in the walk of a
 * payment, so here "every request has expired" is one step.
 *
 * Assumed: a request that the service refuses is not performed later, and a row never says that a
 * payment was performed or given back that was not.
 */

export const REAL_DECISIONS = {
  getOutcomeFromAnswer,
  classifyLookUp,
  getOutcomeFromLookUpFinding,
  canCloseByHand,
  listMissingPapers,
  isSeenOnLeaving,
  decideConfirmation,
  isDrawerOpenedByConfirmation,
  getHandOver,
  getToConfirm,
  decideOnRow,
  findSettlementObstacle,
};
export type Decisions = typeof REAL_DECISIONS;

type JobState = 'none' | 'waiting' | 'printed' | 'unconfirmed' | 'failed';

export interface ResultState {
  readonly outcome: PaymentOutcome;
  readonly isSending: boolean;
  readonly isAttended: boolean;
  /** A copy of the request may still be performed. */
  readonly isUnderWay: boolean;
  /** The status of the row, if the service performed the payment. */
  readonly row: 'fulfilled' | 'reversed' | null;
  readonly original: JobState;
  readonly failedSlip: JobState;
  /** How often each was queued, and how often the drawer opened for change. */
  readonly originals: number;
  readonly failedSlips: number;
  readonly pulses: number;
  readonly isCodeMissing: boolean;
  readonly isReleased: boolean;
  readonly handedOut: number;
  readonly takenIn: number;
  readonly refund: 'none' | 'owed' | 'owed-after-hand-over' | 'settled';
  readonly restarts: number;
  /** The rule that the last step broke. */
  readonly broken: string | null;
}

export const INITIAL_STATE: ResultState = {
  outcome: INITIAL_OUTCOME,
  isSending: true,
  isAttended: true,
  isUnderWay: true,
  row: null,
  original: 'none',
  failedSlip: 'none',
  originals: 0,
  failedSlips: 0,
  pulses: 0,
  isCodeMissing: false,
  isReleased: false,
  handedOut: 0,
  takenIn: 0,
  refund: 'none',
  restarts: 0,
  broken: null,
};

const AT = '2026-01-05T12:00:00.000Z';
const DAY_MS = 24 * 60 * 60_000;
const MAX_RESTARTS = 2;
const TICKET_TEXT = 'AUTH 900';

export type ResultKind = Extract<PaymentKind, 'bill' | 'gift-card' | 'cash-out'>;

function createIntent(kind: ResultKind): Intent {
  const isPaidIn = kind !== 'cash-out';
  return {
    id: 'payment',
    kind,
    createdAt: AT,
    externalId: 'external-id',
    billerId: 40,
    accountNumber: '501000000007',
    amount: createMoney('549', 'MXN'),
    cash: isPaidIn ? createMoney('600', 'MXN') : null,
    change: isPaidIn ? createMoney('51', 'MXN') : null,
  } as unknown as Intent;
}

function createRow(changes: Partial<ServiceTransaction>): ServiceTransaction {
  return {
    id: '900',
    externalId: 'external-id',
    billerId: 40,
    accountNumber: null,
    amount: '549.00',
    currency: 'MXN',
    createdAt: null,
    status: 'fulfilled',
    ticketText: null,
    fee: null,
    earned: null,
    hoursToFulfill: null,
    ...changes,
  };
}

const isPaid = ({ outcome }: ResultState): boolean =>
  outcome.state === 'paid' || outcome.state === 'by-hand-paid';

function toShownState({ outcome, isSending }: ResultState): PaymentState {
  if (outcome.state !== 'intent' && outcome.state !== 'sent') return outcome.state;
  return isSending ? 'sending' : 'unknown';
}

function toRecord(intent: Intent, state: ResultState): PaymentRecord {
  const { outcome, refund, isReleased, handedOut, original, isCodeMissing } = state;
  return {
    intent,
    outcome,
    sends: [{ number: 1, requestDate: AT, result: 'unknown', code: null }],
    lastLookUp: null,
    newestCancel: null,
    basket: null,
    originalJobState: original === 'none' ? null : original,
    isCodeMissing,
    handOver:
      isReleased || handedOut > 0
        ? { releasedAt: isReleased ? AT : null, handedAt: handedOut > 0 ? AT : null }
        : null,
    refund:
      refund === 'none'
        ? null
        : {
            owedTo: intent.kind === 'cash-out' ? 'shop' : 'customer',
            isHandedOver: handedOut > 0 && refund !== 'owed',
            settled: refund === 'settled' ? {} : null,
          },
  } as unknown as PaymentRecord;
}

/** Everything that the page and main decide from about a state. */
function createViewer(decisions: Decisions, intent: Intent) {
  return (state: ResultState) => {
    const record = toRecord(intent, state);
    const shownState = toShownState(state);
    return {
      record,
      kind: intent.kind,
      state: shownState,
      cash: intent.cash,
      change: intent.change,
      handOver: decisions.getHandOver(record, shownState, state.original),
      toConfirm: state.isAttended ? ('none' as const) : decisions.getToConfirm(record),
    };
  };
}

/** Returns the steps of one payment of a kind, decided by the given functions. */
export function createStepLister(
  decisions: Decisions,
  kind: ResultKind,
): (state: ResultState) => Generator<Step<ResultState>> {
  const intent = createIntent(kind);
  const view = createViewer(decisions, intent);

  function queueMissingPapers(state: ResultState): ResultState {
    const missing = decisions.listMissingPapers(toRecord(intent, state), {
      isQueued: (paper) => (paper === 'original' ? state.original : state.failedSlip) !== 'none',
      isShopCopyWanted: () => false,
    });
    const hasOriginal = missing.includes('original');
    const hasFailed = missing.includes('failed');
    return {
      ...state,
      original: hasOriginal ? 'waiting' : state.original,
      failedSlip: hasFailed ? 'waiting' : state.failedSlip,
      originals: state.originals + (hasOriginal ? 1 : 0),
      failedSlips: state.failedSlips + (hasFailed ? 1 : 0),
    };
  }

  const markSeen = (state: ResultState): ResultState => ({
    ...state,
    outcome: { ...state.outcome, seenAt: AT },
  });

  /** As the recorder of outcomes does. */
  function record(state: ResultState, outcome: PaymentOutcome): ResultState {
    const next = { ...state, isSending: false, outcome };
    if (isUnresolved(outcome)) return next;
    const isCodeMissing = kind === 'gift-card' && isPaid(next) && outcome.ticketText === null;
    const isGivenBack = outcome.serviceStatus === 'reversed' && isPaid(next);
    const resolved: ResultState = {
      ...next,
      isCodeMissing,
      refund: isGivenBack ? 'owed' : 'none',
    };
    return state.isAttended
      ? queueMissingPapers(resolved)
      : { ...resolved, outcome: { ...outcome, seenAt: null } };
  }

  function receiveAnswer(state: ResultState, answer: MoneyAnswer): ResultState {
    const outcome = decisions.getOutcomeFromAnswer(
      { intent, outcome: state.outcome, cancelledTransactionId: null },
      answer,
      { wasSentBefore: false, isRefusalInconclusive: false },
      AT,
    );
    return record(state, outcome);
  }

  function* listAnswers(state: ResultState): Generator<Step<ResultState>> {
    const performed: ResultState = { ...state, row: 'fulfilled', isUnderWay: false };
    const notPerformed: ResultState = { ...state, isUnderWay: false };
    const done = (changes: Partial<ServiceTransaction>): MoneyAnswer => ({
      kind: 'done',
      httpStatus: 200,
      transaction: createRow(changes),
      raw: '',
    });
    const refuse = (code: string): MoneyAnswer => ({
      kind: 'refused',
      httpStatus: 400,
      code,
      message: null,
      raw: '',
      retryAfterSeconds: null,
      dateDifferenceMs: null,
      isTimeDisputed: false,
    });
    const lost: MoneyAnswer = {
      kind: 'unknown',
      reason: 'connection-lost',
      httpStatus: null,
      raw: null,
    };
    yield {
      words: 'performed, and answered with its text',
      next: receiveAnswer(performed, done({ ticketText: TICKET_TEXT })),
    };
    yield {
      words: 'performed, and answered without a text',
      next: receiveAnswer(performed, done({})),
    };
    yield {
      words: 'performed, and answered with another amount',
      next: receiveAnswer(performed, done({ amount: '1.00', ticketText: TICKET_TEXT })),
    };
    yield {
      words: 'performed, and answered with the status timeout and its text',
      next: receiveAnswer(performed, done({ status: 'timeout', ticketText: TICKET_TEXT })),
    };
    yield { words: 'performed, and the answer is lost', next: receiveAnswer(performed, lost) };
    yield { words: 'the answer is lost', next: receiveAnswer(state, lost) };
    for (const code of ['R1', 'R126', 'R36', 'R9']) {
      yield { words: `refused with ${code}`, next: receiveAnswer(notPerformed, refuse(code)) };
    }
    yield {
      words: 'the connection never opens',
      next: receiveAnswer(notPerformed, {
        kind: 'not-sent',
        problem: { kind: 'internal', reference: '' },
      }),
    };
  }

  function* listOpenSteps(state: ResultState): Generator<Step<ResultState>> {
    const time = { kind: 'agreed', time: 0 } as const;
    const lookUp = (rows: readonly ServiceTransaction[]): ResultState => {
      const answer = rows.length === 0 ? { kind: 'empty', time } : { kind: 'found', rows, time };
      const outcome = decisions.getOutcomeFromLookUpFinding(
        state.outcome,
        decisions.classifyLookUp(toRecord(intent, state), answer as never, () => false),
        {
          haveAllRequestsExpired: !state.isUnderWay,
          isEvidenceFromOtherPayment: false,
          wasSentOnce: true,
        },
        AT,
      );
      return record(state, outcome);
    };
    if (state.row === null) {
      yield { words: 'a look-up is empty', next: lookUp([]) };
    } else {
      const { row: status } = state;
      yield { words: 'a look-up finds the row', next: lookUp([createRow({ status })]) };
      yield {
        words: 'a look-up finds the row with its text',
        next: lookUp([createRow({ status, ticketText: TICKET_TEXT })]),
      };
      yield {
        words: 'a look-up finds the row with another amount',
        next: lookUp([createRow({ status, amount: '1.00' })]),
      };
    }
    if (state.isUnderWay) {
      yield {
        words: 'a copy arrives, and is performed',
        next: { ...state, row: 'fulfilled', isUnderWay: false },
      };
      yield { words: 'every request has expired', next: { ...state, isUnderWay: false } };
    }
    const now = Date.parse(AT) + (state.isUnderWay ? 0 : DAY_MS);
    if (!decisions.canCloseByHand(toRecord(intent, state), now)) return;
    for (const closed of ['by-hand-paid', 'by-hand-not-paid'] as const) {
      yield {
        words: `a supervisor closes it: ${closed}`,
        next: record(state, { ...state.outcome, state: closed, resolvedBy: 'by-hand' }),
      };
    }
  }

  function* listPrinterSteps(state: ResultState): Generator<Step<ResultState>> {
    for (const paper of ['original', 'failedSlip'] as const) {
      const set = (job: JobState): ResultState => ({ ...state, [paper]: job });
      if (state[paper] === 'waiting') {
        yield { words: `the printer prints the ${paper}`, next: set('printed') };
        yield { words: `the printer may have printed the ${paper}`, next: set('unconfirmed') };
        yield { words: `the printer cannot print the ${paper}`, next: set('failed') };
      }
      if (state[paper] === 'unconfirmed') {
        yield { words: `a person says that the ${paper} came out`, next: set('printed') };
      }
      if (state[paper] === 'unconfirmed' || state[paper] === 'failed') {
        yield { words: `a person prints the ${paper} again`, next: set('waiting') };
      }
    }
  }

  function* listPersonSteps(state: ResultState): Generator<Step<ResultState>> {
    const { state: shown, toConfirm, handOver } = view(state);
    if (state.isAttended) {
      for (const shownState of new Set<PaymentState>([shown, 'unknown'])) {
        const isSeen = decisions.isSeenOnLeaving(state.outcome, shown, shownState);
        const left: ResultState = { ...state, isAttended: false };
        yield {
          words: `the cashier leaves the payment, which is shown ${shownState}`,
          next: isSeen
            ? {
                ...queueMissingPapers(markSeen(left)),
                broken:
                  isUnresolved(state.outcome) || shownState === shown
                    ? null
                    : 'an outcome counts as seen that nobody saw',
              }
            : left,
        };
      }
    }
    const confirmation = decisions.decideConfirmation(state.outcome, view(state));
    if (confirmation === 'close-code') {
      yield { words: 'a person closes the missing code', next: { ...state, isCodeMissing: false } };
    }
    if (confirmation === 'see-outcome') {
      const next = queueMissingPapers(markSeen(state));
      const isQueued = next.originals + next.failedSlips > state.originals + state.failedSlips;
      const isOpened = decisions.isDrawerOpenedByConfirmation(view(state), isQueued);
      // The queue of papers adds one pulse at most, and none beside a receipt that opens the drawer.
      const isPulse = isOpened && state.pulses === 0 && state.original !== 'waiting';
      yield {
        words: `a person confirms the outcome: ${toConfirm}`,
        next: { ...next, pulses: state.pulses + (isPulse ? 1 : 0) },
      };
    }
    if (handOver === 'paper-first') {
      yield { words: 'a supervisor releases the cash', next: { ...state, isReleased: true } };
    }
    if (handOver === 'now') {
      const isSlipOut = state.original === 'printed' && state.outcome.ticketText !== null;
      const isAllowed = isPaid(state) && (isSlipOut || state.isReleased);
      yield {
        words: 'the cashier hands over the cash',
        next: {
          ...markSeen(queueMissingPapers(state)),
          handedOut: state.handedOut + 1,
          broken: isAllowed ? null : 'cash is handed out without a printed text or a release',
        },
      };
    }
  }

  function* listRefundSteps(state: ResultState): Generator<Step<ResultState>> {
    if (state.row === 'fulfilled') {
      yield { words: 'the service reverses the payment', next: { ...state, row: 'reversed' } };
    }
    if (!isPaid(state)) return;
    const current = toRecord(intent, state);
    const rows = state.row === null ? [] : [createRow({ status: state.row })];
    const rowState = toServiceTransactionState(current, rows);
    const decision = decisions.decideOnRow(current, rowState);
    if (decision.kind === 'record-refund' && state.refund === 'none') {
      yield {
        words: 'the till reads the row',
        next: { ...state, refund: state.handedOut > 0 ? 'owed-after-hand-over' : 'owed' },
      };
    }
    const obstacle =
      decisions.findSettlementObstacle(current.refund) ?? findRowObstacle(rowState.kind, false);
    if (obstacle === null) {
      yield {
        words: 'the cash of the refund changes hands',
        next: { ...state, refund: 'settled', takenIn: state.takenIn + 1 },
      };
    }
    if (findDecisionObstacle(current.refund) === null) {
      yield {
        words: 'a supervisor decides that no cash changes hands',
        next: { ...state, refund: 'settled' },
      };
    }
  }

  return function* listSteps(state) {
    if (state.isSending) yield* listAnswers(state);
    else if (isUnresolved(state.outcome)) yield* listOpenSteps(state);
    yield* listPrinterSteps(state);
    yield* listPersonSteps(state);
    yield* listRefundSteps(state);
    if (state.restarts < MAX_RESTARTS) {
      yield {
        words: 'the till restarts',
        next: {
          ...state,
          outcome: state.isSending
            ? toUnknownOutcome(state.outcome, 'till-stopped')
            : state.outcome,
          isSending: false,
          isAttended: false,
          restarts: state.restarts + 1,
        },
      };
    }
  };
}

/** Returns the rule that the state breaks; null if it breaks none. */
export function createViolationFinder(
  decisions: Decisions,
  kind: ResultKind,
): (state: ResultState) => string | null {
  const intent = createIntent(kind);
  const view = createViewer(decisions, intent);

  function findPaperViolation(state: ResultState): string | null {
    const { originals, failedSlips, pulses } = state;
    if (originals > 1 || failedSlips > 1 || pulses > 1) return 'a paper or pulse is queued twice';
    if (originals > 0 && !isPaid(state)) return 'a receipt for a payment that is not paid';
    if (failedSlips > 0 && (isPaid(state) || isUnresolved(state.outcome)))
      return 'a slip for a failure that is none';
    return null;
  }

  /** A certain outcome that no cashier has on the screen is announced until it is dealt with. */
  function isForgotten(state: ResultState): boolean {
    if (isUnresolved(state.outcome) || state.isAttended) return false;
    // The list of refunds announces it.
    if (kind === 'cash-out' && state.refund !== 'none') return false;
    const { record, toConfirm, handOver } = view(state);
    if (toConfirm !== 'none' || handOver === 'now' || handOver === 'paper-first') return false;
    if (state.isCodeMissing || state.outcome.seenAt === null) return true;
    const missing = decisions.listMissingPapers(record, {
      isQueued: (paper) => (paper === 'original' ? state.original : state.failedSlip) !== 'none',
      isShopCopyWanted: () => false,
    });
    return missing.length > 0;
  }

  return (state) => {
    const { outcome, row, refund, handedOut, takenIn } = state;
    if (state.broken !== null) return state.broken;
    if (handedOut > 1 || takenIn > 1) return 'cash changes hands twice';
    if (outcome.state === 'paid' && row === null) return 'called paid without proof';
    if (outcome.state === 'rejected' || outcome.state === 'not-performed') {
      // A cash-out that was reversed moved no money.
      const isPerformed = kind === 'cash-out' ? row === 'fulfilled' : row !== null;
      if (isPerformed || state.isUnderWay)
        return 'called failed although it is or can be performed';
    }
    const paperViolation = findPaperViolation(state);
    if (paperViolation !== null) return paperViolation;
    if (kind === 'cash-out' && takenIn > handedOut)
      return 'cash is taken in that was not handed out';
    if (isForgotten(state)) return 'an outcome is forgotten';
    const current = toRecord(intent, state);
    if (isPaid(state) && row === 'reversed' && refund === 'none') {
      const rowState = toServiceTransactionState(current, [createRow({ status: row })]);
      if (decisions.decideOnRow(current, rowState).kind !== 'record-refund')
        return 'a refund is forgotten';
    }
    const later = Date.parse(AT) + DAY_MS;
    if (isUnresolved(outcome) && !state.isSending && !decisions.canCloseByHand(current, later))
      return 'neither time nor a person can end it';
    return null;
  };
}
