/** Queries of the print queue, for tests of other folders. */
export {
  countWaitingPrintJobs,
  insertPrintJob,
  keptBytes,
  nextWaitingPrintJob,
  recoverPrintJobs,
} from '../queue/index.ts';
