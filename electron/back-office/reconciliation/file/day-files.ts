import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import {
  type CallOutput,
  fail,
  moneySchema,
  ok,
  omittedTransactionSchema,
  type Result,
} from '../../../../shared/contract/index.ts';
import { createNamedSerialQueues } from '../../../platform/index.ts';
import { toDifferenceFromOurTransaction } from '../comparison/index.ts';
import {
  type BusinessDayRow,
  type BusinessDays,
  type DayWithLatePayments,
  deleteDayWithLatePayments,
  formatFileHeaderDate,
  readDay,
  updateDayFile,
  updateLateTransactionsOfDay,
  writeSavedDayFile,
} from '../days/index.ts';
import type { ReconciliationPorts } from '../ports.ts';
import type { FileToSend, TransactionSource } from '../types.ts';
import { createDayFileMaker, isDayFileFinal } from './day-file-maker.ts';
import type { DailyFileTotals } from './file-builder.ts';
import { createDailyFileStore, readFileContent, writeCopyToFolder } from './file-store.ts';
import { createDailyFileText, readFirstLines } from './file-text.ts';
import { findLateTransactions } from './find-late-transactions.ts';

const PREVIEW_LINES = 60;

/**
 * Builds, stores, previews and copies the files. Operations on one day's file run one at a time. A
 * day is frozen once a server may have its file, or a person has handed it in: its bytes then never
 * change.
 */
export interface DayFiles {
  /**
   * Rebuilds the file if its day is not frozen, and holds it: until `release`, it is not rebuilt,
   * and every copy is of this file.
   */
  holdForUpload(day: string): Promise<Result<FileToSend>>;
  releaseAfterUpload(day: string): void;
  preview(row: BusinessDayRow): Promise<Result<CallOutput<'reconciliation.preview'>>>;
  saveCopy(
    row: BusinessDayRow,
    folder: string | null,
  ): Promise<Result<CallOutput<'reconciliation.save'>>>;
  /**
   * Freezes the file that a person handed in: the copy last saved to another folder, or else the
   * file built last. `recordInCommit` records the mark in the same commit.
   */
  markHandedIn(day: string, recordInCommit: () => void): Promise<Result<null>>;
  /** Removes the mark. If the file was not offered to a server, it is rebuilt later. */
  unmarkHandedIn(day: string, recordInCommit: () => void): Promise<Result<null>>;
  /**
   * Records the payments that turned out paid after the file was built. Does nothing until the day
   * is frozen.
   */
  recordLateTransactions(day: string, lateDay: DayWithLatePayments | null): Promise<void>;
}

export function createDayFiles(
  ports: Pick<
    ReconciliationPorts,
    'database' | 'clock' | 'dailyFilesFolder' | 'exportsFolder' | 'log' | 'onChange'
  > & {
    readonly source: TransactionSource;
    readonly days: BusinessDays;
    /** Throws once the ledger must no longer be used. */
    readonly throwIfStopped: () => void;
  },
): DayFiles {
  const { database, days } = ports;
  const store = createDailyFileStore(ports.dailyFilesFolder);
  const runInTurn = createNamedSerialQueues();
  const heldDays = new Set<string>();
  /** Days whose missing file was already logged. */
  const loggedDays = new Set<string>();

  async function* stopIfClosing<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      ports.throwIfStopped();
      yield piece;
    }
  }
  const source: TransactionSource = {
    listTransactions: (range) => stopIfClosing(ports.source.listTransactions(range)),
  };

  const {
    isFileIntact: isIntact,
    prepareFile,
    prepareHandedInFile,
  } = createDayFileMaker({
    ...ports,
    store,
    source,
    isFileBeingUploaded: (day) => heldDays.has(day),
  });

  return {
    holdForUpload: (day) =>
      runInTurn(day, async () => {
        const row = days.readDay(day);
        if (row.handedIn !== null) return fail({ kind: 'daily-file', reason: 'handed-in' });
        const file = await prepareFile(row);
        if (!file.ok) return file;
        heldDays.add(day);
        const { bytes, sha256 } = file.value;
        return ok({ path: store.getPath(day, row.name), name: row.name, bytes, sha256 });
      }),
    releaseAfterUpload: (day) => void heldDays.delete(day),
    preview: async (row) => {
      const isFinal = isDayFileFinal(row);
      if (isFinal && row.file !== null) {
        if (!(await isIntact(row))) return fail({ kind: 'daily-file', reason: 'file-changed' });
        const firstLines = await readFirstLines(
          readFileContent(store.getPath(row.day, row.name)),
          PREVIEW_LINES,
        );
        const { lines } = row.file;
        return ok({ ...firstLines, name: row.name, lines, totals: parseFileTotals(row), isFinal });
      }
      const fileText = createDailyFileText(source, row, formatFileHeaderDate(row));
      const preview = await readFirstLines(fileText.text, PREVIEW_LINES);
      const { lines, totals } = fileText.totals();
      return ok({ ...preview, name: row.name, lines, totals: [...totals], isFinal });
    },
    saveCopy: ({ day }, folder) =>
      runInTurn(day, async () => {
        const target = { folder: folder ?? ports.exportsFolder, isOwnFolder: folder === null };
        const row = days.readDay(day);
        if (!days.isDayReported(day)) {
          const fileText = createDailyFileText(source, row, formatFileHeaderDate(row));
          const file = await writeCopyToFolder(target, row.name, fileText.text);
          return file.ok ? ok({ file: file.value, lines: fileText.totals().lines }) : file;
        }
        const prepared = await prepareFile(row);
        if (!prepared.ok) return prepared;
        const canChange = !isDayFileFinal(row);
        if (canChange) {
          const saved = await store.saveCopy(day, row.name, prepared.value);
          if (!saved.ok) return saved;
        }
        const copy = await writeCopyToFolder(
          target,
          row.name,
          readFileContent(store.getPath(day, row.name)),
        );
        if (!copy.ok) return copy;
        ports.throwIfStopped();
        if (canChange) database.commit(() => writeSavedDayFile(database, day, prepared.value));
        return ok({ file: copy.value, lines: prepared.value.lines });
      }),
    markHandedIn: (day, recordInCommit) =>
      runInTurn(day, async () => {
        const row = days.readDay(day);
        if (row.uploadedAt !== null) {
          return fail({ kind: 'daily-file', reason: 'already-uploaded' });
        }
        if (row.handedIn !== null) return fail({ kind: 'daily-file', reason: 'handed-in' });
        if (heldDays.has(day)) return fail({ kind: 'daily-file', reason: 'busy' });
        const file = isDayFileFinal(row) ? null : await prepareHandedInFile(row);
        if (file !== null && !file.ok) return file;
        ports.throwIfStopped();
        database.commit(() => {
          if (file !== null) updateDayFile(database, day, file.value);
          recordInCommit();
        });
        return ok(null);
      }),
    unmarkHandedIn: (day, recordInCommit) =>
      runInTurn(day, async () => {
        if (days.readDay(day).handedIn === null) {
          return fail({ kind: 'daily-file', reason: 'not-handed-in' });
        }
        database.commit(recordInCommit);
        return ok(null);
      }),
    recordLateTransactions: async (day, lateDay) => {
      const row = readDay(database, day);
      if (row?.file == null || !isDayFileFinal(row)) return;
      if (!(await isIntact(row))) {
        if (!loggedDays.has(day))
          ports.log.error({ day }, 'daily-file: file missing, late payments not listed');
        loggedDays.add(day);
        return;
      }
      const stream = createReadStream(store.getPath(day, row.name));
      const lines = createInterface({ input: stream });
      const omittedIds = new Set(
        parseOmittedTransactions(row).map((transaction) => transaction.paymentId),
      );
      const { late, unexpectedLineCount } = await findLateTransactions(source, row, lines).finally(
        () => stream.destroy(),
      );
      if (unexpectedLineCount > 0)
        ports.log.error({ day, unexpectedLineCount }, 'daily-file: unexpected lines in file');
      const unlisted = late.filter((transaction) => !omittedIds.has(transaction.paymentId));
      const text =
        unlisted.length === 0
          ? null
          : JSON.stringify(
              unlisted.map((transaction) =>
                toDifferenceFromOurTransaction('late', transaction, []),
              ),
            );
      ports.throwIfStopped();
      // A person may have removed the handed-in mark meanwhile: the file is then rebuilt.
      const isStillFinal = isDayFileFinal(days.readDay(day));
      if (!isStillFinal) return;
      database.commit(() => {
        updateLateTransactionsOfDay(database, day, text);
        if (lateDay !== null) deleteDayWithLatePayments(database, lateDay);
      });
      if (text !== row.late) ports.onChange(day);
    },
  };
}

const totalsSchema = z.array(moneySchema);
const omittedListSchema = z.array(omittedTransactionSchema);

export function parseFileTotals(row: BusinessDayRow): DailyFileTotals['totals'][number][] {
  return row.file === null ? [] : totalsSchema.parse(JSON.parse(row.file.totals));
}

export function parseOmittedTransactions(row: BusinessDayRow): DailyFileTotals['leftOut'] {
  return row.file === null ? [] : omittedListSchema.parse(JSON.parse(row.file.leftOut));
}
