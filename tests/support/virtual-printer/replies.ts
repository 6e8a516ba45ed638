import type { Mood } from './printer.ts';
import type { Make } from './tokens.ts';

/** `-1`: the answer to a report at the end of a job. */
const END_OF_JOB = -1;

/** What the printer says: Epson to a numbered question, Star its whole status each time. */
export function statusBytes(make: Make, mood: Mood, question: number, reports: number): Uint8Array {
  return make === 'epson' ? epson(mood, question) : star(mood, reports);
}

function epson(mood: Mood, question: number): Uint8Array {
  const isOffline = mood.cover === 'open' || mood.paper === 'out';
  const fixed = 0b0001_0010;
  switch (question) {
    case END_OF_JOB:
      return Uint8Array.of(mood.paper === 'in' ? 0 : 0b0011);
    case 1:
      return Uint8Array.of(fixed | (isOffline ? 0b1000 : 0));
    case 2:
      return Uint8Array.of(
        fixed | (mood.cover === 'open' ? 0b100 : 0) | (mood.paper === 'out' ? 0b10_0000 : 0),
      );
    case 4:
      return Uint8Array.of(
        fixed | (mood.paper === 'in' ? 0 : 0b1100) | (mood.paper === 'out' ? 0b110_0000 : 0),
      );
    default:
      return Uint8Array.of(fixed);
  }
}

/** Nine bytes: two of heading, then the status, the ETB count in the eighth. */
function star(mood: Mood, reports: number): Uint8Array {
  const isOffline = mood.cover === 'open' || mood.paper === 'out';
  const printer = (mood.cover === 'open' ? 0b10_0000 : 0) | (isOffline ? 0b1000 : 0);
  const paper = (mood.paper === 'out' ? 0b1000 : 0) | (mood.paper === 'in' ? 0 : 0b100);
  const count = ((reports & 0b11000) << 2) | ((reports & 0b111) << 1);
  return Uint8Array.of(0x23, 0x06, printer, 0, 0, paper, 0, count, 0);
}
