/**
 * Printers at the end of a network, a cable, a path or a folder: how each is asked and told, what it
 * answers, and how a job ended. Knows bytes, and nothing of what they say.
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
