import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { listCrashDumps } from '../../platform/index.ts';
import type { ZipEntry } from './write-zip.ts';

const MAX_DUMPS = 3;
const MAX_DUMP_BYTES = 8 * 1024 * 1024;

/**
 * Reads the newest crash dumps for the bundle. A dump is a part of a process's memory: the till's
 * secrets are blanked in it, other data of the moment of the crash can remain.
 */
export async function readCrashDumps(
  folder: string,
  secrets: readonly string[],
): Promise<ZipEntry[]> {
  const dumps = listCrashDumps(folder).filter(({ bytes }) => bytes <= MAX_DUMP_BYTES);
  const entries: ZipEntry[] = [];
  for (const { file } of dumps.slice(0, MAX_DUMPS)) {
    const content = await readFile(file);
    for (const secret of secrets) blankText(content, secret);
    entries.push({ name: `crashes/${basename(file)}`, content });
  }
  return entries;
}

/** JavaScript keeps texts in memory as Latin-1 or UTF-16. */
function blankText(content: Buffer, text: string): void {
  if (text.length < 4) return;
  for (const encoding of ['utf8', 'latin1', 'utf16le'] as const) {
    const bytes = Buffer.from(text, encoding);
    for (let at = content.indexOf(bytes); at >= 0; at = content.indexOf(bytes, at + bytes.length))
      content.fill(0, at, at + bytes.length);
  }
}
