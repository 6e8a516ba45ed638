import type { ScannedBill, ScanResult } from '../../../../shared/contract/index.ts';
import { useNavigation } from '../../../app/index.ts';

/**
 * Returns the function that opens what a scan is: the payment of a bill, or the screen that asks. It
 * returns false for an account number, whose biller is unknown.
 */
export function useOpenScannedBill(): (result: ScanResult) => boolean {
  const { open } = useNavigation();
  const openBill = (scannedBill: ScannedBill): void =>
    open({ name: 'pay', billerId: scannedBill.biller.id, scannedBill });
  return (result) => {
    if (result.kind === 'account') return false;
    if (result.kind === 'bill') openBill(result.bill);
    else open({ name: 'scan', result });
    return true;
  };
}
