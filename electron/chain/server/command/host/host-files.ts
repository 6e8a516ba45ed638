import { existsSync, readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderSync, writeFileAtomically } from '../../../../platform/index.ts';
import type { HostComputer } from './host-computer.ts';

/** The files of `chain host` that only the administrator of the computer may read. */
export const HOST_FILES = {
  /** The certificate of the chain's authority, and its key. */
  authority: 'authority.pem',
  /** The login of the database administrator, as `--admin` reads it. */
  admin: 'admin.json',
  /** The key that opens the backups of the chain on this computer. */
  backupKey: 'backup.key',
  /** The address for the tills, and the profile of this computer's till. */
  state: 'host.json',
  /** The enrollment of this computer's till, until the till has it. */
  till: 'till.json',
  /** The login of the owner's screens, for this computer's till. */
  office: 'office.json',
} as const;
export type HostFile = keyof typeof HOST_FILES;

export function getHostFile({ settingsFolder }: HostComputer, name: HostFile): string {
  return join(settingsFolder, 'host', HOST_FILES[name]);
}

/** Returns null if there is no such file. */
export function readHostFile(computer: HostComputer, name: HostFile): string | null {
  const file = getHostFile(computer, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Writes all of it or nothing. */
export async function writeHostFile(
  computer: HostComputer,
  name: HostFile,
  content: string | object,
): Promise<void> {
  createFolderSync(computer.settingsFolder);
  // Other accounts read files in it; the program's umask would forbid that.
  await chmod(computer.settingsFolder, 0o755);
  createFolderSync(join(computer.settingsFolder, 'host'), 0o700);
  await writeSystemFile(getHostFile(computer, name), content);
}

/** Throws a text for the terminal if the disk refuses the file. */
export async function writeSystemFile(file: string, content: string | object): Promise<void> {
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
  if (isSystemFileCurrent(file, text)) return;
  const written = await writeFileAtomically(file, (handle) => handle.writeFile(text));
  if (written.ok) return;
  const { reason } = { reason: 'failed', ...written.problem };
  throw new Error(`${file} could not be written (${reason}). Check the disk, and run this again.`);
}

export function isSystemFileCurrent(file: string, text: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8') === text;
}

/** To be called on each run: an interrupted one may have written the file without giving it away. */
export async function giveFile(
  computer: HostComputer,
  file: string,
  account: string | null,
  mode = 0o600,
): Promise<void> {
  await chmod(file, mode);
  if (account !== null) await computer.run(['chown', `${account}:`, file]);
}

/** Returns another name for what is replaced and kept: of a cluster, a file or a folder. */
export function toAsideName(name: string): string {
  return `${name}_before_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`;
}
