import type { Biller } from '../../shared/contract/index.ts';
import { checkNumber } from '../../shared/rules/index.ts';

/** A scanner may put the symbology before the code: `]C1` and the like. */
export function withoutSymbology(code: string): string {
  return code.trim().replace(/^\][A-Za-z]\d/, '');
}

/**
 * Whether this code could be an account of the biller. One that says nothing about its accounts
 * fits every code, and so tells nothing; and nobody scans the phone to be topped up to find out
 * whose it is.
 */
export function couldBeOf(biller: Biller, code: string): boolean {
  if (biller.kind !== 'utility' && biller.kind !== 'partner') return false;
  if (biller.currency === '') return false;
  if (biller.accountNumberDigits.trim() === '' && biller.mask.trim() === '') return false;
  return checkNumber(biller, code).ok;
}
