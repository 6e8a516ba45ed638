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
 *
 * Decisions where the interface was silent:
 * - A transaction with a field that the file cannot hold (a bar, any line break, half a character, no
 *   authorization) stays out, unchanged, and is a difference of its day with that field (`line.ts`).
 * - A file is made anew at each attempt until its day is frozen. A day is frozen once the server may
 *   have the file under its name, which is committed before the rename is asked for, or once a person
 *   says that it was handed in. If that person was mistaken and no server was offered it, it is made
 *   anew again (`files.ts`, `day-file.ts`).
 * - One thing at a time is done with a day's file, and while it is on its way it is held: a copy that
 *   is saved meanwhile is that very file. The file of a day that a person handed in is the copy that
 *   was last saved elsewhere (a second one is kept in `saved/` beside it), else the one made last.
 * - A payment that turns out paid after its day has ended marks that day, however old: a trigger of
 *   the ledger does. A day that is marked and frozen is looked through at the next round, or when
 *   somebody opens it, also where it was handed in by other means, and where the till no longer
 *   uploads (`late.ts`).
 */
export { drpList, saveDrp } from './drp.ts';
export { createFiles, type Files, leftOutOf, totalsOf } from './files.ts';
export { createLedgerSource } from './ledger-source.ts';
export { createDailyFile } from './whole-file.ts';
