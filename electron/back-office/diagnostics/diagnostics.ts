import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import {
  assertReplaceableOutputFile,
  type Clock,
  getCrashDumpsFolder,
  getExportsFolder,
  getLogsFolder,
  isProfileFile,
  listCrashDumps,
  toIsoTime,
  writeFileAtomically,
} from '../../platform/index.ts';
import { removeSecrets } from './mask-text.ts';
import { listNewestLoggedProblems, readMaskedLogs } from './masked-logs.ts';
import { writeZipArchive, type ZipEntry } from './write-zip.ts';

const MAX_DUMPS = 3;
const MAX_DUMP_BYTES = 8 * 1024 * 1024;

/**
 * Reads the newest crash dumps for the bundle. A dump is a part of a process's memory: the till's
 * secrets are blanked in it, other data of the moment of the crash can remain.
 */
async function readCrashDumps(folder: string, secrets: readonly string[]): Promise<ZipEntry[]> {
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

/** A zip whose first entry, after its header of 30 bytes, is ours. */
function isBundle(head: Buffer): boolean {
  return (
    head.toString('latin1', 0, 4) === 'PK\x03\x04' &&
    head.toString('latin1', 30, 40) === 'about.json'
  );
}

export interface Diagnostics {
  createSupportBundle(
    by: AuditPerson,
    approvedBy: AuditPerson | null,
  ): Promise<Result<{ readonly file: string; readonly bytes: number }>>;
  /**
   * Like `createSupportBundle`, but writes the file named by a command. Replaces an earlier bundle; returns
   * `output-file` for any other file that exists, and for a place in the profile other than its exports.
   */
  writeSupportBundle(
    file: string,
  ): Promise<Result<{ readonly file: string; readonly bytes: number }>>;
}

/** A part of the till that reports its state: plain JSON without secrets and account numbers. */
export type DiagnosticsSection = () => unknown;

export interface DiagnosticsPorts {
  readonly clock: Clock;
  /** Null if the ledger is opened read-only. */
  readonly audit: Audit | null;
  readonly profileFolder: string;
  /**
   * Each section becomes one file in the zip, under its name. If a section fails, its file contains
   * the reason.
   */
  readonly sections: Readonly<Record<string, DiagnosticsSection>>;
  /** All secrets of this till; they are removed from every part. */
  readonly listSecretsToRemove: () => Promise<readonly string[]>;
}

export function createDiagnostics(ports: DiagnosticsPorts): Diagnostics {
  const { clock, audit, profileFolder } = ports;

  const formatSection = async (readSection: DiagnosticsSection): Promise<string> => {
    let content: unknown;
    try {
      content = await readSection();
    } catch (error) {
      content = { couldNotBeRead: error instanceof Error ? error.message : String(error) };
    }
    return `${JSON.stringify(content, null, 2)}\n`;
  };

  const write = async (
    file: string,
    by: AuditPerson | null,
    approvedBy: AuditPerson | null,
  ): Promise<Result<{ readonly file: string; readonly bytes: number }>> => {
    const logs = await readMaskedLogs(getLogsFolder(profileFolder));
    const texts: { name: string; text: string }[] = [];
    for (const [name, readSection] of Object.entries(ports.sections)) {
      texts.push({ name: `${name}.json`, text: await formatSection(readSection) });
    }
    texts.push({
      name: 'problems.json',
      text: `${JSON.stringify(listNewestLoggedProblems(logs), null, 2)}\n`,
    });
    for (const { name, text } of logs) texts.push({ name: `logs/${name}`, text });
    const secrets = await ports.listSecretsToRemove();
    const entries: ZipEntry[] = [
      ...texts.map(({ name, text }) => ({ name, content: removeSecrets(text, secrets) })),
      ...(await readCrashDumps(getCrashDumpsFolder(profileFolder), secrets).catch(
        (error: unknown) => [{ name: 'crashes/could-not-be-read.txt', content: String(error) }],
      )),
    ];
    const written = await writeFileAtomically(file, (handle) => writeZipArchive(handle, entries));
    if (!written.ok) return written;
    audit?.note({
      kind: 'diagnostics-made',
      by,
      approvedBy,
      detail: { file: basename(file), bytes: written.value },
    });
    return ok({ file, bytes: written.value });
  };

  return {
    createSupportBundle: (by, approvedBy) => {
      const time = toIsoTime(clock.now()).slice(0, 19).replaceAll(/[-:]/g, '');
      const folder = getExportsFolder(profileFolder);
      return write(join(folder, `mostrador-diagnostics-${time}Z.zip`), by, approvedBy);
    },
    writeSupportBundle: async (file) => {
      if (await isProfileFile(file, profileFolder)) {
        return fail({ kind: 'output-file', reason: 'in-profile', file: basename(file) });
      }
      const checked = await assertReplaceableOutputFile(file, isBundle);
      return checked.ok ? await write(file, null, null) : checked;
    },
  };
}
