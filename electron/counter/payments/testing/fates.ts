import type { MoneyAnswer, Transaction } from '../../../service/index.ts';

/** What becomes of one request. Milliseconds; a null never happens. */
export interface Fate {
  /** From leaving the till to the service. */
  readonly arrives: number | null;
  /** From the service to the till. */
  readonly answers: number | null;
  /** The connection never opens. */
  readonly isNotSent?: boolean;
  /** The service answers this and does nothing. */
  readonly says?: MoneyAnswer;
  /** The service does it, and answers this. */
  readonly saysAfter?: MoneyAnswer;
  /** Of the transaction that is made. */
  readonly status?: string | null;
  /** The client itself breaks. */
  readonly throws?: boolean;
}

export const WELL: Fate = { arrives: 20, answers: 30 };
export const NEVER_ARRIVES: Fate = { arrives: null, answers: null };
export const ANSWER_LOST: Fate = { arrives: 20, answers: null };

export type LookUpFate =
  | 'true'
  | 'failed'
  | 'empty'
  | 'nameless'
  | 'throws'
  | { readonly rows: (own: readonly Transaction[]) => readonly Transaction[] };

export function refusal(code: string | null, httpStatus = 422): MoneyAnswer {
  return {
    kind: 'refused',
    httpStatus,
    code,
    message: code && `message of ${code}`,
    raw: '{}',
    retryAfterSeconds: null,
    datesApart: null,
    isTimeDisputed: false,
  };
}

export function unknownAnswer(
  reason: Extract<MoneyAnswer, { kind: 'unknown' }>['reason'],
  httpStatus: number | null = null,
): MoneyAnswer {
  return { kind: 'unknown', reason, httpStatus, raw: null };
}
