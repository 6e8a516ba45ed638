import type { PAYMENT_STATES } from './payment-states.ts';
import { isServiceCode, type ServiceCode } from './service-codes.ts';

/**
 * The primary action on the screen after a refusal, and the field that the code is about. The texts in
 * `codes.json` recommend the same.
 *
 * - `correct`: the input is wrong; the cashier corrects it for the same customer. `biller`: search for
 *   another biller, with the same account.
 * - `again`: the input is right; try again as a new payment.
 * - `next-customer`: the problem cannot be solved at the counter.
 */
export type RefusalAction =
  | { readonly kind: 'correct'; readonly field: 'account' | 'name' | 'amount' | 'biller' }
  | { readonly kind: 'again' }
  | { readonly kind: 'next-customer' };

const CORRECT_ACCOUNT: RefusalAction = { kind: 'correct', field: 'account' };
const CORRECT_NAME: RefusalAction = { kind: 'correct', field: 'name' };
const CORRECT_AMOUNT: RefusalAction = { kind: 'correct', field: 'amount' };
const CORRECT_BILLER: RefusalAction = { kind: 'correct', field: 'biller' };
const TRY_AGAIN: RefusalAction = { kind: 'again' };
const NEXT_CUSTOMER: RefusalAction = { kind: 'next-customer' };

const ACTION_BY_CODE: Readonly<Record<ServiceCode, RefusalAction>> = {
  R1: CORRECT_ACCOUNT,
  R2: CORRECT_ACCOUNT,
  R3: CORRECT_AMOUNT,
  R4: CORRECT_ACCOUNT,
  R5: CORRECT_ACCOUNT,
  R6: CORRECT_BILLER,
  R7: NEXT_CUSTOMER,
  R8: NEXT_CUSTOMER,
  R9: TRY_AGAIN,
  R10: CORRECT_BILLER,
  R11: CORRECT_AMOUNT,
  R12: NEXT_CUSTOMER,
  R13: CORRECT_NAME,
  R14: CORRECT_AMOUNT,
  R15: NEXT_CUSTOMER,
  R16: TRY_AGAIN,
  R17: CORRECT_AMOUNT,
  R18: NEXT_CUSTOMER,
  R19: TRY_AGAIN,
  R20: TRY_AGAIN,
  R21: NEXT_CUSTOMER,
  R22: NEXT_CUSTOMER,
  R23: NEXT_CUSTOMER,
  R24: TRY_AGAIN,
  R25: NEXT_CUSTOMER,
  R26: NEXT_CUSTOMER,
  R27: NEXT_CUSTOMER,
  R28: CORRECT_ACCOUNT,
  R29: CORRECT_ACCOUNT,
  R30: CORRECT_BILLER,
  R31: CORRECT_ACCOUNT,
  R32: CORRECT_AMOUNT,
  R33: NEXT_CUSTOMER,
  R34: NEXT_CUSTOMER,
  R35: TRY_AGAIN,
  R36: NEXT_CUSTOMER,
  R37: NEXT_CUSTOMER,
  R41: CORRECT_AMOUNT,
  R42: NEXT_CUSTOMER,
  R43: CORRECT_ACCOUNT,
  R44: NEXT_CUSTOMER,
  R45: NEXT_CUSTOMER,
  R46: NEXT_CUSTOMER,
  R47: TRY_AGAIN,
  R48: TRY_AGAIN,
  R49: NEXT_CUSTOMER,
  R50: NEXT_CUSTOMER,
  R99: TRY_AGAIN,
  R100: NEXT_CUSTOMER,
  R101: NEXT_CUSTOMER,
  R102: CORRECT_ACCOUNT,
  R103: NEXT_CUSTOMER,
  R104: NEXT_CUSTOMER,
  R105: NEXT_CUSTOMER,
  R106: NEXT_CUSTOMER,
  R114: CORRECT_AMOUNT,
  R115: NEXT_CUSTOMER,
  R117: NEXT_CUSTOMER,
  R118: NEXT_CUSTOMER,
  R119: NEXT_CUSTOMER,
  R121: TRY_AGAIN,
  R122: NEXT_CUSTOMER,
  R124: CORRECT_BILLER,
  R125: CORRECT_BILLER,
  R126: NEXT_CUSTOMER,
  R127: NEXT_CUSTOMER,
  R200: TRY_AGAIN,
  R201: NEXT_CUSTOMER,
  R202: NEXT_CUSTOMER,
  R299: TRY_AGAIN,
};

/** `again` without a code only after a 429; an unknown code, or any other status, `next-customer`. */
export function getRefusalAction(code: string | null, httpStatus: number | null): RefusalAction {
  if (code !== null) return isServiceCode(code) ? ACTION_BY_CODE[code] : NEXT_CUSTOMER;
  return httpStatus === 429 ? TRY_AGAIN : NEXT_CUSTOMER;
}

interface PaymentFacts {
  readonly state: (typeof PAYMENT_STATES)[number];
  readonly isNotSent: boolean;
  readonly code: string | null;
  readonly httpStatus: number | null;
}

/** Returns the action after a payment: `next-customer` unless it was refused or not performed. */
export function getActionForPayment(payment: PaymentFacts): RefusalAction {
  switch (payment.state) {
    case 'not-performed':
      return TRY_AGAIN;
    case 'rejected':
      return payment.isNotSent ? TRY_AGAIN : getRefusalAction(payment.code, payment.httpStatus);
    default:
      return NEXT_CUSTOMER;
  }
}

/** The same for an item of a finished basket. An item without a payment was not sent. */
export function getActionForItem(item: { readonly payment: PaymentFacts | null }): RefusalAction {
  return item.payment === null ? TRY_AGAIN : getActionForPayment(item.payment);
}
