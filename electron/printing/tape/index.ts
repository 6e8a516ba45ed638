/** A paper as the screen shows it: the lines that the ledger keeps of it, or would keep now. */
export { tapeOf } from './tape.ts';
export { tapeLines } from './tape-lines.ts';
