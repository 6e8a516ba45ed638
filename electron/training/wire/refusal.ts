import type { ServiceCode } from '../../../shared/rules/index.ts';

/** A refusal. `billId` is the id of the failed bill that was stored. */
export interface TrainingRefusal {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
  readonly billId?: number;
  /** Milliseconds that the biller took until it failed. */
  readonly delayMs?: number;
}

export type TrainingValidationResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: TrainingRefusal };

export function toValidResult<Value>(value: Value): TrainingValidationResult<Value> {
  return { ok: true, value };
}

export function toRefusedResult(refusal: TrainingRefusal): {
  readonly ok: false;
  readonly refusal: TrainingRefusal;
} {
  return { ok: false, refusal };
}

/** The service's messages as it sends them: English, or Spanish if a regulator requires it. */
const MESSAGES: Readonly<Partial<Record<ServiceCode, string>>> = {
  R1: 'Invalid Number Of Digits In Account Number',
  R2: 'Invalid Account Number',
  R3: 'Invalid Payment Amount',
  R4: 'Account Number Does Not Resolve With Biller',
  R5: 'Invalid Phone Number',
  R6: 'Invalid Biller',
  R7: 'Account Number Valid But Cannot Receive Payments Like This',
  R8: 'Balance Already Paid',
  R9: 'Unexpected Error',
  R11: 'Invalid Payment Amount, Full Balance Must Be Paid',
  R12: 'Payment Already Made',
  R13: 'Name On Account Required',
  R14: 'Payment Amount Too Large, Maximum 1500 USD',
  R16: 'Consult Failed, Try Later',
  R17: 'Invalid Topup Amount',
  R21: 'Configuration Issue With The Biller',
  R22: 'Biller Maintenance In Progress',
  R23: 'No Transaction To Reverse',
  R24: 'Timeout From Biller',
  R26: 'Reversal Not Supported For This Biller',
  R34: 'Invalid Currency',
  R36: 'Possible Duplicate Payment Blocked',
  R41: 'Invalid Payment Amount, At Least The Actual Balance Must Be Paid',
  R45: 'Maximum Number Of Payments For This Account On This Day Reached',
  R49: 'Transaction Id Previously Used',
  R50: 'Possible Duplicate Transaction Blocked, Retry In 5 Minutes',
  R100: 'Insufficient Balance',
  R101: 'Biller Does Not Support Balance Lookup',
  R103: 'Transaction Already Reversed',
  R105: 'Only Same Day Reversals Allowed',
  R114: 'Payment Amount Too Large, Maximum 2500 USD',
  R115: 'POS Number Invalid',
  R124: 'Company Does Not Support Cash Out',
  R126: 'Transacción no realizada, excede el límite permitido. Favor de acudir a una sucursal bancaria.',
  R127: 'Transacción no realizada.',
};

/** Almost every R code is sent with status 422. */
export function refuseWithCode(code: ServiceCode): {
  readonly ok: false;
  readonly refusal: TrainingRefusal;
} {
  return toRefusedResult({ status: 422, code, message: MESSAGES[code] ?? 'Operation Failed' });
}

/** R102 is sent with status 400 and names the parameter. */
export function refuseInvalidParameter(message: string): {
  readonly ok: false;
  readonly refusal: TrainingRefusal;
} {
  return toRefusedResult({ status: 400, code: 'R102', message });
}

export function refuseNotFound(resourceName: string): {
  readonly ok: false;
  readonly refusal: TrainingRefusal;
} {
  return toRefusedResult({ status: 404, code: null, message: `Couldn't find ${resourceName}` });
}
