/**
 * The barcode scanner, which is a keyboard to the computer: recognised by the times of its keys
 * wherever the focus is. What it reads goes to the screen that can use it (`useScan`), and never
 * presses a button or stays in a field. What a code means is the screens' matter; only the reference
 * of our own receipts is known here (`referenceOf`).
 *
 * Two keys of a scanner are at most 50 ms apart by their own timestamps. The first key of a run
 * passes and the rest is held back; a run of six digits or more, or of ten characters of any kind,
 * is a code, and the field gets back what stood there. Whatever key comes as close behind it belongs
 * to it and presses nothing; over the sign-in all of it is lost. A key that stood alone at most
 * 250 ms before such a run is its first one: some scanners wake slowly. What turns out to be typing
 * is typed after all, in its order. A code whose second half arrives late on a busy computer still
 * belongs to it: the times of its keys say so.
 */
export { referenceOf } from './reference.ts';
export { ScannerProvider, type ScanTaker, useScan, useUnusedScan } from './scanner.tsx';
