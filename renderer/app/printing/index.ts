/**
 * Printing a paper that is there already, wherever it is shown: the calls, the approval that main
 * may ask for, and the cashier's word on whether a paper came out. None of it pays.
 */
export { PrintApproval } from './print-approval.tsx';
export { usePrinting } from './use-printing.ts';
