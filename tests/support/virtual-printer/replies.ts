import type { Make } from './make.ts';
import { isStopped, type PrinterCondition } from './printer-condition.ts';

/** Returns the reply to a status request that the printer answers at once. */
export function getStatusReply(
  request: number,
  make: Make,
  condition: PrinterCondition,
  reportCount: number,
): Uint8Array {
  return make === 'epson'
    ? getEpsonStatus(condition, request)
    : getStarStatus(condition, reportCount);
}

/** Returns the reply to a status request in the sequence of a job. */
export function getReport(
  make: Make,
  condition: PrinterCondition,
  reportCount: number,
): Uint8Array {
  if (make === 'star') return getStarStatus(condition, reportCount);
  return Uint8Array.of(condition.paper === 'in' ? 0 : 0b0011);
}

/** Returns the status that the printer sends unsolicited, if that is switched on. */
export function getUnsolicitedStatus(
  make: Make,
  condition: PrinterCondition,
  reportCount: number,
): Uint8Array {
  return make === 'star'
    ? getStarStatus(condition, reportCount)
    : getEpsonAutomaticStatus(condition);
}

function getEpsonStatus(condition: PrinterCondition, request: number): Uint8Array {
  const fixedBits = 0b0001_0010;
  const isPaperOut = condition.paper === 'out';
  switch (request) {
    case 1:
      return Uint8Array.of(fixedBits | (isStopped(condition) ? 0b1000 : 0));
    case 2:
      return Uint8Array.of(
        fixedBits |
          (condition.cover === 'open' ? 0b100 : 0) |
          (isPaperOut ? 0b10_0000 : 0) |
          (condition.fault === 'error' ? 0b100_0000 : 0),
      );
    case 4:
      return Uint8Array.of(
        fixedBits | (condition.paper === 'in' ? 0 : 0b1100) | (isPaperOut ? 0b110_0000 : 0),
      );
    default:
      return Uint8Array.of(fixedBits);
  }
}

/** Four bytes: printer, errors, paper, and a constant. */
function getEpsonAutomaticStatus(condition: PrinterCondition): Uint8Array {
  const printer =
    0b1_0100 | (isStopped(condition) ? 0b1000 : 0) | (condition.cover === 'open' ? 0b10_0000 : 0);
  const paper = (condition.paper === 'in' ? 0 : 0b11) | (condition.paper === 'out' ? 0b1100 : 0);
  return Uint8Array.of(printer, condition.fault === 'error' ? 0b1000 : 0, paper, 0b1111);
}

/** Nine bytes: two of header, then the status, with the ETB count in the eighth. */
function getStarStatus(condition: PrinterCondition, reportCount: number): Uint8Array {
  const printer =
    (condition.cover === 'open' ? 0b10_0000 : 0) | (isStopped(condition) ? 0b1000 : 0);
  const error = condition.fault === 'error' ? 0b1000 : 0;
  const paper = (condition.paper === 'out' ? 0b1000 : 0) | (condition.paper === 'in' ? 0 : 0b100);
  const count = ((reportCount & 0b11000) << 2) | ((reportCount & 0b111) << 1);
  return Uint8Array.of(0x23, 0x06, printer, error, 0, paper, 0, count, 0);
}
