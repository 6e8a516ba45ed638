/** Papers on the screen: the printed tape, the draft of a receipt, and a paper's print status. */
export { DraftTape, type DraftTapeRow } from './draft-tape.tsx';
export { type PaperAction, PaperActionBar } from './paper-action-bar.tsx';
export { PrintProgress } from './print-progress.tsx';
export { Tape } from './tape.tsx';
export type { TapeStamp } from './tape-paper.tsx';
