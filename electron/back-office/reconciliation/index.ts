/**
 * The daily file for the service, its comparison with the service's own list, and its upload.
 *
 * - A day is a business day, midnight to midnight in the chain's zone, of 23 to 25 hours. A file's
 *   times are in UTC. Its name and HEADER carry the UTC day on which it was due (the hour of the
 *   upload, once the day is over), even if it goes out late. Amounts have exactly 2 decimals in the
 *   currency as it was sent; totals are by currency.
 * - The file holds what the service performed, including what was cancelled afterwards, and what a
 *   supervisor closed as paid with its authorization. Transactions that the file cannot hold are
 *   left out and named.
 * - Once a server may have a file, or while a person says it is handed in, its bytes stay, with
 *   their digest. A payment that turns out paid later, however late, is listed as a difference of
 *   that day.
 * - A file is sent until it is known to have arrived. It is never sent again if it may have
 *   arrived: the till reports that, and a person decides.
 * - Returns `upload` (the server: its key, its login, its room), `daily-file` (the day, the file)
 *   and `storage` problems. A server that hangs is left after its deadline; the till never waits
 *   for one. Secrets come from the vault and go only to the server whose key a person has
 *   confirmed.
 *
 * Implements "Reconciliation file", "Reconciliation upload" and "Special case: DRP" of the
 * interface.
 *
 * Decisions where the interface was silent (the others are in the folders):
 * - A day that cannot be uploaded at all is marked by a supervisor as handed in by other means,
 *   with the reason: it is no longer sent, and its file stays. A mark made by mistake can be taken
 *   back, and the day is missing or in doubt again, as before (`day-actions.ts`).
 * - A person may send a file before its hour, once the day is certainly over.
 */

export type { DueReport } from './due-upload.ts';
export { writeDailyFile, writeLedgerDailyFile } from './file/index.ts';
export type { ReconciliationPorts, ReconciliationSettings } from './ports.ts';
export { createReconciliation, type Reconciliation } from './reconciliation.ts';
export type { PerformedTransaction, TransactionSource } from './types.ts';
export { sendOnce } from './upload/index.ts';
