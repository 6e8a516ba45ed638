/**
 * The service's R codes, as the program acts on them. The words for the cashier stand in
 * `shared/i18n`. Implements "Service error codes" of the interface; which codes leave a payment
 * open, and which are evidence when the same attempt is sent again, is decided in one place: here.
 */

/** What the program does about an answer; the words say it to the cashier. */
export type CodeClass =
  /** What the customer brought is wrong or unusable: account, phone, biller, name. */
  | 'customer-data'
  /** The amount is wrong; another one may be taken. */
  | 'amount'
  /** Nothing is owed, or it was paid before. */
  | 'already-paid'
  /** A guard of the service against paying twice. */
  | 'duplicate'
  /** The biller or the way to it is out of order; later it may work. */
  | 'try-later'
  /** What the biller did is not known. */
  | 'open'
  /** A limit for this customer or account. */
  | 'limit'
  /** The customer has to go to the biller or to a bank. */
  | 'elsewhere'
  /** The shop's account, its keys, its POS number or its contract. */
  | 'shop-account'
  /** Something between the program and the service is set up wrongly. */
  | 'call-help-line'
  /** A cancellation that cannot be done. */
  | 'cancel-refused'
  /** The biller does not offer this operation. */
  | 'not-offered'
  /** Not an error. */
  | 'done';

export interface CodeFacts {
  readonly class: CodeClass;
  /** On a payment or cash-out: the biller may have done it all the same. The outcome is UNKNOWN. */
  readonly leavesOpen: boolean;
  /** On a payment that is sent again: the first one arrived. Look up, send no more. */
  readonly isEvidenceWhenSentAgain: boolean;
}

const OPEN = ['R9', 'R20', 'R24', 'R35', 'R47', 'R48', 'R99', 'R299'];
const EVIDENCE = ['R8', 'R12', 'R15', 'R36', 'R49', 'R50'];

const CLASS_OF = {
  R1: 'customer-data',
  R2: 'customer-data',
  R3: 'amount',
  R4: 'customer-data',
  R5: 'customer-data',
  R6: 'customer-data',
  R7: 'customer-data',
  R8: 'already-paid',
  R9: 'open',
  R10: 'customer-data',
  R11: 'amount',
  R12: 'already-paid',
  R13: 'customer-data',
  R14: 'limit',
  R15: 'already-paid',
  R16: 'try-later',
  R17: 'amount',
  R18: 'limit',
  R19: 'try-later',
  R20: 'open',
  R21: 'call-help-line',
  R22: 'try-later',
  R23: 'cancel-refused',
  R24: 'open',
  R25: 'cancel-refused',
  R26: 'cancel-refused',
  R27: 'elsewhere',
  R28: 'customer-data',
  R29: 'customer-data',
  R30: 'customer-data',
  R31: 'customer-data',
  R32: 'amount',
  R33: 'elsewhere',
  R34: 'call-help-line',
  R35: 'open',
  R36: 'duplicate',
  R37: 'elsewhere',
  R41: 'amount',
  R42: 'already-paid',
  R43: 'customer-data',
  R44: 'elsewhere',
  R45: 'limit',
  R46: 'elsewhere',
  R47: 'open',
  R48: 'open',
  R49: 'duplicate',
  R50: 'duplicate',
  R99: 'open',
  R100: 'shop-account',
  R101: 'not-offered',
  R102: 'call-help-line',
  R103: 'cancel-refused',
  R104: 'call-help-line',
  R105: 'cancel-refused',
  R106: 'cancel-refused',
  R114: 'limit',
  R115: 'shop-account',
  R117: 'shop-account',
  R118: 'not-offered',
  R119: 'not-offered',
  R121: 'try-later',
  R122: 'try-later',
  R124: 'not-offered',
  R125: 'not-offered',
  R126: 'elsewhere',
  R127: 'elsewhere',
  R200: 'done',
  R201: 'call-help-line',
  R202: 'not-offered',
  R299: 'open',
} as const satisfies Record<string, CodeClass>;

/** A code of the interface's table. Others may arrive; they are carried as plain text. */
export type ServiceCode = keyof typeof CLASS_OF;

export const SERVICE_CODES = Object.keys(CLASS_OF) as readonly ServiceCode[];

export function isServiceCode(code: string): code is ServiceCode {
  return Object.hasOwn(CLASS_OF, code);
}

/**
 * Facts of a code, known or not. An unknown code on a payment leaves it open: nothing says that no
 * money moved. So does R200, "Processor OK": it says that the processor did its part.
 */
export function codeFacts(code: string): CodeFacts {
  return {
    class: isServiceCode(code) ? CLASS_OF[code] : 'call-help-line',
    leavesOpen: !isServiceCode(code) || OPEN.includes(code) || CLASS_OF[code] === 'done',
    isEvidenceWhenSentAgain: EVIDENCE.includes(code),
  };
}
