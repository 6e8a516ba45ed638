import type { Stats } from 'node:fs';
import { lstat, open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readRegularFile, writeFileAtomically } from '../../../platform/index.ts';

const JOURNAL_FILE = 'uploads.jsonl';
/** Two hundred years of daily files. */
const MAX_JOURNAL_BYTES = 32 * 1024 * 1024;

const headerSchema = z.object({ format: z.literal(1), database: z.string() });
const entrySchema = z.object({
  /** The business day. */
  day: z.string(),
  /** The name of the file on the server. */
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  uploadedAt: z.string(),
  /** The computer that uploaded it; empty if the database does not know any more. */
  host: z.string(),
});
export type JournalEntry = z.infer<typeof entrySchema>;

export type JournalContent =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | {
      readonly kind: 'read';
      /** Identifies the database to which the uploads belong. */
      readonly database: string;
      readonly entries: readonly JournalEntry[];
    };

export interface UploadJournal {
  readonly file: string;
  read(): Promise<JournalContent>;
  /** Throws if the disk fails. */
  create(database: string, entries: readonly JournalEntry[]): Promise<void>;
  /** Resolves once the entries are on disk; throws if the disk fails. */
  append(entries: readonly JournalEntry[]): Promise<void>;
}

/** The journal in a folder, which is created when needed. */
export function openUploadJournal(folder: string): UploadJournal {
  const file = join(folder, JOURNAL_FILE);
  return {
    file,
    read: () => readJournal(file),
    create: async (database, entries) => {
      const lines = [{ format: 1, database }, ...entries].map(toLine).join('');
      const written = await writeFileAtomically(file, (handle) => handle.writeFile(lines));
      if (!written.ok)
        throw new Error(`the disk or the folder fails (${JSON.stringify(written.problem)})`);
    },
    append: async (entries) => {
      await deleteUnfinishedLine(file);
      const handle = await open(file, 'a');
      try {
        await handle.writeFile(entries.map(toLine).join(''));
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}

async function readJournal(file: string): Promise<JournalContent> {
  const readError = await lstat(file).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  );
  if (readError?.code === 'ENOENT') return { kind: 'missing' };
  if (readError !== null) return { kind: 'unreadable', reason: readError.message };
  const read = await readRegularFile(file, MAX_JOURNAL_BYTES, getUntrustedFileReason);
  if (!read.ok) {
    const { reason } = { reason: 'must be a readable file', ...read.problem };
    return { kind: 'unreadable', reason: `it ${reason}` };
  }
  // What follows the last line break was being written when the process or the computer stopped:
  // the database still has that upload as one that may have arrived.
  const [headerLine = '', ...lines] = read.value.text.split('\n').slice(0, -1);
  const header = headerSchema.safeParse(parseLine(headerLine));
  if (!header.success) return { kind: 'unreadable', reason: 'its first line is damaged' };
  const entries: JournalEntry[] = [];
  for (const [index, line] of lines.entries()) {
    const entry = entrySchema.safeParse(parseLine(line));
    if (!entry.success) return { kind: 'unreadable', reason: `its line ${index + 2} is damaged` };
    entries.push(entry.data);
  }
  return { kind: 'read', database: header.data.database, entries };
}

function getUntrustedFileReason({ uid, mode }: Stats): string | null {
  if (process.platform === 'win32') return null;
  if (uid !== process.getuid?.()) return 'must belong to the account that runs this process';
  return (mode & 0o022) === 0 ? null : 'must not be writable by anybody else (chmod 600)';
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function deleteUnfinishedLine(file: string): Promise<void> {
  const read = await readRegularFile(file, MAX_JOURNAL_BYTES, () => null);
  if (!read.ok) throw new Error(`${file} cannot be read: ${JSON.stringify(read.problem)}`);
  const end = read.value.text.lastIndexOf('\n') + 1;
  if (end === read.value.text.length) return;
  await truncate(file, Buffer.byteLength(read.value.text.slice(0, end)));
}
