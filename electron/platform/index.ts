/** What main needs from the machine that it runs on, as ports: time, identifiers, the log. */
export { type Clock, isoTime, pause, systemClock } from './clock.ts';
export {
  CSV_BEGIN,
  type CsvColumn,
  type CsvValue,
  csvLine,
  csvName,
  localTime,
  writeCsv,
} from './csv.ts';
export { runAtOnce, runInPieces, yieldToEventLoop } from './event-loop.ts';
export { EXIT, EXIT_MEANINGS, type ExitCode } from './exit-codes.ts';
export { createExpiringMap, type ExpiringMap } from './expiring-map.ts';
export { type FileLog, openFileLog } from './file-log.ts';
export { type NewId, newUuid } from './ids.ts';
export { installLastResort } from './last-resort.ts';
export { type Log, silentLog } from './log.ts';
export { type Cursor, cursorFrom, cursorText, everyPage, type Page, pageOf } from './paging.ts';
export { closeFiles, closeFolder } from './private-files.ts';
export { READ_ONCE } from './read-once.ts';
export {
  createSerialQueue,
  createSerialQueues,
} from './serial-queue.ts';
export { tillMoment } from './till-moment.ts';
export type { Vault, VaultFailure } from './vault.ts';
export { type VirtualClock, virtualClock } from './virtual-clock.ts';
export { diskProblem, writeWholeFile } from './whole-file.ts';
