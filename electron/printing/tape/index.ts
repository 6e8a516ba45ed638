/** A paper as the screen shows it: its stored lines, or its current layout before it is sent. */
export { encodePng } from './encode-png.ts';
export { type CurrentLayout, renderTape } from './render-tape.ts';
export { toTapeLines } from './tape-lines.ts';
