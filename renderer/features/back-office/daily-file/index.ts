/**
 * The daily file: the days of this till, the contents and upload status of each file, its
 * differences from the service's list, and the decisions that only a person can make.
 * electron/back-office/reconciliation documents what each call guarantees. Days are in the chain's
 * time zone.
 */
export { DailyFilePage } from './daily-file-page.tsx';
