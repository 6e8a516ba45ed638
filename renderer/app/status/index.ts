/**
 * The status line: an indicator for the service, the printer, the account, the lists, the daily
 * file, the backup and updates, each with an explanation and what to do. The printer's dialog also
 * lists the papers that may not have been printed: refused, failed, or unknown. A paper that nobody
 * needs can be dismissed, and can still be printed as a copy.
 */
export { useAccountForecastLine } from './account-forecast.tsx';
export { ConnectionFaultNotice } from './connection-fault-notice.tsx';
export { ConnectionNotice, isSendingUnlikely } from './connection-notice.tsx';
export { UnprintedPaperDialog } from './paper-dialog.tsx';
export { formatUnprintedPaperDetail, getPaperName } from './paper-names.ts';
export { ProblemDialog } from './problem-dialog.tsx';
export { StatusBar } from './status-bar.tsx';
export { isInPrintQueue, useUnprintedPapers } from './unprinted-papers.ts';
export { UnprintedPapersNotice } from './unprinted-papers-notice.tsx';
export { UpdateBlockers } from './update-dialog.tsx';
