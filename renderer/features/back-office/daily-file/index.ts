/**
 * The daily file: the days of this till, each file's contents and upload status, its differences
 * from the service's own list, and the decisions that only a person can make.
 * electron/back-office/reconciliation documents what each call promises. Days are the chain's.
 */
export { DailyFilePage } from './daily-file-page.tsx';
