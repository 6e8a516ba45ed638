/**
 * The barcode scanner, which is a keyboard to the computer: recognised by the times of its keys
 * wherever the focus is. What it reads goes to the screen that can use it (`useScan`), and never
 * presses a button or stays in a field. What a code means is the screens' matter; only the reference
 * of our own receipts is known here (`referenceOf`).
 */
export { referenceOf } from './reference.ts';
export { ScannerProvider, type ScanTaker, useScan, useUnusedScan } from './scanner.tsx';
