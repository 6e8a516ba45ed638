import { ok, type Result } from '../../../../shared/contract/index.ts';
import type { Database } from '../../../ledger/index.ts';
import type { TimeRange, TransactionSource } from '../types.ts';
import type { FileTotals } from './file-builder.ts';
import { createFileStore, type WrittenFile } from './file-store.ts';
import { createFileText } from './file-text.ts';
import { createLedgerSource } from './ledger-source.ts';

/** One file from a ledger, without a day's row: written whole, or not at all. */
export function writeLedgerDailyFile(
  database: Database,
  range: TimeRange,
  into: { readonly folder: string; readonly name: string; readonly date: string },
): Promise<Result<WrittenFile & FileTotals>> {
  return writeDailyFile(createLedgerSource(database), range, into);
}

/** The same from any source. */
export async function writeDailyFile(
  source: TransactionSource,
  range: TimeRange,
  into: { readonly folder: string; readonly name: string; readonly date: string },
): Promise<Result<WrittenFile & FileTotals>> {
  const made = createFileText(source, range, into.date);
  const written = await createFileStore(into.folder).write('', into.name, made.text);
  return written.ok ? ok({ ...written.value, ...made.totals() }) : written;
}
