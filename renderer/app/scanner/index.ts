/**
 * The barcode scanner, which is a keyboard to the computer: recognised by the times of its keys
 * wherever the focus is. What it reads goes to the screen that can use it (`useScan`), and never
 * presses a button or stays in a field. Nothing here knows what a code means.
 */
export { ScannerProvider, type ScanTaker, useScan, useUnusedScan } from './scanner.tsx';
