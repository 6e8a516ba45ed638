import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  fail,
  type Language,
  ok,
  type Payment,
  type Problem,
  type Result,
} from '../../shared/contract/index.ts';
import { dayOf } from '../../shared/dates/index.ts';
import { csvHeader, csvRow } from './csv.ts';

/** Excel reads a file as UTF-8 by this mark only. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

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
  const name = fileName(how);
  const file = join(how.folder, name);
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.part`;
  let rows = 0;
  try {
    await mkdir(how.folder, { recursive: true });
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.write(`${BYTE_ORDER_MARK}${csvHeader(how.language)}${LINE_END}`);
      for await (const payments of pages) {
        rows += payments.length;
        const lines = payments.map((payment) => `${csvRow(payment, how.timeZone)}${LINE_END}`);
        if (lines.length > 0) await handle.write(lines.join(''));
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
    return ok({ file, rows });
  } catch (error) {
    // What is told is why it failed; a leftover of a disk that is broken stays.
    await rm(unfinished, { force: true }).catch(() => {});
    const problem = problemOf(error, name);
    if (problem === null) throw error;
    return fail(problem);
  }
}

function fileName(how: Parameters<typeof exportPayments>[1]): string {
  const today = dayOf(how.now, how.timeZone);
  const { from, to } = how.name;
  const days = [from ?? 'all', to ?? today].filter((day, at, all) => all.indexOf(day) === at);
  const time = new Date(how.now).toISOString().slice(11, 19).replaceAll(':', '');
  return `mostrador-${days.join('-a-')}-${time}.csv`;
}

function problemOf(error: unknown, file: string): Problem | null {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { kind: 'storage', reason: 'full', file };
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return { kind: 'storage', reason: 'read-only', file };
    case 'EIO':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOENT':
      return { kind: 'storage', reason: 'failed', file };
    default:
      return null;
  }
}
