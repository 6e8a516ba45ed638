import { isServiceCode } from './service-codes.ts';

/**
 * What an answer of the service proves about the money of the request that it answers: by its HTTP
 * status, by its code, and by both. The client, the outcome of a payment and the words for the
 * cashier all ask here.
 *
 * Decided: doubt stays doubt. A code that no table knows leaves a payment open, because nothing
 * says that no money moved. R200 ("Processor OK") leaves it open as well: it must not become a
 * refusal.
 */

/** What an HTTP status alone says. */
export type HttpStatusMeaning =
  /** 2xx: to be believed with a body that proves it. */
  | 'success'
  /** 401, 429: turned away at the door, whoever says it, before anything was done. */
  | 'turned-away'
  /** 400, 403, 404, 422: a no of the interface. */
  | 'refused'
  /** Another 4xx: a refusal only by the code that comes with it. */
  | 'other-refusal'
  /** 5xx, and a gateway's time-outs 408 and 499: money is unknown, whatever the body. */
  | 'failure'
  /** 1xx, 3xx. */
  | 'nothing';

export function getHttpStatusMeaning(httpStatus: number): HttpStatusMeaning {
  if (httpStatus >= 500 || httpStatus === 408 || httpStatus === 499) return 'failure';
  if (httpStatus === 401 || httpStatus === 429) return 'turned-away';
  if ([400, 403, 404, 422].includes(httpStatus)) return 'refused';
  if (httpStatus >= 400) return 'other-refusal';
  return httpStatus >= 200 && httpStatus < 300 ? 'success' : 'nothing';
}

/** The biller may have done it all the same. */
const OPEN_OUTCOME_CODES = ['R9', 'R20', 'R24', 'R35', 'R47', 'R48', 'R99', 'R200', 'R299'];

export function isOpenOutcomeCode(code: string): boolean {
  return !isServiceCode(code) || OPEN_OUTCOME_CODES.includes(code);
}

/**
 * `refused`: nothing moved. `earlier`: this attempt moved nothing, but an earlier one may have.
 * `open`: not known.
 */
export type MoneyState = 'refused' | 'earlier' | 'open';

/** Guards of the service against doing something twice: they speak of an earlier operation. */
const EARLIER_OPERATION_CODES = ['R8', 'R12', 'R36', 'R49', 'R50', 'R103'];

/**
 * Whether money moved after an answer that confirms nothing; `httpStatus` null if none is known.
 */
export function getMoneyState(answer: {
  readonly code: string | null;
  readonly httpStatus: number | null;
}): MoneyState {
  const { code, httpStatus } = answer;
  const status = httpStatus === null ? null : getHttpStatusMeaning(httpStatus);
  if (status === 'failure' || status === 'success' || status === 'nothing') return 'open';
  if (code === null) return status === 'turned-away' || status === 'refused' ? 'refused' : 'open';
  if (isOpenOutcomeCode(code)) return 'open';
  return EARLIER_OPERATION_CODES.includes(code) ? 'earlier' : 'refused';
}

const RESEND_EVIDENCE_CODES = ['R8', 'R12', 'R15', 'R36', 'R49', 'R50'] as const;
export type ResendEvidenceCode = (typeof RESEND_EVIDENCE_CODES)[number];

/**
 * Whether a code says that an earlier copy of this very request may have arrived, so that it is
 * looked up and not sent any more. R49 says so on a first send as well: nobody but us has used this
 * external_id. R103 to a first cancel says that the payment was taken back, and not by whom.
 */
export function isEvidenceOfEarlierRequest(
  code: string,
  request: { readonly isCancel: boolean; readonly wasSentBefore: boolean },
): boolean {
  if (code === 'R49') return true;
  if (request.isCancel) return code === 'R103';
  return request.wasSentBefore && RESEND_EVIDENCE_CODES.some((one) => one === code);
}

/**
 * R103 to a cancel that was sent again: its first copy took the payment back. To a first cancel it
 * speaks of somebody else's, and is evidence only.
 */
export function isCancelDoneCode(
  code: string,
  request: { readonly wasSentBefore: boolean },
): boolean {
  return code === 'R103' && request.wasSentBefore;
}

/** R25 on a cancel: the biller failed during it; the transaction's own row tells the outcome. */
export function isOpenCancelCode(code: string): boolean {
  return code === 'R25';
}

/** The codes that may stand beside the data of a success. */
export function isSuccessCode(code: string): boolean {
  return code === 'R0' || code === 'R200';
}
