import { ok, type Result } from '../../../../shared/contract/index.ts';
import type { Database } from '../../../ledger/index.ts';
import type { TimeRange, TransactionSource } from '../types.ts';
import type { DailyFileTotals } from './file-builder.ts';
import { createDailyFileStore, type WrittenFileDigest } from './file-store.ts';
import { createDailyFileText } from './file-text.ts';
import { createLedgerTransactionSource } from './ledger-source.ts';

/**
 * Writes one complete file from a ledger, without a day's row; on failure it leaves no file. `date`
 * is `YYYYMMDD`.
 */
export function writeDailyFileFromLedger(
  database: Database,
  range: TimeRange,
  target: { readonly folder: string; readonly name: string; readonly headerDate: string },
): Promise<Result<WrittenFileDigest & DailyFileTotals>> {
  return writeDailyFile(createLedgerTransactionSource(database), range, target);
}

/** Like `writeDailyFileFromLedger`, from any source. */
export async function writeDailyFile(
  source: TransactionSource,
  range: TimeRange,
  target: { readonly folder: string; readonly name: string; readonly headerDate: string },
): Promise<Result<WrittenFileDigest & DailyFileTotals>> {
  const fileText = createDailyFileText(source, range, target.headerDate);
  const written = await createDailyFileStore(target.folder).write('', target.name, fileText.text);
  return written.ok ? ok({ ...written.value, ...fileText.totals() }) : written;
}
