import {
  canCloseByHand,
  canResend,
  classifyLookUp,
  computeRequestExpiryUptime,
  followsRequestTimeout,
  getOutcomeFromAnswer,
  getOutcomeFromLookUpFinding,
  hasRequestExpired,
  INITIAL_OUTCOME,
  isUnresolved,
} from '../../electron/counter/payments/outcome/index.ts';
import type { Intent, PaymentOutcome, PaymentRecord } from '../../electron/ledger/index.ts';
import type {
  MoneyAnswer,
  ServiceTimeReading,
  ServiceTransaction,
  TransactionLookUp,
} from '../../electron/service/index.ts';
import type { Step } from './walk.ts';

/**
 * One payment of the till against a small adversarial service, for an exhaustive walk. The till's side
 * is its real pure functions, which a test may replace to plant a fault. Times are whole minutes of
 * the service's clock, from the first send.
 *
 * Version 1.6 may leave out the status of a row.
 *
 * Assumed of the service: it takes a request from 15 minutes before to 15 minutes after its Date, it
 * performs a key once in 24 hours, it lists a performed payment at once, and it never lists a payment
 * as performed that is not. Assumed of the clocks: a request and a look-up's time are not both ahead of
 * the machine that checks the request.
 */

/** The till's functions that decide about a payment. */
export const REAL_DECISIONS = {
  getOutcomeFromAnswer,
  classifyLookUp,
  getOutcomeFromLookUpFinding,
  hasRequestExpired,
  computeRequestExpiryUptime,
  followsRequestTimeout,
  canResend,
  canCloseByHand,
};
export type Decisions = typeof REAL_DECISIONS;

interface SentRequest {
  /** Minutes. */
  readonly date: number;
  readonly sentAt: number;
  /** The number of restarts before it. */
  readonly run: number;
  /** A copy may still arrive. */
  readonly isInTransit: boolean;
  readonly result: 'not-sent' | 'done' | 'refused' | 'unknown' | null;
  readonly code: string | null;
}

export interface PaymentState {
  readonly minute: number;
  readonly sends: readonly SentRequest[];
  readonly outcome: PaymentOutcome;
  /** The last send has no answer yet. */
  readonly isSending: boolean;
  readonly lastLookUp: {
    readonly result: string;
    readonly minute: number | null;
  } | null;
  readonly quietSince: number | null;
  readonly requestExpiryUptime: number | null;
  readonly isLookedUpAfterTimeout: boolean;
  readonly restarts: number;
  readonly performedCount: number;
  /** When the service stored the key; null if it has none. */
  readonly keyStoredAt: number | null;
  readonly row: 'fulfilled' | 'timeout' | 'crashed' | null;
  /** Whether a look-up really followed the timeout of the last send, or the end of its run. */
  readonly isLookUpLate: boolean;
  /** The payment was sent again although no such look-up was the last, or it was not empty. */
  readonly isResentBlindly: boolean;
}

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 0, 5, 12);
const SIGNATURE_MINUTES = 15;
const TIMEOUT_MINUTES = 1;
const KEY_MINUTES = 24 * 60;
const MAX_SENDS = 3;
const MAX_RESTARTS = 2;
/** No step of waiting begins later than this on either day. */
const LAST_MINUTE = 48;
const DATE_ERRORS = [0, 10, -10];
const FAST_CLOCK_MINUTES = 25;
/** Codes by class: final, open, of an earlier request, and none. */
const CODES = ['R1', 'R9', 'R12', 'R36', 'R49', 'R103', null];

const INTENT = {
  id: 'payment',
  kind: 'bill',
  externalId: 'external-id',
  billerId: 40,
  accountNumber: '501000000007',
  amount: { amount: '549.00', currency: 'MXN' },
} as unknown as Intent;

const toMs = (minute: number): number => START_MS + minute * MINUTE_MS;
const toIso = (minute: number): string => new Date(toMs(minute)).toISOString();

function createRow(changes: Partial<ServiceTransaction>): ServiceTransaction {
  return {
    id: '900',
    externalId: INTENT.externalId,
    billerId: INTENT.billerId,
    accountNumber: null,
    amount: INTENT.amount.amount,
    currency: INTENT.amount.currency,
    createdAt: null,
    status: 'fulfilled',
    ticketText: null,
    fee: null,
    earned: null,
    hoursToFulfill: null,
    ...changes,
  };
}

/** The step before a trace, for its replay on the whole till. */
export function formatFirstStep(dateError: number): string {
  return `the first send is dated ${dateError} minutes from the service's time`;
}

/** The state after the first send, by a till whose clock is wrong by so many minutes. */
export function createInitialState(dateError: number): PaymentState {
  return {
    minute: 0,
    sends: [{ date: dateError, sentAt: 0, run: 0, isInTransit: true, result: null, code: null }],
    outcome: INITIAL_OUTCOME,
    isSending: true,
    lastLookUp: null,
    quietSince: 0,
    requestExpiryUptime: null,
    isLookedUpAfterTimeout: false,
    restarts: 0,
    performedCount: 0,
    keyStoredAt: null,
    row: null,
    isLookUpLate: false,
    isResentBlindly: false,
  };
}

function toRecord(state: PaymentState): PaymentRecord {
  const { outcome, lastLookUp } = state;
  return {
    intent: INTENT,
    outcome,
    sends: state.sends.map((send, index) => ({
      number: index + 1,
      requestDate: toIso(send.date),
      result: send.result,
      code: send.code,
    })),
    lastLookUp:
      lastLookUp === null
        ? null
        : {
            result: lastLookUp.result,
            serviceTime: lastLookUp.minute === null ? null : toIso(lastLookUp.minute),
          },
  } as unknown as PaymentRecord;
}

function canBeTaken(state: PaymentState, send: SentRequest): boolean {
  return send.isInTransit && state.minute <= send.date + SIGNATURE_MINUTES;
}

/** The service takes a copy: performs it once for each key that it remembers. */
function takeCopy(state: PaymentState, index: number, row: PaymentState['row']): PaymentState {
  const send = state.sends[index];
  const sends = state.sends.map((other, at) =>
    at === index ? { ...other, isInTransit: false } : other,
  );
  const isInTime = send !== undefined && Math.abs(state.minute - send.date) <= SIGNATURE_MINUTES;
  const isKeyKnown = state.keyStoredAt !== null && state.minute < state.keyStoredAt + KEY_MINUTES;
  if (!isInTime || isKeyKnown) return { ...state, sends };
  return {
    ...state,
    sends,
    row,
    keyStoredAt: state.minute,
    performedCount: state.performedCount + (row === 'crashed' ? 0 : 1),
  };
}

function dropCopy(state: PaymentState, index: number): PaymentState {
  return {
    ...state,
    sends: state.sends.map((other, at) =>
      at === index ? { ...other, isInTransit: false } : other,
    ),
  };
}

/** Returns the steps of one payment, decided by the given functions. */
export function createStepLister(
  decisions: Decisions,
): (state: PaymentState) => Generator<Step<PaymentState>> {
  function receiveAnswer(
    state: PaymentState,
    answer: MoneyAnswer,
    isRefusalInconclusive = false,
  ): PaymentState {
    const last = state.sends.length - 1;
    const code = answer.kind === 'refused' ? answer.code : null;
    const outcome = decisions.getOutcomeFromAnswer(
      { intent: INTENT, outcome: state.outcome, cancelledTransactionId: null },
      answer,
      { wasSentBefore: last > 0, isRefusalInconclusive },
      toIso(0),
    );
    // A request that never left needs no look-up of its own.
    const hasLeft = answer.kind !== 'not-sent';
    return {
      ...state,
      isSending: false,
      isLookedUpAfterTimeout: state.isLookedUpAfterTimeout && !hasLeft,
      isLookUpLate: state.isLookUpLate && !hasLeft,
      outcome,
      sends: state.sends.map((send, at) =>
        at === last ? { ...send, result: answer.kind, code } : send,
      ),
    };
  }

  function* listAnswers(state: PaymentState): Generator<Step<PaymentState>> {
    const last = state.sends.length - 1;
    const lost: MoneyAnswer = {
      kind: 'unknown',
      reason: 'connection-lost',
      httpStatus: null,
      raw: null,
    };
    const done = (changes: Partial<ServiceTransaction>): MoneyAnswer => ({
      kind: 'done',
      httpStatus: 200,
      transaction: createRow(changes),
      raw: '',
    });
    const refuse = (code: string | null, httpStatus: number): MoneyAnswer => ({
      kind: 'refused',
      httpStatus,
      code,
      message: null,
      raw: '',
      retryAfterSeconds: null,
      dateDifferenceMs: null,
      isTimeDisputed: false,
    });
    yield {
      words: 'the connection never opens',
      next: receiveAnswer(dropCopy(state, last), {
        kind: 'not-sent',
        problem: { kind: 'internal', reference: '' },
      }),
    };
    yield { words: 'the answer is lost', next: receiveAnswer(state, lost) };
    yield {
      words: 'the service answers 500',
      next: receiveAnswer(state, {
        kind: 'unknown',
        reason: 'server-error',
        httpStatus: 500,
        raw: '',
      }),
    };
    const taken = takeCopy(state, last, 'fulfilled');
    if (taken.performedCount > 0) {
      for (const status of ['sent', 'fulfilled', null, 'timeout', 'unheard-of']) {
        yield {
          words: `performed, and answered with status ${status}`,
          next: receiveAnswer(taken, done({ status })),
        };
      }
      yield {
        words: 'performed, and answered without an external_id',
        next: receiveAnswer(taken, done({ externalId: null })),
      };
      yield {
        words: 'performed, and answered with the external_id of another payment',
        next: receiveAnswer(taken, done({ externalId: 'other' })),
      };
      yield { words: 'performed, and the answer is lost', next: receiveAnswer(taken, lost) };
      for (const code of ['R12', 'R36', 'R49']) {
        yield {
          words: `performed by a first copy, and a second copy is answered ${code}`,
          next: receiveAnswer(taken, refuse(code, 400)),
        };
      }
    }
    const crashed = takeCopy(state, last, 'crashed');
    if (crashed.row === 'crashed') {
      yield {
        words: 'tried in vain, and answered with status crashed',
        next: receiveAnswer(crashed, done({ status: 'crashed' })),
      };
    }
    for (const code of CODES) {
      yield {
        words: `refused with ${code ?? '401 and no code'}`,
        next: receiveAnswer(dropCopy(state, last), refuse(code, code === null ? 401 : 400)),
      };
    }
    yield {
      words: 'refused with 401 for its Date, while a copy is under way',
      next: receiveAnswer(state, refuse(null, 401), true),
    };
  }

  function lookUp(
    state: PaymentState,
    answer: Exclude<TransactionLookUp, { kind: 'failed' }>,
  ): PaymentState {
    const record = toRecord(state);
    const start = { uptime: state.minute * MINUTE_MS, time: answer.time };
    const until = decisions.computeRequestExpiryUptime(record, start);
    const requestExpiryUptime =
      until === null
        ? state.requestExpiryUptime
        : Math.max(until, state.requestExpiryUptime ?? until);
    const finding = decisions.classifyLookUp(record, answer, () => false);
    const quietSince = state.quietSince === null ? null : state.quietSince * MINUTE_MS;
    const outcome = decisions.getOutcomeFromLookUpFinding(
      state.outcome,
      finding,
      {
        haveAllRequestsExpired: decisions.hasRequestExpired(record, start, {
          quietSince,
          requestExpiryUptime,
        }),
        isEvidenceFromOtherPayment: false,
        wasSentOnce: state.sends.length === 1,
      },
      toIso(0),
    );
    const lastSend = state.sends.at(-1);
    const isLate =
      lastSend !== undefined &&
      (state.minute - lastSend.sentAt >= TIMEOUT_MINUTES || state.restarts > lastSend.run);
    return {
      ...state,
      outcome,
      requestExpiryUptime,
      isLookedUpAfterTimeout:
        state.isLookedUpAfterTimeout ||
        decisions.followsRequestTimeout(start.uptime, quietSince, TIMEOUT_MINUTES * MINUTE_MS),
      isLookUpLate: state.isLookUpLate || isLate,
      quietSince: state.quietSince ?? (finding.kind === 'empty' ? state.minute : null),
      lastLookUp: {
        result: answer.kind === 'without-id' && finding.kind !== 'empty' ? 'unclear' : answer.kind,
        minute: answer.time.kind === 'disputed' ? null : (answer.time.time - START_MS) / MINUTE_MS,
      },
    };
  }

  function* listLookUps(state: PaymentState): Generator<Step<PaymentState>> {
    const isDatedAhead = state.sends.some((send, at) => send.date > 0 && send.date > at);
    const times: [string, ServiceTimeReading][] = [
      ['', { kind: 'agreed', time: toMs(state.minute) }],
      [', without a Date', { kind: 'no-date', time: toMs(state.minute) }],
      [', with a Date that is disputed', { kind: 'disputed' }],
    ];
    // The clock assumption: a request and a look-up are not both dated ahead.
    if (!isDatedAhead) {
      times.push([
        ', with a Date that is 25 minutes ahead',
        { kind: 'agreed', time: toMs(state.minute + FAST_CLOCK_MINUTES) },
      ]);
    }
    for (const [words, time] of times) {
      if (state.row === null) {
        yield {
          words: `a look-up is empty${words}`,
          next: lookUp(state, { kind: 'empty', time }),
        };
      } else {
        const found = (changes: Partial<ServiceTransaction>) =>
          lookUp(state, { kind: 'found', rows: [createRow(changes)], time });
        yield { words: `a look-up finds the row${words}`, next: found({ status: state.row }) };
        if (state.row === 'fulfilled') {
          yield {
            words: `a look-up finds the row without a status${words}`,
            next: found({ status: null }),
          };
          yield {
            words: `a look-up finds the row with status refunded${words}`,
            next: found({ status: 'refunded' }),
          };
        }
        yield {
          words: `a look-up finds the row with status timeout${words}`,
          next: found({ status: 'timeout' }),
        };
        yield {
          words: `a look-up finds the row with a status that is unheard of${words}`,
          next: found({ status: 'unheard-of' }),
        };
        yield {
          words: `a look-up finds the row with another amount${words}`,
          next: found({ status: state.row, amount: '1.00' }),
        };
        for (const isFilterIgnored of [false, true]) {
          const rows = [createRow({ externalId: null, status: state.row })];
          yield {
            words: `a look-up finds rows without external_id${isFilterIgnored ? ', also of others' : ''}${words}`,
            next: lookUp(state, { kind: 'without-id', rows, isFilterIgnored, time }),
          };
        }
      }
      yield {
        words: `a look-up cannot be read${words}`,
        next: lookUp(state, { kind: 'unclear', reason: 'a row cannot be read', time }),
      };
    }
  }

  function* listResends(state: PaymentState): Generator<Step<PaymentState>> {
    if (state.sends.length >= MAX_SENDS) return;
    for (const error of DATE_ERRORS) {
      const date = state.minute + error;
      const now = {
        estimatedServiceTime: toMs(date),
        requestTimeoutMs: TIMEOUT_MINUTES * MINUTE_MS,
        isLookedUpAfterTimeout: state.isLookedUpAfterTimeout,
      };
      if (!decisions.canResend(toRecord(state), now)) continue;
      const send: SentRequest = {
        date,
        sentAt: state.minute,
        run: state.restarts,
        isInTransit: true,
        result: null,
        code: null,
      };
      yield {
        words: `the cashier sends again, dated ${error} minutes from the service's time`,
        next: {
          ...state,
          sends: [...state.sends, send],
          outcome: { ...state.outcome, state: 'sent' },
          isSending: true,
          quietSince: state.minute,
          isResentBlindly:
            !state.isLookUpLate || !['empty', 'unclear'].includes(state.lastLookUp?.result ?? ''),
        },
      };
    }
  }

  return function* listSteps(state) {
    if (!isUnresolved(state.outcome)) return;
    if (state.isSending) yield* listAnswers(state);
    for (const [index, send] of state.sends.entries()) {
      const isWaitedFor = state.isSending && index === state.sends.length - 1;
      if (isWaitedFor || !canBeTaken(state, send)) continue;
      for (const row of ['fulfilled', 'crashed'] as const) {
        yield {
          words: `a copy of send ${index + 1} arrives, and ${row === 'crashed' ? 'fails' : 'is performed'}`,
          next: takeCopy(state, index, row),
        };
      }
    }
    if (state.restarts < MAX_RESTARTS) {
      yield {
        words: 'the till restarts',
        next: {
          ...state,
          restarts: state.restarts + 1,
          isSending: false,
          quietSince: null,
          requestExpiryUptime: null,
          isLookedUpAfterTimeout: false,
          isLookUpLate: state.isLookUpLate && !state.isSending,
          outcome: {
            ...state.outcome,
            state: state.outcome.state === 'unclear' ? 'unclear' : 'unknown',
            unknownBecause: state.outcome.unknownBecause ?? 'till-stopped',
          },
        },
      };
    }
    if (state.isSending) return;
    yield* listLookUps(state);
    yield* listResends(state);
    if (state.minute % KEY_MINUTES > LAST_MINUTE) return;
    for (const minutes of [1, 16]) {
      yield { words: `${minutes} min pass`, next: { ...state, minute: state.minute + minutes } };
    }
    if (state.minute < KEY_MINUTES) {
      yield { words: 'a day passes', next: { ...state, minute: state.minute + KEY_MINUTES } };
    }
  };
}

/** Returns the rule that the state breaks; null if it breaks none. */
export function createViolationFinder(
  decisions: Decisions,
): (state: PaymentState) => string | null {
  return (state) => {
    const { outcome, performedCount } = state;
    if (performedCount > 1) return 'performed twice';
    if (state.isResentBlindly) return 'sent again without an empty look-up after the last send';
    if (outcome.state === 'rejected' || outcome.state === 'not-performed') {
      if (performedCount > 0) return 'called failed although it was performed';
      const isOpen = state.sends.some((send) => canBeTaken(state, send));
      if (isOpen && state.row === null) return 'called failed while it can still be performed';
    }
    if (outcome.state === 'paid' && performedCount === 0) return 'called paid without proof';
    if (isUnresolved(outcome)) {
      const later = toMs(state.minute + KEY_MINUTES);
      if (!decisions.canCloseByHand(toRecord(state), later) && outcome.state !== 'sent')
        return 'neither time nor a person can end it';
    }
    return null;
  };
}
