/** What main needs from the machine, as ports: time, identifiers, the log, files. */

export { toDiskProblem, writeFileAtomically } from './atomic-file.ts';
export {
  type CertificateWithKey,
  createAuthorityCertificate,
  createServerCertificate,
} from './certificate-authority.ts';
export { type Clock, pause, systemClock, toIsoTime } from './clock.ts';
export { type CrashDump, listCrashDumps } from './crash-dumps.ts';
export {
  buildCsvFileName,
  CSV_BOM,
  type CsvColumn,
  type CsvValue,
  formatCsvLine,
  formatLocalTime,
  writeCsv,
} from './csv.ts';
export { runInSlices, runToCompletion, yieldToEventLoop } from './event-loop.ts';
export { EXIT_CODE_MEANINGS, EXIT_CODES, type ExitCode } from './exit-codes.ts';
export { createExpiringMap, type ExpiringMap } from './expiring-map.ts';
export { type FileLog, openFileLog } from './file-log.ts';
export {
  createFolder,
  createFolderSync,
  flushFolderToDisk,
  flushFolderToDiskSync,
} from './flush-folder.ts';
export { type CreateId, createUuid } from './ids.ts';
export { JITLESS_PARSE_OPTIONS } from './jitless-parse.ts';
export { type Log, silentLog } from './log.ts';
export { assertReplaceableOutputFile, isProfileFile } from './output-file.ts';
export {
  formatTimeCursor,
  iteratePages,
  type PageOfRows,
  parseTimeCursor,
  type TimeCursor,
  toPage,
} from './paging.ts';
export {
  assertProfileFilesAreRegular,
  assertProfileFolderIsOwn,
  deleteLinkInPlaceOfOwnFile,
  restrictFilesToOwner,
  restrictFolderToOwner,
} from './private-files.ts';
export {
  getBackupsFolder,
  getCrashDumpsFolder,
  getDailyFilesFolder,
  getExportsFolder,
  getLedgerFile,
  getLogsFolder,
  getTrainingFolder,
} from './profile-paths.ts';
export { readSqlFile } from './read-sql-file.ts';
export {
  getFileWritableByOthersReason,
  isIrregularFile,
  readNamedFile,
  readNamedFileSync,
  readRegularFile,
} from './regular-file.ts';
export {
  createNamedSerialQueues,
  createSerialQueue,
} from './serial-queue.ts';
export { computeLoadSpreadFraction } from './spread-fraction.ts';
export { logUncaughtErrors } from './uncaught-errors.ts';
export {
  fromKeyStoreSeal,
  toKeyStoreSeal,
  type Vault,
  type VaultFailure,
  type VaultStrength,
} from './vault.ts';
export { createVirtualClock, type VirtualClock } from './virtual-clock.ts';
