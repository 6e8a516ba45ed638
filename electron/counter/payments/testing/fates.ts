import type { MoneyAnswer, ServiceTransaction } from '../../../service/index.ts';

/** The fate of one request. Times are in milliseconds; null: it never happens. */
export interface Fate {
  /** The time that the request takes to the service. */
  readonly arrives: number | null;
  /** The time that the answer takes to the till. */
  readonly answers: number | null;
  /** The connection never opens. */
  readonly isNotSent?: boolean;
  /** The service sends this answer and performs nothing. */
  readonly answer?: MoneyAnswer;
  /** The service performs the request, and sends this answer. */
  readonly answerAfterPerforming?: MoneyAnswer;
  /**
   * The service answers 2xx with this transaction: it is built from the one that the request made, or
   * from the one that a cancel names. With `performs: false` the request changes nothing.
   */
  readonly answersTransaction?: {
    readonly performs: boolean;
    readonly change: (row: ServiceTransaction) => ServiceTransaction;
  };
  /** The status of the created transaction. */
  readonly status?: string | null;
  /** The ticket text of the created transaction. */
  readonly ticketText?: string;
  /** The client itself throws. */
  readonly throws?: boolean;
}

export const SUCCEEDS: Fate = { arrives: 20, answers: 30 };
export const NEVER_ARRIVES: Fate = { arrives: null, answers: null };
export const ANSWER_LOST: Fate = { arrives: 20, answers: null };

/**
 * `nameless`: the service ignores the filter, and no row has an external_id. `unread`: the list cannot
 * be read to its end.
 */
export type LookUpFate =
  | 'true'
  | 'failed'
  | 'empty'
  | 'nameless'
  | 'unread'
  | 'throws'
  | { readonly rows: (own: readonly ServiceTransaction[]) => readonly ServiceTransaction[] };

export function createRefusal(code: string | null, httpStatus = 422): MoneyAnswer {
  return {
    kind: 'refused',
    httpStatus,
    code,
    message: code && `message of ${code}`,
    raw: '{}',
    retryAfterSeconds: null,
    dateDifferenceMs: null,
    isTimeDisputed: false,
  };
}

export function createUnknownAnswer(
  reason: Extract<MoneyAnswer, { kind: 'unknown' }>['reason'],
  httpStatus: number | null = null,
): MoneyAnswer {
  return { kind: 'unknown', reason, httpStatus, raw: null };
}
