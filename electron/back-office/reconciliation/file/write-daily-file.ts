import { ok, type Result } from '../../../../shared/contract/index.ts';
import type { Database } from '../../../ledger/index.ts';
import type { TimeRange, TransactionSource } from '../types.ts';
import type { FileTotals } from './file-builder.ts';
import { createFileStore, type WrittenFile } from './file-store.ts';
import { createFileText } from './file-text.ts';
import { createLedgerSource } from './ledger-source.ts';

/**
 * Writes one complete file from a ledger, without a day's row; on failure it leaves no file. `date`
 * is `YYYYMMDD`.
 */
export function writeLedgerDailyFile(
  database: Database,
  range: TimeRange,
  target: { readonly folder: string; readonly name: string; readonly date: string },
): Promise<Result<WrittenFile & FileTotals>> {
  return writeDailyFile(createLedgerSource(database), range, target);
}

/** Like `writeLedgerDailyFile`, from any source. */
export async function writeDailyFile(
  source: TransactionSource,
  range: TimeRange,
  target: { readonly folder: string; readonly name: string; readonly date: string },
): Promise<Result<WrittenFile & FileTotals>> {
  const fileText = createFileText(source, range, target.date);
  const written = await createFileStore(target.folder).write('', target.name, fileText.text);
  return written.ok ? ok({ ...written.value, ...fileText.totals() }) : written;
}
