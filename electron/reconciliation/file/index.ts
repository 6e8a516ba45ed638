/**
 * The file of a day: its lines (`line.ts`, `builder.ts`) from the transactions of a source
 * (`ledger-source.ts`), kept with its digest (`file-store.ts`), shown, copied and frozen
 * (`files.ts`), with what turned out paid too late for it (`late.ts`); and the list of the DRP
 * billers' transactions (`drp.ts`).
 *
 * - Text is UTF-8, read and written page by page: no day is held in memory.
 * - Amounts have exactly 2 decimals in the currency as it was sent, totals are by currency, times
 *   are in UTC.
 * - Once a day is frozen, the bytes of its file stay. A file is there whole under its name, or not
 *   at all.
 * - Answers `daily-file` and `storage` problems.
 *
 * Implements "Reconciliation file" and "Special case: DRP" of the interface.
 */
export { drpList, saveDrp } from './drp.ts';
export { createFiles, type Files, leftOutOf, totalsOf } from './files.ts';
export { createLedgerSource } from './ledger-source.ts';
export { createDailyFile } from './whole-file.ts';
