import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import {
  type CallOutput,
  fail,
  leftOut as leftOutSchema,
  moneyValue,
  ok,
  type Result,
} from '../../shared/contract/index.ts';
import { countPerformed, type DayRow, readDay, setDayFile, setDayLate } from '../ledger/index.ts';
import { isoTime } from '../platform/index.ts';
import type { FileTotals } from './builder.ts';
import { ofOurs } from './compare.ts';
import { type Days, headerDate } from './days.ts';
import { contentOf, copyTo, createFileStore } from './file-store.ts';
import { lateTransactions } from './late.ts';
import { fileText, firstLines } from './make-file.ts';
import type { ReconciliationPorts } from './ports.ts';
import type { FileToSend } from './send-file.ts';
import type { TransactionSource } from './types.ts';

const PREVIEW_LINES = 60;

/** The files themselves: made, kept, looked at, copied. */
export interface Files {
  /** Made anew while no server may have it yet; afterwards as it was made. */
  ready(day: string): Promise<Result<FileToSend>>;
  preview(row: DayRow): Promise<Result<CallOutput<'reconciliation.preview'>>>;
  save(row: DayRow, folder: string | null): Promise<Result<CallOutput<'reconciliation.save'>>>;
  /** Writes down what turned out paid after the file was made. */
  noteLate(row: DayRow): Promise<void>;
}

export function createFiles(
  ports: Pick<ReconciliationPorts, 'database' | 'clock' | 'folder' | 'exportsFolder' | 'log'> & {
    readonly source: TransactionSource;
    readonly days: Days;
    /** Throws once nothing may be asked of the ledger any more. */
    readonly goOn: () => void;
  },
): Files {
  const { database, clock, days } = ports;
  const store = createFileStore(ports.folder);
  /** With how many outcomes a day was last looked through for late ones. */
  const looked = new Map<string, number>();

  async function* watched<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      ports.goOn();
      yield piece;
    }
  }
  const source: TransactionSource = {
    transactions: (range) => watched(ports.source.transactions(range)),
  };

  const isKept = async (row: DayRow): Promise<boolean> =>
    row.file !== null && (await store.isWhole(row.day, row.name, row.file));

  const make = async (row: DayRow): Promise<Result<DayRow>> => {
    const made = fileText(source, row, headerDate(row));
    const madeAt = isoTime(clock.now());
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
    database.commit(() => setDayFile(database, row.day, file));
    return ok({ ...row, file });
  };

  const readyRow = async (day: string): Promise<Result<DayRow>> => {
    const row = days.read(day);
    const isFrozen = row.offeredAt !== null || row.uploadedAt !== null;
    if (!isFrozen) return await make(row);
    if (await isKept(row)) return ok(row);
    return fail({ kind: 'daily-file', reason: 'file-changed' });
  };

  return {
    ready: async (day) => {
      const row = await readyRow(day);
      if (!row.ok) return row;
      const { name, file } = row.value;
      if (file === null) return fail({ kind: 'daily-file', reason: 'file-changed' });
      return ok({ path: store.path(day, name), name, bytes: file.bytes, sha256: file.sha256 });
    },
    preview: async (row) => {
      const isFinal = row.offeredAt !== null || row.uploadedAt !== null;
      if (isFinal && row.file !== null) {
        if (!(await isKept(row))) return fail({ kind: 'daily-file', reason: 'file-changed' });
        const shown = await firstLines(contentOf(store.path(row.day, row.name)), PREVIEW_LINES);
        const { lines } = row.file;
        return ok({ ...shown, name: row.name, lines, totals: totalsOf(row), isFinal });
      }
      const made = fileText(source, row, headerDate(row));
      const shown = await firstLines(made.text, PREVIEW_LINES);
      const { lines, totals } = made.totals();
      return ok({ ...shown, name: row.name, lines, totals: [...totals], isFinal });
    },
    save: async (row, folder) => {
      const into = folder ?? ports.exportsFolder;
      if (folder === null) await mkdir(into, { recursive: true });
      if (!days.isReported(row.day)) {
        const made = fileText(source, row, headerDate(row));
        const file = await copyTo(into, row.name, made.text);
        return file.ok ? ok({ file: file.value, lines: made.totals().lines }) : file;
      }
      const ready = await readyRow(row.day);
      if (!ready.ok) return ready;
      const copy = await copyTo(into, row.name, contentOf(store.path(row.day, row.name)));
      return copy.ok ? ok({ file: copy.value, lines: ready.value.file?.lines ?? 0 }) : copy;
    },
    noteLate: async (row) => {
      const now = readDay(database, row.day);
      const count = countPerformed(database, row);
      if (now?.file == null || looked.get(row.day) === count || !(await isKept(now))) return;
      const reading = createReadStream(store.path(row.day, row.name));
      const lines = createInterface({ input: reading });
      const { late, strangers } = await lateTransactions(source, now, lines).finally(() =>
        reading.destroy(),
      );
      if (strangers > 0) ports.log.error({ day: row.day, strangers }, 'lines that nobody made');
      const text =
        late.length === 0 ? null : JSON.stringify(late.map((one) => ofOurs('late', one, [])));
      ports.goOn();
      if (text !== now.late) database.commit(() => setDayLate(database, row.day, text));
      looked.set(row.day, count);
    },
  };
}

const totalsSchema = z.array(moneyValue);
const leftOutList = z.array(leftOutSchema);

export function totalsOf(row: DayRow): FileTotals['totals'][number][] {
  return row.file === null ? [] : totalsSchema.parse(JSON.parse(row.file.totals));
}

export function leftOutOf(row: DayRow): FileTotals['leftOut'] {
  return row.file === null ? [] : leftOutList.parse(JSON.parse(row.file.leftOut));
}
