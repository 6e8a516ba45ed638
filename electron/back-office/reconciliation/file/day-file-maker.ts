import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import {
  type DayFileRecord,
  type DayRow,
  formatHeaderDate,
  readSavedFile,
  updateDayFile,
} from '../days/index.ts';
import type { ReconciliationPorts } from '../ports.ts';
import type { TransactionSource } from '../types.ts';
import type { FileStore } from './file-store.ts';
import { createFileText } from './file-text.ts';

/** The file that a day has now. */
export interface DayFileMaker {
  /** Its bytes exist and are those that were recorded. */
  isIntact(row: DayRow): Promise<boolean>;
  /** Makes the file again if nothing forbids it. */
  prepareFile(row: DayRow): Promise<Result<DayFileRecord>>;
  /** For a person who took a copy: the day's file as it is, never one made since. */
  prepareHandedInFile(row: DayRow): Promise<Result<DayFileRecord>>;
}

export function createDayFileMaker(
  ports: Pick<ReconciliationPorts, 'database' | 'clock' | 'log'> & {
    readonly store: FileStore;
    readonly source: TransactionSource;
    /** It is being sent to a server: it is not made again. */
    readonly isHeld: (day: string) => boolean;
    /** Throws once the ledger must not be used any longer. */
    readonly goOn: () => void;
  },
): DayFileMaker {
  const { database, clock, store, source } = ports;

  const isIntact = async (row: DayRow): Promise<boolean> =>
    row.file !== null && (await store.isIntact(row.day, row.name, row.file));

  const make = async (row: DayRow): Promise<Result<DayFileRecord>> => {
    const made = createFileText(source, row, formatHeaderDate(row));
    const madeAt = toIsoTime(clock.now());
    const written = await store.write(row.day, row.name, made.text);
    if (!written.ok) return written;
    ports.goOn();
    const { lines, totals, leftOut } = made.totals();
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

  const prepareFile = async (row: DayRow): Promise<Result<DayFileRecord>> => {
    if (!isFrozen(row) && !ports.isHeld(row.day)) return await make(row);
    if (row.file !== null && (await isIntact(row))) return ok(row.file);
    return fail({ kind: 'daily-file', reason: 'file-changed' });
  };

  const prepareHandedInFile = async (row: DayRow): Promise<Result<DayFileRecord>> => {
    const saved = readSavedFile(database, row.day);
    const last = row.file !== null && (await isIntact(row)) ? row.file : null;
    if (saved !== null && saved.sha256 !== last?.sha256) {
      const back = await store.restoreCopy(row.day, row.name, saved);
      if (!back.ok) return back;
      if (back.value) return ok(saved);
      ports.log.error({ day: row.day }, 'daily-file: saved copy missing');
    }
    return last === null ? await make(row) : ok(last);
  };

  return { isIntact, prepareFile, prepareHandedInFile };
}

/** A server may have its file, or a person has handed it in. */
export function isFrozen(row: DayRow): boolean {
  // If it was handed in before any file was made, its first file is its last.
  const isHandedIn = row.handedIn !== null && row.file !== null;
  return row.offeredAt !== null || row.uploadedAt !== null || isHandedIn;
}
