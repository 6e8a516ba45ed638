/**
 * The file of a day. Its lines (`line.ts`, `file-builder.ts`) are made from the transactions of a source
 * (`ledger-source.ts`) and kept with their digest (`file-store.ts`). `day-files.ts` shows, copies and
 * freezes it, and `find-late-transactions.ts` finds payments that turned out paid too late for it. `drp-list.ts` is the
 * list of the DRP billers' transactions.
 *
 * - Text is UTF-8, read and written page by page: no day is held in memory.
 * - Amounts have exactly 2 decimals in the currency as it was sent, totals are by currency, times
 *   are in UTC.
 * - Once a day is frozen, the bytes of its file never change. A file under its name is whole.
 * - Returns `daily-file` and `storage` problems.
 *
 * Implements "Reconciliation file" and "Special case: DRP" of the interface.
 *
 * Decisions where the interface was silent:
 * - A transaction with a field that the file cannot hold (a bar, any line break, half a character,
 *   no authorization) is left out, unchanged, and listed as a difference of its day with that field
 *   (`line.ts`).
 * - Until its day is frozen, a file is made again at each attempt. A day is frozen once the server
 *   may have the file under its name, which is committed before the rename is requested, or once a
 *   person says that it was handed in. If that person was mistaken and no server was offered the
 *   file, it is made again (`day-files.ts`, `day-file-maker.ts`).
 * - Only one thing at a time is done with a day's file. It is held during its upload: a copy saved
 *   meanwhile is that very file. If a person handed a day in, its file is the copy last saved
 *   elsewhere (a second one is kept in `saved/` beside it), otherwise the one made last.
 * - If a payment turns out paid after its day has ended, however old, a trigger of the ledger marks
 *   that day. A marked and frozen day is checked at the next round, or when somebody opens it. This
 *   also applies if it was handed in by other means, or the till no longer uploads (`find-late-transactions.ts`).
 */
export type { FileToSend, PerformedTransaction } from '../types.ts';
export { isFrozen } from './day-file-maker.ts';
export { createDayFiles, type DayFiles, parseLeftOut, parseTotals } from './day-files.ts';
export { listDrpTransactions, saveDrpCsv } from './drp-list.ts';
export { createFileBuilder, type FileTotals, formatHundredths } from './file-builder.ts';
export { createFileStore, type FileStore, type WrittenFile } from './file-store.ts';
export { createLedgerSource } from './ledger-source.ts';
export { formatRegisterLine, parsePlainLine } from './register-line.ts';
export { writeDailyFile, writeLedgerDailyFile } from './write-daily-file.ts';
