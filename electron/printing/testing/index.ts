/** Queries of the print queue, for tests of other folders. */
export {
  countWaitingPrintJobs,
  insertPrintJob,
  nextWaitingPrintJob,
  recoverPrintJobs,
} from '../queue/index.ts';
