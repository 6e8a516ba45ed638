import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import {
  type BusinessDayRow,
  type DayFileRecord,
  formatFileHeaderDate,
  readSavedDayFile,
  updateDayFile,
} from '../days/index.ts';
import type { ReconciliationPorts } from '../ports.ts';
import type { TransactionSource } from '../types.ts';
import type { DailyFileStore } from './file-store.ts';
import { createDailyFileText } from './file-text.ts';

/** Checks and builds the current file of a day. */
export interface DayFileMaker {
  /** Whether the file exists with the recorded size and digest. */
  isFileIntact(row: BusinessDayRow): Promise<boolean>;
  /**
   * Rebuilds the file if the day is neither frozen nor held; otherwise returns the existing one.
   */
  prepareFile(row: BusinessDayRow): Promise<Result<DayFileRecord>>;
  /** Returns the file that a person handed in: the last saved copy, or else the file built last. */
  prepareHandedInFile(row: BusinessDayRow): Promise<Result<DayFileRecord>>;
}

export function createDayFileMaker(
  ports: Pick<ReconciliationPorts, 'database' | 'clock' | 'log'> & {
    readonly store: DailyFileStore;
    readonly source: TransactionSource;
    /** Whether the file is being uploaded: then it is not rebuilt. */
    readonly isFileBeingUploaded: (day: string) => boolean;
    /** Throws once the ledger must no longer be used. */
    readonly throwIfStopped: () => void;
  },
): DayFileMaker {
  const { database, clock, store, source } = ports;

  const isIntact = async (row: BusinessDayRow): Promise<boolean> =>
    row.file !== null && (await store.isIntact(row.day, row.name, row.file));

  const build = async (row: BusinessDayRow): Promise<Result<DayFileRecord>> => {
    const fileText = createDailyFileText(source, row, formatFileHeaderDate(row));
    const madeAt = toIsoTime(clock.now());
    const written = await store.write(row.day, row.name, fileText.text);
    if (!written.ok) return written;
    ports.throwIfStopped();
    const { lines, totals, leftOut } = fileText.totals();
    const file = {
      ...written.value,
      madeAt,
      lines,
      totals: JSON.stringify(totals),
      leftOut: JSON.stringify(leftOut),
    };
    database.commit(() => updateDayFile(database, row.day, file));
    return ok(file);
  };

  const prepareFile = async (row: BusinessDayRow): Promise<Result<DayFileRecord>> => {
    if (!isDayFileFinal(row) && !ports.isFileBeingUploaded(row.day)) return await build(row);
    if (row.file !== null && (await isIntact(row))) return ok(row.file);
    return fail({ kind: 'daily-file', reason: 'file-changed' });
  };

  const prepareHandedInFile = async (row: BusinessDayRow): Promise<Result<DayFileRecord>> => {
    const saved = readSavedDayFile(database, row.day);
    const current = row.file !== null && (await isIntact(row)) ? row.file : null;
    if (saved !== null && saved.sha256 !== current?.sha256) {
      const restored = await store.restoreCopy(row.day, row.name, saved);
      if (!restored.ok) return restored;
      if (restored.value) return ok(saved);
      ports.log.error({ day: row.day }, 'daily-file: saved copy missing');
    }
    return current === null ? await build(row) : ok(current);
  };

  return { isFileIntact: isIntact, prepareFile, prepareHandedInFile };
}

/** True if a server may have the day's file, or a person has handed it in. */
export function isDayFileFinal(row: BusinessDayRow): boolean {
  // A day that was handed in before any file existed gets one file, which then never changes.
  const isHandedIn = row.handedIn !== null && row.file !== null;
  return row.offeredAt !== null || row.uploadedAt !== null || isHandedIn;
}
