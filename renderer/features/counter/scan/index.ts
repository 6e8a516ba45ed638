/**
 * Scanned codes that need a decision before a payment opens: more than one reading or biller, a
 * collector whose biller nobody named yet, or a code that is not the code of a bill. And the codes
 * that the shop taught: their list, and teaching one with three bills.
 */
export { BillCodesPage } from './bill-codes-page.tsx';
export { ScanPage } from './scan-page.tsx';
export { useOpenScannedBill } from './use-open-scanned-bill.ts';
