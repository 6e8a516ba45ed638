import {
  canCloseByHand,
  canResend,
  classifyCancelLookUp,
  followsRequestTimeout,
  getOutcomeFromAnswer,
  getOutcomeFromLookUpFinding,
  hasRequestExpired,
  INITIAL_OUTCOME,
  isCancellable,
  isUnresolved,
  toUnknownOutcome,
} from '../../electron/counter/payments/outcome/index.ts';
import { getHandOver } from '../../electron/counter/payments/view/index.ts';
import {
  decideOnRow,
  findDecisionObstacle,
  findRowObstacle,
  findSettlementObstacle,
} from '../../electron/counter/refunds/refund-decisions.ts';
import { toServiceTransactionState } from '../../electron/counter/refunds/service-transaction-state.ts';
import type { Intent, PaymentOutcome, PaymentRecord } from '../../electron/ledger/index.ts';
import type {
  MoneyAnswer,
  ServiceTimeReading,
  ServiceTransaction,
} from '../../electron/service/index.ts';
import type { ServiceVersion } from '../../shared/contract/index.ts';
import { getServiceVersionInfo } from '../../shared/rules/index.ts';
import type { Step } from './walk.ts';

/**
 * A paid bill, and every way in which its money goes back to the customer: our cancels (version 1.6),
 * the service's own refunds, and a supervisor's decisions. Times are whole minutes of the service's
 * clock, which the till's clock follows; wrong clocks are in the walk of a payment.
 *
 * Assumed of the service: a transaction is given back once; a request that it refuses is not performed
 * later; a row never says that a payment was given back that was not. It may take its own refund back.
 */

export const REAL_DECISIONS = {
  isCancellable,
  getOutcomeFromAnswer,
  classifyCancelLookUp,
  getOutcomeFromLookUpFinding,
  hasRequestExpired,
  followsRequestTimeout,
  canResend,
  canCloseByHand,
  getHandOver,
  decideOnRow,
  findSettlementObstacle,
  findDecisionObstacle,
  findRowObstacle,
};
export type Decisions = typeof REAL_DECISIONS;

interface CancelState {
  readonly outcome: PaymentOutcome;
  /** The minutes of its sends; a copy of each may be under way. */
  readonly sends: readonly { readonly sentAt: number; readonly isInTransit: boolean }[];
  readonly isSending: boolean;
  readonly lastLookUp: { readonly result: string; readonly minute: number | null } | null;
  readonly quietSince: number | null;
  readonly isLookedUpAfterTimeout: boolean;
  readonly hasCode: boolean;
  /** The service performed it. */
  readonly isPerformed: boolean;
  readonly isHandedOver: boolean;
}

export interface MoneyBackState {
  readonly minute: number;
  /** The status of the payment's row, which is always true. */
  readonly status: 'fulfilled' | 'reversed' | 'refunded' | 'crashed';
  readonly cancels: readonly CancelState[];
  readonly refund: 'none' | 'owed' | 'settled';
  readonly isRevoked: boolean;
  readonly restarts: number;
  /** How often the customer got the money back. */
  readonly paidBack: number;
  /** A supervisor has decided that the customer gets no money, or what a cancel did. */
  readonly isDecided: boolean;
  /** The rule that the last step broke. */
  readonly broken: string | null;
}

export const INITIAL_STATE: MoneyBackState = {
  minute: 0,
  status: 'fulfilled',
  cancels: [],
  refund: 'none',
  isRevoked: false,
  restarts: 0,
  paidBack: 0,
  isDecided: false,
  broken: null,
};

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const START_MS = Date.UTC(2026, 0, 5, 12);
const SIGNATURE_MINUTES = 15;
const MAX_CANCELS = 2;
const MAX_SENDS = 2;
const MAX_RESTARTS = 1;
/** No step of waiting begins later than this on either day. */
const LAST_MINUTE = 17;
/** A minute passes so often in a row. */
const MAX_SHORT_WAITS = 2;
const TRANSACTION_ID = '900';

const toMs = (minute: number): number => START_MS + minute * MINUTE_MS;
const toIso = (minute: number): string => new Date(toMs(minute)).toISOString();

const PAYMENT = {
  id: 'payment',
  kind: 'bill',
  createdAt: toIso(0),
  externalId: 'external-id',
  billerId: 40,
  accountNumber: '501000000007',
  amount: { amount: '549.00', currency: 'MXN' },
} as unknown as Intent;
const CANCEL = { ...PAYMENT, id: 'cancel', kind: 'cancel', externalId: 'cancel' } as Intent;
const PAID: PaymentOutcome = {
  ...INITIAL_OUTCOME,
  state: 'paid',
  authorization: TRANSACTION_ID,
  serviceStatus: 'fulfilled',
};

function createRow(changes: Partial<ServiceTransaction>): ServiceTransaction {
  return {
    id: TRANSACTION_ID,
    externalId: PAYMENT.externalId,
    billerId: PAYMENT.billerId,
    accountNumber: null,
    amount: PAYMENT.amount.amount,
    currency: PAYMENT.amount.currency,
    createdAt: null,
    status: 'fulfilled',
    ticketText: null,
    fee: null,
    earned: null,
    hoursToFulfill: null,
    ...changes,
  };
}

const EMPTY_CANCEL: CancelState = {
  outcome: INITIAL_OUTCOME,
  sends: [],
  isSending: false,
  lastLookUp: null,
  quietSince: null,
  isLookedUpAfterTimeout: false,
  hasCode: false,
  isPerformed: false,
  isHandedOver: false,
};

const isGivenBack = (state: MoneyBackState): boolean => state.status !== 'fulfilled';

function toRefund({ refund }: MoneyBackState): PaymentRecord['refund'] {
  if (refund === 'none') return null;
  const settled = refund === 'settled' ? { how: 'handed-back' } : null;
  return { owedTo: 'customer', isHandedOver: false, settled } as PaymentRecord['refund'];
}

function toPayment(state: MoneyBackState): PaymentRecord {
  const newest = state.cancels.at(-1);
  return {
    intent: PAYMENT,
    outcome: PAID,
    newestCancel: newest ? { paymentId: 'cancel', state: newest.outcome.state } : null,
    refund: toRefund(state),
  } as PaymentRecord;
}

function toCancelRecord({ outcome, sends, lastLookUp, hasCode }: CancelState): PaymentRecord {
  return {
    intent: CANCEL,
    outcome,
    sends: sends.map(({ sentAt }, index) => ({
      number: index + 1,
      requestDate: toIso(sentAt),
      result: 'unknown',
      code: hasCode ? 'R25' : null,
    })),
    lastLookUp: lastLookUp && {
      result: lastLookUp.result,
      serviceTime: lastLookUp.minute === null ? null : toIso(lastLookUp.minute),
    },
  } as unknown as PaymentRecord;
}

function canBeTaken(minute: number, send: CancelState['sends'][number]): boolean {
  return send.isInTransit && minute <= send.sentAt + SIGNATURE_MINUTES;
}

function changeCancel(
  state: MoneyBackState,
  at: number,
  change: (cancel: CancelState) => Partial<CancelState>,
): MoneyBackState {
  return {
    ...state,
    cancels: state.cancels.map((cancel, index) =>
      index === at ? { ...cancel, ...change(cancel) } : cancel,
    ),
  };
}

/** A copy of a cancel no longer arrives. */
function dropCopy(state: MoneyBackState, at: number, send: number): MoneyBackState {
  return changeCancel(state, at, ({ sends }) => ({
    sends: sends.map((other, index) => (index === send ? { ...other, isInTransit: false } : other)),
  }));
}

/** The service takes a copy: it gives the payment back, unless it has. */
function takeCopy(state: MoneyBackState, at: number, send: number): MoneyBackState {
  const dropped = dropCopy(state, at, send);
  if (isGivenBack(state)) return dropped;
  return { ...changeCancel(dropped, at, () => ({ isPerformed: true })), status: 'reversed' };
}

/** Drops what nothing depends on any more, so that equal states are the same. */
function forgetPast(state: MoneyBackState): MoneyBackState {
  const cancels = state.cancels.map((cancel): CancelState => {
    const sends = cancel.sends.map((send) => ({
      ...send,
      isInTransit: canBeTaken(state.minute, send),
    }));
    // No decision reads the HTTP status of an earlier answer.
    const outcome = { ...cancel.outcome, httpStatus: null };
    if (isUnresolved(outcome)) return { ...cancel, sends, outcome };
    return {
      ...EMPTY_CANCEL,
      outcome: { ...INITIAL_OUTCOME, state: cancel.outcome.state },
      sends: sends.filter(({ isInTransit }) => isInTransit),
      isPerformed: cancel.isPerformed,
      isHandedOver: cancel.isHandedOver,
    };
  });
  const isTimeless = cancels.every(
    ({ outcome, sends }) => !isUnresolved(outcome) && sends.length === 0,
  );
  const day = state.minute < DAY_MINUTES ? 0 : DAY_MINUTES;
  return { ...state, cancels, minute: isTimeless ? day : state.minute };
}

/** Returns the steps of one paid bill in a version, decided by the given functions. */
export function createStepLister(
  decisions: Decisions,
  version: ServiceVersion,
): (state: MoneyBackState) => Generator<Step<MoneyBackState>> {
  const { hasCancel } = getServiceVersionInfo(version).capabilities;

  /** A cancel must not be called performed before the service has given the payment back. */
  function resolve(state: MoneyBackState, at: number, outcome: PaymentOutcome): MoneyBackState {
    const next = changeCancel(state, at, () => ({ outcome, isSending: false }));
    const isWrong = outcome.state === 'paid' && !isGivenBack(state);
    return isWrong ? { ...next, broken: 'a cancel is called performed without proof' } : next;
  }

  function receiveAnswer(state: MoneyBackState, answer: MoneyAnswer): MoneyBackState {
    const at = state.cancels.length - 1;
    const cancel = state.cancels[at];
    if (!cancel) return state;
    const outcome = decisions.getOutcomeFromAnswer(
      { intent: CANCEL, outcome: cancel.outcome, cancelledTransactionId: TRANSACTION_ID },
      answer,
      { wasSentBefore: cancel.sends.length > 1, isRefusalInconclusive: false },
      toIso(0),
    );
    const answered = changeCancel(state, at, () => ({
      isLookedUpAfterTimeout: answer.kind === 'not-sent' && cancel.isLookedUpAfterTimeout,
      hasCode: cancel.hasCode || (answer.kind === 'refused' && answer.code !== null),
    }));
    return resolve(answered, at, outcome);
  }

  function* listAnswers(
    state: MoneyBackState,
    cancel: CancelState,
  ): Generator<Step<MoneyBackState>> {
    const [at, last] = [state.cancels.length - 1, cancel.sends.length - 1];
    const lost: MoneyAnswer = {
      kind: 'unknown',
      reason: 'connection-lost',
      httpStatus: null,
      raw: null,
    };
    const done = (transaction: ServiceTransaction | null): MoneyAnswer => ({
      kind: 'done',
      httpStatus: 200,
      transaction,
      raw: '',
    });
    const refuse = (code: string | null): MoneyAnswer => ({
      kind: 'refused',
      httpStatus: code === null ? 401 : 400,
      code,
      message: null,
      raw: '',
      retryAfterSeconds: null,
      dateDifferenceMs: null,
      isTimeDisputed: false,
    });
    const dropped = dropCopy(state, at, last);
    yield {
      words: 'the connection never opens',
      next: receiveAnswer(dropped, {
        kind: 'not-sent',
        problem: { kind: 'internal', reference: '' },
      }),
    };
    yield { words: 'the answer is lost', next: receiveAnswer(state, lost) };
    if (isGivenBack(state)) {
      yield { words: 'answered R103', next: receiveAnswer(dropped, refuse('R103')) };
    } else {
      const taken = takeCopy(state, at, last);
      yield { words: 'performed, and answered R0', next: receiveAnswer(taken, done(null)) };
      yield {
        words: 'performed, and answered with the payment, reversed',
        next: receiveAnswer(taken, done(createRow({ status: 'reversed' }))),
      };
      yield { words: 'performed, and answered R25', next: receiveAnswer(taken, refuse('R25')) };
      yield { words: 'performed, and the answer is lost', next: receiveAnswer(taken, lost) };
    }
    yield {
      words: 'not performed, and answered with the payment, fulfilled',
      next: receiveAnswer(dropped, done(createRow({ status: 'fulfilled' }))),
    };
    yield {
      words: 'not performed, and answered with another transaction, reversed',
      next: receiveAnswer(dropped, done(createRow({ id: '1', status: 'reversed' }))),
    };
    for (const code of ['R26', 'R25', 'R9', null]) {
      yield {
        words: `refused with ${code ?? '401 and no code'}`,
        next: receiveAnswer(dropped, refuse(code)),
      };
    }
  }

  function lookUp(
    state: MoneyBackState,
    cancel: CancelState,
    result: 'found' | 'empty',
    rows: readonly ServiceTransaction[],
    time: ServiceTimeReading,
  ): MoneyBackState {
    const at = state.cancels.length - 1;
    const start = { uptime: state.minute * MINUTE_MS, time };
    const quietSince = cancel.quietSince === null ? null : cancel.quietSince * MINUTE_MS;
    const finding = decisions.classifyCancelLookUp(TRANSACTION_ID, rows);
    const haveAllRequestsExpired = decisions.hasRequestExpired(toCancelRecord(cancel), start, {
      quietSince,
      requestExpiryUptime: null,
    });
    const outcome = decisions.getOutcomeFromLookUpFinding(
      cancel.outcome,
      finding,
      {
        haveAllRequestsExpired,
        isEvidenceFromOtherPayment: false,
        wasSentOnce: cancel.sends.length === 1,
      },
      toIso(0),
    );
    const lookedUp = changeCancel(state, at, () => ({
      quietSince: cancel.quietSince ?? (finding.kind === 'empty' ? state.minute : null),
      isLookedUpAfterTimeout:
        cancel.isLookedUpAfterTimeout ||
        decisions.followsRequestTimeout(start.uptime, quietSince, MINUTE_MS),
      lastLookUp: { result, minute: time.kind === 'disputed' ? null : state.minute },
    }));
    return resolve(lookedUp, at, outcome);
  }

  function* listCancelSteps(
    state: MoneyBackState,
    cancel: CancelState,
  ): Generator<Step<MoneyBackState>> {
    const at = state.cancels.length - 1;
    const times: [string, ServiceTimeReading][] = [
      ['', { kind: 'agreed', time: toMs(state.minute) }],
      [', with a Date that is disputed', { kind: 'disputed' }],
    ];
    for (const [words, time] of times) {
      const find = (rows: readonly ServiceTransaction[]): MoneyBackState =>
        lookUp(state, cancel, rows.length === 0 ? 'empty' : 'found', rows, time);
      const { status } = state;
      yield { words: `a look-up finds the payment${words}`, next: find([createRow({ status })]) };
      yield {
        words: `a look-up finds it without a status${words}`,
        next: find([createRow({ status: null })]),
      };
      yield { words: `a look-up does not find it${words}`, next: find([]) };
    }
    const now = {
      estimatedServiceTime: toMs(state.minute),
      requestTimeoutMs: MINUTE_MS,
      isLookedUpAfterTimeout: cancel.isLookedUpAfterTimeout,
    };
    if (cancel.sends.length < MAX_SENDS && decisions.canResend(toCancelRecord(cancel), now)) {
      yield {
        words: 'the cashier sends the cancel again',
        next: changeCancel(state, at, () => ({
          sends: [...cancel.sends, { sentAt: state.minute, isInTransit: true }],
          outcome: { ...cancel.outcome, state: 'sent' },
          isSending: true,
          quietSince: state.minute,
        })),
      };
    }
    if (!decisions.canCloseByHand(toCancelRecord(cancel), toMs(state.minute))) return;
    for (const isPaid of [true, false]) {
      const closedState = isPaid ? 'by-hand-paid' : 'by-hand-not-paid';
      yield {
        words: `a supervisor closes the cancel as ${isPaid ? '' : 'not '}performed`,
        next: {
          ...changeCancel(state, at, () => ({
            outcome: { ...cancel.outcome, state: closedState, resolvedBy: 'by-hand' },
          })),
          isDecided: true,
        },
      };
    }
  }

  function readRow(state: MoneyBackState, row: ServiceTransaction): MoneyBackState {
    const payment = toPayment(state);
    const decision = decisions.decideOnRow(payment, toServiceTransactionState(payment, [row]));
    return decision.kind === 'record-refund' && state.refund === 'none'
      ? { ...state, refund: 'owed' }
      : state;
  }

  function* listRefundSteps(state: MoneyBackState): Generator<Step<MoneyBackState>> {
    const rows: [string, ServiceTransaction | null][] = [
      ['the row', createRow({ status: state.status })],
      ['a row without a status', createRow({ status: null })],
      ['a row with another amount', createRow({ status: state.status, amount: '1.00' })],
      ['no row', null],
    ];
    for (const [words, row] of rows) {
      if (row) yield { words: `the till reads ${words}`, next: readRow(state, row) };
      for (const isApproved of [false, true]) {
        const kind = row ? toServiceTransactionState(toPayment(state), [row]).kind : null;
        const obstacle =
          decisions.findSettlementObstacle(toRefund(state)) ??
          decisions.findRowObstacle(kind, isApproved);
        if (obstacle !== null) continue;
        yield {
          words: `the cashier hands the refund back by ${words}${isApproved ? ", with a supervisor's PIN" : ''}`,
          next: {
            ...state,
            refund: 'settled',
            paidBack: state.paidBack + 1,
            broken:
              isApproved || isGivenBack(state) ? null : 'money handed back without a confirmed row',
          },
        };
      }
    }
    if (decisions.findDecisionObstacle(toRefund(state)) === null) {
      yield {
        words: 'a supervisor decides that no money is handed back',
        next: { ...state, refund: 'settled', isDecided: true },
      };
    }
  }

  function* listServiceSteps(state: MoneyBackState): Generator<Step<MoneyBackState>> {
    for (const [at, { sends, isSending }] of state.cancels.entries()) {
      for (const [index, send] of sends.entries()) {
        const isWaitedFor = isSending && index === sends.length - 1;
        if (isWaitedFor || !canBeTaken(state.minute, send)) continue;
        yield {
          words: `a copy of send ${index + 1} of cancel ${at + 1} arrives`,
          next: takeCopy(state, at, index),
        };
      }
    }
    if (state.status === 'fulfilled') {
      for (const status of ['refunded', 'crashed'] as const) {
        yield { words: `the service sets the status ${status}`, next: { ...state, status } };
      }
    }
    if (state.status === 'refunded' && !state.isRevoked) {
      yield {
        words: 'the service takes its refund back',
        next: { ...state, status: 'fulfilled', isRevoked: true },
      };
    }
  }

  function* listAllSteps(state: MoneyBackState): Generator<Step<MoneyBackState>> {
    const newest = state.cancels.at(-1);
    const isOpen = newest !== undefined && isUnresolved(newest.outcome);
    if (newest?.isSending) yield* listAnswers(state, newest);
    else if (newest && isOpen) yield* listCancelSteps(state, newest);
    for (const [at, cancel] of state.cancels.entries()) {
      if (decisions.getHandOver(...toHandOverFacts(cancel)) !== 'now') continue;
      yield {
        words: `the cashier hands over the money of cancel ${at + 1}`,
        next: {
          ...changeCancel(state, at, () => ({ isHandedOver: true })),
          paidBack: state.paidBack + 1,
        },
      };
    }
    const clock = { now: toMs(state.minute), timeZone: 'UTC' };
    const canCancel = hasCancel && decisions.isCancellable(toPayment(state), clock);
    if (canCancel && state.cancels.length < MAX_CANCELS) {
      yield {
        words: 'a supervisor cancels the payment',
        next: {
          ...state,
          broken: isOpen ? 'a second cancel is sent while one is open' : null,
          cancels: [
            ...state.cancels,
            {
              ...EMPTY_CANCEL,
              sends: [{ sentAt: state.minute, isInTransit: true }],
              isSending: true,
              quietSince: state.minute,
            },
          ],
        },
      };
    }
    yield* listRefundSteps(state);
    yield* listServiceSteps(state);
    if (newest && isOpen && state.restarts < MAX_RESTARTS) {
      yield {
        words: 'the till restarts',
        next: {
          ...changeCancel(state, state.cancels.length - 1, ({ outcome, isSending }) => ({
            outcome: isSending ? toUnknownOutcome(outcome, 'till-stopped') : outcome,
            isSending: false,
            quietSince: null,
            isLookedUpAfterTimeout: false,
          })),
          restarts: state.restarts + 1,
        },
      };
    }
    // Only an open cancel, and one that may still arrive, depend on time.
    if (!isOpen || newest.isSending || state.minute % DAY_MINUTES > LAST_MINUTE) return;
    for (const minutes of [1, 16]) {
      if (minutes === 1 && state.minute % 16 >= MAX_SHORT_WAITS) continue;
      yield { words: `${minutes} min pass`, next: { ...state, minute: state.minute + minutes } };
    }
    if (state.minute < DAY_MINUTES) {
      yield { words: 'a day passes', next: { ...state, minute: state.minute + DAY_MINUTES } };
    }
  }

  return function* listSteps(state) {
    for (const { words, next } of listAllSteps(state)) yield { words, next: forgetPast(next) };
  };
}

function toHandOverFacts(cancel: CancelState): Parameters<typeof getHandOver> {
  const { state } = cancel.outcome;
  const shown = state === 'intent' || state === 'sent' ? 'sending' : state;
  const handOver = cancel.isHandedOver ? { releasedAt: null, handedAt: toIso(0) } : null;
  return [{ intent: CANCEL, outcome: cancel.outcome, handOver, refund: null }, shown, 'none'];
}

/** Returns the rule that the state breaks; null if it breaks none. */
export function createViolationFinder(
  decisions: Decisions,
): (state: MoneyBackState) => string | null {
  const canBeHandedOver = (cancel: CancelState): boolean =>
    decisions.getHandOver(...toHandOverFacts(cancel)) === 'now';

  /** The money is on the customer's way: something is open, or the next true row opens it. */
  function isInHand(state: MoneyBackState): boolean {
    const newest = state.cancels.at(-1);
    const isOpen = newest !== undefined && isUnresolved(newest.outcome);
    if (isOpen || state.cancels.some(canBeHandedOver) || state.refund !== 'none') return true;
    const payment = toPayment(state);
    const row = createRow({ status: state.status });
    const decision = decisions.decideOnRow(payment, toServiceTransactionState(payment, [row]));
    return decision.kind === 'record-refund';
  }

  return (state) => {
    if (state.broken !== null) return state.broken;
    if (state.paidBack > 1) return 'the customer got the money twice';
    if (isGivenBack(state) && state.paidBack === 0 && !state.isDecided && !isInHand(state))
      return 'money that is owed to the customer is forgotten';
    for (const { outcome, sends, isPerformed, isSending } of state.cancels) {
      if (outcome.state === 'rejected' || outcome.state === 'not-performed') {
        if (isPerformed) return 'a cancel is called failed although it was performed';
        const isUnderWay = sends.some((send) => canBeTaken(state.minute, send));
        if (isUnderWay && !isGivenBack(state))
          return 'a cancel is called failed while it can still be performed';
      }
      const record = toCancelRecord({ ...EMPTY_CANCEL, outcome, sends });
      const later = toMs(state.minute + DAY_MINUTES);
      if (isUnresolved(outcome) && !isSending && !decisions.canCloseByHand(record, later))
        return 'neither time nor a person can end a cancel';
    }
    return null;
  };
}
