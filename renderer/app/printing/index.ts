/**
 * Reprinting an existing paper, wherever it is shown: the calls, the approval that main may
 * require, and the cashier's confirmation whether a paper was printed. It makes no payment.
 */
export { PrintApprovalDialog } from './print-approval.tsx';
export { usePaperPrinting } from './use-paper-printing.ts';
