/**
 * The barcode scanner, which the computer sees as a keyboard: it is recognized by the timing of its
 * keys, wherever the focus is. A scanned code goes to the screen that can use it (`useScanHandler`), and
 * never presses a button or stays in a field. The screens interpret the code; only the reference on
 * our own receipts is parsed here (`parseReceiptReference`).
 *
 * A scanner's keys follow each other within 50 ms by their own timestamps. The first key of a run
 * is delivered and the rest is held back. A run of six digits or more, or of ten characters of any
 * kind, is a code, and the field's previous text is restored. Any key that follows as closely
 * belongs to the code and presses nothing; over the sign-in the whole code is dropped. Some
 * scanners start slowly, so a single key at most 250 ms before such a run counts as its first key.
 * With any other key at most 300 ms before or after it, the scan is torn: the whole is dropped, and
 * the cashier is asked to scan again. A code without an end key is therefore reported 300 ms later.
 * A key within a code that writes nothing (Ctrl+], Alt and numbers) is kept as a mark between two
 * fields. The code of a bill is reported 300 ms after its Enter, because some scanners send it as
 * several lines; the lines are joined with such marks.
 * If a run turns out to be typing, its keys are replayed in their order. If the second half of a
 * code arrives late on a busy computer, its timestamps still show that it belongs to the code.
 */
export { parseReceiptReference } from './receipt-reference.ts';
export {
  ScannerProvider,
  useBillScanHandler,
  useFailedScan,
  useScanHandler,
  useScannedKeys,
} from './scanner-provider.tsx';
