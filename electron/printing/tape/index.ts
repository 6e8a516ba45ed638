/** A paper as the screen shows it: the lines that the ledger keeps of it, or would keep now. */
export { encodePng } from './encode-png.ts';
export { type CurrentLayout, renderTape } from './tape.ts';
export { toTapeLines } from './tape-lines.ts';
