/** What a job's bytes would put on paper, as the screen shows it. */
export { picture } from './picture.ts';
export { tapeOf } from './tape.ts';
