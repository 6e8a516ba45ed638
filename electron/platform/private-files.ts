import {
  chmodSync,
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { chmod, lstat, opendir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Log } from './log.ts';

/**
 * Only the user who runs the till may access its files. Each entry point sets umask 077 first;
 * these functions fix files that existed before. Windows has no such modes: there the access list
 * that the profile inherits from the user's folder applies.
 */

/**
 * Throws, with a message for a person, if the profile folder belongs to another account, or is the
 * home of one: the till would close all files in it to everybody else.
 */
export function assertProfileFolderIsOwn(folder: string): void {
  const path = realpathSync(folder);
  if (listHomes().includes(path) || dirname(path) === path) {
    throw new Error(
      `${folder} is the home of an account. Name a folder for the till alone, for example --profile ${join(folder, 'mostrador')}. Nothing was changed.`,
    );
  }
  if (process.platform === 'win32' || statSync(path).uid === process.getuid?.()) return;
  throw new Error(
    `${folder} belongs to another account. Start the till in the account that set it up, or name another folder with --profile. Nothing was changed.`,
  );
}

/** The homes of this account and of all that the computer lists. */
function listHomes(): string[] {
  const homes = [homedir()];
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    homes.push(...lines.map((line) => line.split(':')[5] ?? ''));
  } catch {
    // Windows has no such list.
  }
  return homes.flatMap((home) => {
    try {
      return home === '' ? [] : [realpathSync(home)];
    } catch {
      return [];
    }
  });
}

/** The folders in the profile whose files the till reads or writes; Chromium has others there. */
const TILL_FOLDERS = [
  'backups',
  'daily-files',
  'exports',
  'logs',
  'mail',
  'scratch',
  'training-service',
  'updates',
];

/**
 * Throws, with a message for a person, if a named pipe, a device or a foreign socket is where the
 * till expects a file: opening it would block, or never end. A missing folder is fine.
 */
export function assertProfileFilesAreRegular(folder: string): void {
  const entries = [
    ...listEntries(folder, false),
    ...TILL_FOLDERS.flatMap((name) => listEntries(join(folder, name), true)),
  ];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const type = getSpecialFileType(entry, path);
    if (type === null) continue;
    throw new Error(
      `${path} is a ${type}, not a file. Move it out of the folder and start again. Nothing was changed.`,
    );
  }
}

function listEntries(folder: string, isRecursive: boolean): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: isRecursive });
  } catch {
    // Missing, or unreadable: whoever opens a file in it reports that.
    return [];
  }
}

function getSpecialFileType(entry: Dirent, path: string): string | null {
  // The till listens for commands at a socket of its own, and so does Chromium, behind a link.
  if (entry.isSocket()) return entry.name.endsWith('.sock') ? null : 'socket';
  const type = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
  if (type?.isFIFO()) return 'named pipe';
  return type?.isCharacterDevice() || type?.isBlockDevice() ? 'device' : null;
}

/**
 * Closes the profile folder, and so everything in it, to other users before anything is read from
 * it.
 */
export function restrictFolderToOwner(folder: string): void {
  if (process.platform === 'win32') return;
  if ((lstatSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

/**
 * Deletes a link where the till writes its own file or folder: somebody who could write into the
 * profile earlier may have put it there, and what it points to must stay as it is.
 */
export function deleteLinkInPlaceOfOwnFile(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() || (stats?.isFile() && stats.nlink > 1)) rmSync(path);
}

/**
 * Removes access of other users that an earlier version, a copy or a restored disk left: for every
 * file and folder of the profile, at any depth. Does not follow links. No caller has to wait for
 * it, because the profile folder is already closed.
 */
export async function restrictFilesToOwner(folder: string, log: Log): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() || entry.isFile()) await restrictFileToOwner(path, log);
      if (entry.isDirectory()) await restrictFilesToOwner(path, log);
    }
  } catch (error) {
    log.warn({ err: error }, 'profile: restricting file permissions failed');
  }
}

async function restrictFileToOwner(path: string, log: Log): Promise<void> {
  try {
    const { mode } = await lstat(path);
    if ((mode & 0o077) !== 0) await chmod(path, mode & 0o700);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isGone) log.warn({ err: error }, 'profile: file still accessible to other users');
  }
}
