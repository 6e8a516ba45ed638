import { join } from 'node:path';
import { type Language, ok, type Payment, type Result } from '../../shared/contract/index.ts';
import { dayOf } from '../../shared/dates/index.ts';
import { CSV_BEGIN, writeWholeFile } from '../platform/index.ts';
import { csvHeader, csvRow } from './csv.ts';

/** Writes under a name of its own first: a file is there whole, or not at all. */
export async function exportPayments(
  pages: AsyncIterable<readonly Payment[]>,
  how: {
    readonly folder: string;
    readonly timeZone: string;
    readonly language: Language;
    readonly now: number;
    readonly name: { readonly from: string | null; readonly to: string | null };
  },
): Promise<Result<{ file: string; rows: number }>> {
  const file = join(how.folder, fileName(how));
  const written = await writeWholeFile(file, async (handle) => {
    let rows = 0;
    await handle.write(`${CSV_BEGIN}${csvHeader(how.language)}`);
    for await (const payments of pages) {
      rows += payments.length;
      const lines = payments.map((payment) => csvRow(payment, how.timeZone));
      if (lines.length > 0) await handle.write(lines.join(''));
    }
    return rows;
  });
  return written.ok ? ok({ file, rows: written.value }) : written;
}

function fileName(how: Parameters<typeof exportPayments>[1]): string {
  const today = dayOf(how.now, how.timeZone);
  const { from, to } = how.name;
  const days = [from ?? 'all', to ?? today].filter((day, at, all) => all.indexOf(day) === at);
  const time = new Date(how.now).toISOString().slice(11, 19).replaceAll(':', '');
  return `mostrador-${days.join('-a-')}-${time}.csv`;
}
