/**
 * The barcode scanner, which is a keyboard to the computer: it is recognised by the times of its
 * keys, wherever the focus is. A scanned code goes to the screen that can use it (`useScan`), and
 * never presses a button or stays in a field. The screens decide what a code means; only the
 * reference on our own receipts is known here (`parseReceiptReference`).
 *
 * A scanner's keys follow each other within 50 ms by their own timestamps. The first key of a run
 * passes and the rest is held back. A run of six digits or more, or of ten characters of any kind,
 * is a code, and the field gets its former text back. Any key that follows as closely belongs to
 * the code and presses nothing; over the sign-in the whole code is dropped. Some scanners wake
 * slowly, so a single key at most 250 ms before such a run counts as its first one. If a run turns
 * out to be typing, its keys are typed after all, in their order. If the second half of a code
 * arrives late on a busy computer, the times of its keys still show that it belongs to the code.
 */
export { parseReceiptReference } from './receipt-reference.ts';
export { ScannerProvider, useScan, useUnusedScan } from './scanner-provider.tsx';
