import { isServiceCode } from './service-codes.ts';

/**
 * What a response of the service proves about the money of its request: by its HTTP status, by its
 * code, and by both. Used by the service client, the outcome of a payment and the cashier's texts.
 *
 * An unknown code leaves a payment open, because nothing proves that no money moved. R200 ("Processor
 * OK") also leaves it open: it must not become a refusal.
 */

/** The meaning of an HTTP status without a code. */
export type HttpStatusMeaning =
  /** 2xx: a success only with a body that proves it. */
  | 'success'
  /** 401, 429: rejected by service or gateway before any processing. */
  | 'turned-away'
  /** 400, 403, 404, 422: defined as refusals by the interface. */
  | 'refused'
  /** Any other 4xx: a refusal only together with a code. */
  | 'other-refusal'
  /** 5xx, and a gateway's timeouts 408 and 499: the outcome is unknown, whatever the body. */
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

/** The biller may have performed the payment despite the error. */
const UNKNOWN_OUTCOME_CODES = ['R9', 'R20', 'R24', 'R35', 'R47', 'R48', 'R99', 'R200', 'R299'];

export function isUnknownOutcomeCode(code: string): boolean {
  return !isServiceCode(code) || UNKNOWN_OUTCOME_CODES.includes(code);
}

/**
 * `refused`: no money moved. `earlier`: this request moved none, but an earlier one may have. `open`:
 * unknown.
 */
export type UnconfirmedResponseEffect = 'refused' | 'earlier' | 'open';

/** The service's duplicate guards: these codes refer to an earlier operation. */
const EARLIER_OPERATION_CODES = ['R8', 'R12', 'R36', 'R49', 'R50', 'R103'];

/** Whether money moved after a response without confirmation. `httpStatus` is null if unknown. */
export function getUnconfirmedResponseEffect(response: {
  readonly code: string | null;
  readonly httpStatus: number | null;
}): UnconfirmedResponseEffect {
  const { code, httpStatus } = response;
  const status = httpStatus === null ? null : getHttpStatusMeaning(httpStatus);
  if (status === 'failure' || status === 'success' || status === 'nothing') return 'open';
  if (code === null) return status === 'turned-away' || status === 'refused' ? 'refused' : 'open';
  if (isUnknownOutcomeCode(code)) return 'open';
  return EARLIER_OPERATION_CODES.includes(code) ? 'earlier' : 'refused';
}

const RESEND_EVIDENCE_CODES = ['R8', 'R12', 'R15', 'R36', 'R49', 'R50'] as const;
export type ResendEvidenceCode = (typeof RESEND_EVIDENCE_CODES)[number];

/**
 * Whether a code is evidence that an earlier copy of this request arrived, so that the payment must be
 * looked up instead of sent again. R49 is evidence on a first send too, because only this till uses
 * the external_id. R103 on a first cancel means that the payment is cancelled, but not by which
 * request.
 */
export function isEvidenceOfEarlierRequest(
  code: string,
  request: { readonly isCancel: boolean; readonly wasSentBefore: boolean },
): boolean {
  if (code === 'R49') return true;
  if (request.isCancel) return code === 'R103';
  return (
    request.wasSentBefore && RESEND_EVIDENCE_CODES.some((evidenceCode) => evidenceCode === code)
  );
}

/**
 * R103 on a resent cancel: its first copy cancelled the payment. On a first cancel, another request
 * may have cancelled it, so R103 is only evidence.
 */
export function isCancelPerformedCode(
  code: string,
  request: { readonly wasSentBefore: boolean },
): boolean {
  return code === 'R103' && request.wasSentBefore;
}

/** R25 on a cancel: the biller failed during it; the transaction's row has the outcome. */
export function isUnknownCancelOutcomeCode(code: string): boolean {
  return code === 'R25';
}

/** The only code of a successful response. R200 ("Processor OK") does not confirm anything. */
export function isSuccessCode(code: string): boolean {
  return code === 'R0';
}
