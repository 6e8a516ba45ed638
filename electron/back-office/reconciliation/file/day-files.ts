import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import {
  type CallOutput,
  fail,
  omittedTransactionSchema as leftOutSchema,
  moneySchema,
  ok,
  type Result,
} from '../../../../shared/contract/index.ts';
import { createSerialQueues } from '../../../platform/index.ts';
import { toOwnDifference } from '../comparison/index.ts';
import {
  type BusinessDays,
  type DayRow,
  deleteResolvedDay,
  formatHeaderDate,
  type ResolvedDay,
  readDay,
  updateDayFile,
  updateDayLate,
  writeSavedFile,
} from '../days/index.ts';
import type { ReconciliationPorts } from '../ports.ts';
import type { FileToSend, TransactionSource } from '../types.ts';
import { createDayFileMaker, isFrozen } from './day-file-maker.ts';
import type { FileTotals } from './file-builder.ts';
import { copyToFolder, createContentStream, createFileStore } from './file-store.ts';
import { createFileText, readFirstLines } from './file-text.ts';
import { findLateTransactions } from './find-late-transactions.ts';

const PREVIEW_LINES = 60;

/**
 * Makes, keeps, shows and copies the files. Only one thing at a time is done with a day's file. A
 * day is frozen once a server may have its file, or a person has handed it in: its bytes then stay.
 */
export interface DayFiles {
  /**
   * Makes the file again if its day is not frozen, and then holds it: until it is released, it is
   * not made again, and every copy is of this one.
   */
  hold(day: string): Promise<Result<FileToSend>>;
  release(day: string): void;
  preview(row: DayRow): Promise<Result<CallOutput<'reconciliation.preview'>>>;
  saveCopy(row: DayRow, folder: string | null): Promise<Result<CallOutput<'reconciliation.save'>>>;
  /**
   * A person has handed the file in: it stays as it was last saved elsewhere, or else as it was
   * last made. `inCommit` records that in the same commit.
   */
  markHandedIn(day: string, inCommit: () => void): Promise<Result<null>>;
  /** The person was mistaken: if nothing was offered to a server, the file is made again. */
  undoHandedIn(day: string, inCommit: () => void): Promise<Result<null>>;
  /** Records what turned out paid after the file was made. Does nothing until the day is frozen. */
  recordLateTransactions(day: string, resolved: ResolvedDay | null): Promise<void>;
}

export function createDayFiles(
  ports: Pick<
    ReconciliationPorts,
    'database' | 'clock' | 'folder' | 'exportsFolder' | 'log' | 'onChange'
  > & {
    readonly source: TransactionSource;
    readonly days: BusinessDays;
    /** Throws once the ledger must not be used any longer. */
    readonly goOn: () => void;
  },
): DayFiles {
  const { database, days } = ports;
  const store = createFileStore(ports.folder);
  const inTurn = createSerialQueues();
  const held = new Set<string>();
  /** Days whose file is gone and that were already logged. */
  const gone = new Set<string>();

  async function* watched<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      ports.goOn();
      yield piece;
    }
  }
  const source: TransactionSource = {
    transactions: (range) => watched(ports.source.transactions(range)),
  };

  const { isIntact, prepareFile, prepareHandedInFile } = createDayFileMaker({
    ...ports,
    store,
    source,
    isHeld: (day) => held.has(day),
  });

  return {
    hold: (day) =>
      inTurn(day, async () => {
        const row = days.read(day);
        if (row.handedIn !== null) return fail({ kind: 'daily-file', reason: 'handed-in' });
        const file = await prepareFile(row);
        if (!file.ok) return file;
        held.add(day);
        const { bytes, sha256 } = file.value;
        return ok({ path: store.getPath(day, row.name), name: row.name, bytes, sha256 });
      }),
    release: (day) => void held.delete(day),
    preview: async (row) => {
      const isFinal = isFrozen(row);
      if (isFinal && row.file !== null) {
        if (!(await isIntact(row))) return fail({ kind: 'daily-file', reason: 'file-changed' });
        const shown = await readFirstLines(
          createContentStream(store.getPath(row.day, row.name)),
          PREVIEW_LINES,
        );
        const { lines } = row.file;
        return ok({ ...shown, name: row.name, lines, totals: parseTotals(row), isFinal });
      }
      const made = createFileText(source, row, formatHeaderDate(row));
      const shown = await readFirstLines(made.text, PREVIEW_LINES);
      const { lines, totals } = made.totals();
      return ok({ ...shown, name: row.name, lines, totals: [...totals], isFinal });
    },
    saveCopy: ({ day }, folder) =>
      inTurn(day, async () => {
        const into = { folder: folder ?? ports.exportsFolder, isOurs: folder === null };
        const row = days.read(day);
        if (!days.isReported(day)) {
          const made = createFileText(source, row, formatHeaderDate(row));
          const file = await copyToFolder(into, row.name, made.text);
          return file.ok ? ok({ file: file.value, lines: made.totals().lines }) : file;
        }
        const ready = await prepareFile(row);
        if (!ready.ok) return ready;
        const mayChange = !isFrozen(row);
        if (mayChange) {
          const aside = await store.saveCopy(day, row.name, ready.value);
          if (!aside.ok) return aside;
        }
        const copy = await copyToFolder(
          into,
          row.name,
          createContentStream(store.getPath(day, row.name)),
        );
        if (!copy.ok) return copy;
        ports.goOn();
        if (mayChange) database.commit(() => writeSavedFile(database, day, ready.value));
        return ok({ file: copy.value, lines: ready.value.lines });
      }),
    markHandedIn: (day, inCommit) =>
      inTurn(day, async () => {
        const row = days.read(day);
        if (row.uploadedAt !== null) {
          return fail({ kind: 'daily-file', reason: 'already-uploaded' });
        }
        if (row.handedIn !== null) return fail({ kind: 'daily-file', reason: 'handed-in' });
        if (held.has(day)) return fail({ kind: 'daily-file', reason: 'busy' });
        const file = isFrozen(row) ? null : await prepareHandedInFile(row);
        if (file !== null && !file.ok) return file;
        ports.goOn();
        database.commit(() => {
          if (file !== null) updateDayFile(database, day, file.value);
          inCommit();
        });
        return ok(null);
      }),
    undoHandedIn: (day, inCommit) =>
      inTurn(day, async () => {
        if (days.read(day).handedIn === null) {
          return fail({ kind: 'daily-file', reason: 'not-handed-in' });
        }
        database.commit(inCommit);
        return ok(null);
      }),
    recordLateTransactions: async (day, resolved) => {
      const row = readDay(database, day);
      if (row?.file == null || !isFrozen(row)) return;
      if (!(await isIntact(row))) {
        if (!gone.has(day))
          ports.log.error({ day }, 'daily-file: file missing, late payments not listed');
        gone.add(day);
        return;
      }
      const reading = createReadStream(store.getPath(day, row.name));
      const lines = createInterface({ input: reading });
      const isNamed = new Set(parseLeftOut(row).map((one) => one.paymentId));
      const { late, strangers } = await findLateTransactions(source, row, lines).finally(() =>
        reading.destroy(),
      );
      if (strangers > 0)
        ports.log.error({ day, strangers }, 'daily-file: unexpected lines in file');
      const found = late.filter((one) => !isNamed.has(one.paymentId));
      const text =
        found.length === 0
          ? null
          : JSON.stringify(found.map((one) => toOwnDifference('late', one, [])));
      ports.goOn();
      // A person may have said meanwhile that it was not handed in: its file is then made again.
      const isStill = isFrozen(days.read(day));
      if (!isStill) return;
      database.commit(() => {
        updateDayLate(database, day, text);
        if (resolved !== null) deleteResolvedDay(database, resolved);
      });
      if (text !== row.late) ports.onChange(day);
    },
  };
}

const totalsSchema = z.array(moneySchema);
const leftOutListSchema = z.array(leftOutSchema);

export function parseTotals(row: DayRow): FileTotals['totals'][number][] {
  return row.file === null ? [] : totalsSchema.parse(JSON.parse(row.file.totals));
}

export function parseLeftOut(row: DayRow): FileTotals['leftOut'] {
  return row.file === null ? [] : leftOutListSchema.parse(JSON.parse(row.file.leftOut));
}
