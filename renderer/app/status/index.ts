/**
 * The status line: a light for the service, the printer, the account, the lists, the daily file,
 * the backup and updates, and for each its meaning in plain words with what to do. The printer's light also
 * lists the papers that may not have come out: refused, failed, or not known. A paper that nobody
 * needs is set aside, and can still be printed as a copy.
 */
export { ConnectionNotice } from './connection-notice.tsx';
export { ProblemDialog } from './problem-dialog.tsx';
export { StatusBar } from './status-bar.tsx';
export { UpdateBlockers } from './update-dialog.tsx';
