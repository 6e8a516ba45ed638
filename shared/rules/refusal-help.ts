import { isServiceCode, type ServiceCode } from './service-codes.ts';

/**
 * What helps after a refusal: the primary action on the screen, and the field that the code points
 * at. Its words ("codes.json") tell the cashier the same.
 *
 * - `correct`: what was typed is wrong, and the same customer tries again. `biller` means another
 *   one is to be searched for, with the same account.
 * - `again`: nothing that was typed is wrong: the same once more, as a new payment.
 * - `next-customer`: nobody at the counter can mend it.
 */
export type RefusalHelp =
  | { readonly helps: 'correct'; readonly field: 'account' | 'name' | 'amount' | 'biller' }
  | { readonly helps: 'again' }
  | { readonly helps: 'next-customer' };

const ACCOUNT: RefusalHelp = { helps: 'correct', field: 'account' };
const NAME: RefusalHelp = { helps: 'correct', field: 'name' };
const AMOUNT: RefusalHelp = { helps: 'correct', field: 'amount' };
const BILLER: RefusalHelp = { helps: 'correct', field: 'biller' };
const AGAIN: RefusalHelp = { helps: 'again' };
const NEXT: RefusalHelp = { helps: 'next-customer' };

const HELP: Readonly<Record<ServiceCode, RefusalHelp>> = {
  R1: ACCOUNT,
  R2: ACCOUNT,
  R3: AMOUNT,
  R4: ACCOUNT,
  R5: ACCOUNT,
  R6: BILLER,
  R7: NEXT,
  R8: NEXT,
  R9: AGAIN,
  R10: BILLER,
  R11: AMOUNT,
  R12: NEXT,
  R13: NAME,
  R14: AMOUNT,
  R15: NEXT,
  R16: AGAIN,
  R17: AMOUNT,
  R18: NEXT,
  R19: AGAIN,
  R20: AGAIN,
  R21: NEXT,
  R22: NEXT,
  R23: NEXT,
  R24: AGAIN,
  R25: NEXT,
  R26: NEXT,
  R27: NEXT,
  R28: ACCOUNT,
  R29: ACCOUNT,
  R30: BILLER,
  R31: ACCOUNT,
  R32: AMOUNT,
  R33: NEXT,
  R34: NEXT,
  R35: AGAIN,
  R36: NEXT,
  R37: NEXT,
  R41: AMOUNT,
  R42: NEXT,
  R43: ACCOUNT,
  R44: NEXT,
  R45: NEXT,
  R46: NEXT,
  R47: AGAIN,
  R48: AGAIN,
  R49: NEXT,
  R50: NEXT,
  R99: AGAIN,
  R100: NEXT,
  R101: NEXT,
  R102: ACCOUNT,
  R103: NEXT,
  R104: NEXT,
  R105: NEXT,
  R106: NEXT,
  R114: AMOUNT,
  R115: NEXT,
  R117: NEXT,
  R118: NEXT,
  R119: NEXT,
  R121: AGAIN,
  R122: NEXT,
  R124: BILLER,
  R125: BILLER,
  R126: NEXT,
  R127: NEXT,
  R200: AGAIN,
  R201: NEXT,
  R202: NEXT,
  R299: AGAIN,
};

/** A code that no table knows points at nothing; without one, only being turned away for a while. */
export function refusalHelp(code: string | null, httpStatus: number | null): RefusalHelp {
  if (code !== null) return isServiceCode(code) ? HELP[code] : NEXT;
  return httpStatus === 429 ? AGAIN : NEXT;
}
