/**
 * Shift and cash: opening with a counted float, pay-ins and pay-outs, blind counts, X and Z
 * reports, closing and handing over. electron/counter/cash documents what each call guarantees.
 * Amounts are decimal strings, one sum per currency; times are shown in the shop's time zone.
 */
export { PaperPreviewPanel, useIsPrintKeyTaken } from './paper-preview-panel.tsx';
export { ShiftPage } from './shift.tsx';
