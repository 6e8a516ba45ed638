/** A paper as the screen shows it: the lines that the ledger keeps of it, or would keep now. */
export { dotsAsPng } from './png.ts';
export { type LaidNow, tapeOf } from './tape.ts';
export { tapeLines } from './tape-lines.ts';
