/**
 * The daily file for the service, its comparison with the service's own list, and its upload.
 *
 * - A day is a business day, midnight to midnight in the chain's time zone, 23 to 25 hours long.
 *   Times in a file are in UTC. Its name and HEADER contain the UTC date on which it was due (the
 *   upload hour after the end of the day), even if it is uploaded late. Amounts have exactly 2
 *   decimals in the currency as sent; totals are per currency.
 * - The file contains the transactions that the service performed, including those cancelled
 *   afterwards, and payments that a supervisor closed as paid with their authorization.
 *   Transactions that the file format cannot hold are left out and listed.
 * - Once a server may have a file, or while a person has marked it as handed in, its bytes and
 *   their digest do not change. A payment that turns out paid later, however late, is listed as a
 *   difference of that day.
 * - A file is retried until it is known to have arrived. It is never resent if it may have arrived:
 *   the till reports that, and a person decides.
 * - Returns `upload` (the server: its key, its login, its disk space), `daily-file` (the day, the
 *   file) and `storage` problems. Every request to a server has a timeout, so a server that hangs
 *   never blocks the till. Secrets come from the vault and are sent only to a server whose key a
 *   person has confirmed.
 *
 * Implements "Reconciliation file", "Reconciliation upload" and "Special case: DRP" of the
 * interface.
 *
 * Decisions where the interface does not specify (the others are in the folders):
 * - A day that cannot be uploaded at all is marked by a supervisor as handed in by other means,
 *   with the reason: it is no longer uploaded, and its file stays. A mark made by mistake can be
 *   removed; the day is then missing or in doubt again (`day-actions.ts`).
 * - A person may upload a file before its hour, once the day is certainly over.
 */

export type { DueUploadReport } from './due-upload.ts';
export { writeDailyFile, writeDailyFileFromLedger } from './file/index.ts';
export type { ReconciliationPorts, ReconciliationSettings } from './ports.ts';
export { createReconciliation, type Reconciliation } from './reconciliation.ts';
export type { PerformedTransaction, TransactionSource } from './types.ts';
export { readHostKey, uploadWithoutLedger } from './upload/index.ts';
