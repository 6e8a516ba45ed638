/**
 * The file of a day. Its lines (`register-line.ts`, `file-builder.ts`) are built from the
 * transactions of a source (`ledger-source.ts`) and stored with their digest (`file-store.ts`).
 * `day-files.ts` previews, copies and freezes the file. `find-late-transactions.ts` finds payments
 * that turned out paid too late for it. `drp-list.ts` lists the transactions of the DRP billers.
 *
 * - Text is UTF-8, read and written page by page: a day is never held in memory as a whole.
 * - Amounts have exactly 2 decimals in the currency as sent, totals are per currency, times are in
 *   UTC.
 * - Once a day is frozen, the bytes of its file never change. A file under its final name is
 *   complete.
 * - Returns `daily-file` and `storage` problems.
 *
 * Implements "Reconciliation file" and "Special case: DRP" of the interface.
 *
 * Decisions where the interface does not specify:
 * - A transaction with a field that the file cannot hold (a bar, any line break, an unpaired
 *   surrogate, no authorization) is left out, unchanged, and listed as a difference of its day with
 *   that field (`register-line.ts`).
 * - Until its day is frozen, a file is rebuilt at each attempt. A day is frozen once the server may
 *   have the file under its final name, which is committed before the rename is requested, or once
 *   a person marks it as handed in. If that mark was a mistake and no server was offered the file,
 *   it is rebuilt (`day-files.ts`, `day-file-maker.ts`).
 * - Operations on a day's file run one at a time. The file is held during its upload: a copy saved
 *   meanwhile has the same bytes. If a person handed a day in, its file is the copy last saved to
 *   another folder (a second copy is in `saved/` beside it), otherwise the file built last.
 * - If a payment turns out paid after its day has ended, however old, a trigger of the ledger marks
 *   that day. A marked and frozen day is checked in the next cycle, or when a person opens it. This
 *   also applies if the day was handed in by other means, or the till no longer uploads
 *   (`find-late-transactions.ts`).
 */
export type { FileToSend, PerformedTransaction } from '../types.ts';
export { isDayFileFinal } from './day-file-maker.ts';
export {
  createDayFiles,
  type DayFiles,
  parseFileTotals,
  parseOmittedTransactions,
} from './day-files.ts';
export { listDrpTransactions, saveDrpCsv } from './drp-list.ts';
export { createDailyFileBuilder, type DailyFileTotals, formatHundredths } from './file-builder.ts';
export { createDailyFileStore, type DailyFileStore, type WrittenFileDigest } from './file-store.ts';
export { createLedgerTransactionSource } from './ledger-source.ts';
export { formatRegisterLine, sumCanonicalRegisterLines } from './register-line.ts';
export { writeDailyFile, writeDailyFileFromLedger } from './write-daily-file.ts';
