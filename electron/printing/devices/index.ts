/**
 * Printers at the end of a network, a cable, a path or a folder: how each is asked and told, what it
 * answers, and how a job ended. Knows bytes, and nothing of what they say.
 *
 * - One connection at a time, kept from the question before a job to the last answer after it, and
 *   not between jobs: many printers hear one till only, and a shop may have two.
 * - How far a job came that broke off is what was handed to the system, which sends a part and says
 *   so of the whole only; 0 only where it refused the first piece in the very call.
 * - A device at a path that says nothing for 2 seconds is printed on all the same, whatever its
 *   model, because many a cable goes one way only; then the cashier is asked (`cannot-answer`).
 * - A file, and a printer that Windows shares, has printed once write, sync and close have said yes
 *   to every byte. A file is written at its end and never made; a disk is never written to, and a
 *   missing folder is never made: it may be the place of a disk that is not connected.
 * - A place that does not come back is given up after the stall time and gets no more work (`busy`)
 *   until it is back: each piece of work holds a thread that all files share.
 * - A test print that is not answered, or not understood, is asked once more as the other make
 *   would be, so that a wrong model is told as one.
 */
export {
  askBeforeTest,
  askOf,
  type JobResult,
  type Light,
  lightOf,
  type NotSet,
  paperOf,
  printOn,
} from './printer.ts';
export {
  type Condition,
  type OutgoingJob,
  type PrintResult,
  TIMINGS,
  type Timings,
} from './transport.ts';
