import { isStopped, type PrinterCondition } from './printer-condition.ts';
import type { Make } from './tokens.ts';

/** What the printer says to one of the questions that it answers at once. */
export function getStatusReply(
  question: number,
  make: Make,
  mood: PrinterCondition,
  reports: number,
): Uint8Array {
  return make === 'epson' ? getEpsonStatus(mood, question) : getStarStatus(mood, reports);
}

/** What it says when a job's report has its turn. */
export function getReport(make: Make, mood: PrinterCondition, reports: number): Uint8Array {
  if (make === 'star') return getStarStatus(mood, reports);
  return Uint8Array.of(mood.paper === 'in' ? 0 : 0b0011);
}

/** What it says by itself, where that is switched on. */
export function getUnsolicitedStatus(
  make: Make,
  mood: PrinterCondition,
  reports: number,
): Uint8Array {
  return make === 'star' ? getStarStatus(mood, reports) : getEpsonAutomaticStatus(mood);
}

function getEpsonStatus(mood: PrinterCondition, question: number): Uint8Array {
  const fixed = 0b0001_0010;
  const out = mood.paper === 'out';
  switch (question) {
    case 1:
      return Uint8Array.of(fixed | (isStopped(mood) ? 0b1000 : 0));
    case 2:
      return Uint8Array.of(
        fixed |
          (mood.cover === 'open' ? 0b100 : 0) |
          (out ? 0b10_0000 : 0) |
          (mood.fault === 'error' ? 0b100_0000 : 0),
      );
    case 4:
      return Uint8Array.of(fixed | (mood.paper === 'in' ? 0 : 0b1100) | (out ? 0b110_0000 : 0));
    default:
      return Uint8Array.of(fixed);
  }
}

/** Four bytes: printer, errors, paper, and one that is always the same. */
function getEpsonAutomaticStatus(mood: PrinterCondition): Uint8Array {
  const printer =
    0b1_0100 | (isStopped(mood) ? 0b1000 : 0) | (mood.cover === 'open' ? 0b10_0000 : 0);
  const paper = (mood.paper === 'in' ? 0 : 0b11) | (mood.paper === 'out' ? 0b1100 : 0);
  return Uint8Array.of(printer, mood.fault === 'error' ? 0b1000 : 0, paper, 0b1111);
}

/** Nine bytes: two of heading, then the status, the ETB count in the eighth. */
function getStarStatus(mood: PrinterCondition, reports: number): Uint8Array {
  const printer = (mood.cover === 'open' ? 0b10_0000 : 0) | (isStopped(mood) ? 0b1000 : 0);
  const error = mood.fault === 'error' ? 0b1000 : 0;
  const paper = (mood.paper === 'out' ? 0b1000 : 0) | (mood.paper === 'in' ? 0 : 0b100);
  const count = ((reports & 0b11000) << 2) | ((reports & 0b111) << 1);
  return Uint8Array.of(0x23, 0x06, printer, error, 0, paper, 0, count, 0);
}
