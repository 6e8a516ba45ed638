import type { Biller } from '../../../shared/contract/index.ts';
import { validateAccountNumber } from '../../../shared/rules/index.ts';

/** A scanner may put the symbology before the code, for example `]C1`. */
export function removeBarcodeSymbologyPrefix(scannedCode: string): string {
  return scannedCode.trim().replace(/^\][A-Za-z]\d/, '');
}

/**
 * Whether this code can be an account of the biller. A biller without account rules accepts every
 * code, so it is excluded; so are top-ups, because nobody scans a phone number to find its company.
 */
export function canBeAccountNumberOfBiller(biller: Biller, scannedCode: string): boolean {
  if (biller.kind !== 'utility' && biller.kind !== 'partner') return false;
  if (biller.currency === '') return false;
  if (biller.accountNumberDigits.trim() === '' && biller.mask.trim() === '') return false;
  return validateAccountNumber(biller, scannedCode).ok;
}
