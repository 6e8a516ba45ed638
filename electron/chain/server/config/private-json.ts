import type { Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findUnauthorizedWindowsReader } from '../../../operations/fleet/index.ts';
import { readRegularFile } from '../../../platform/index.ts';

/** Continues "this …". A disk with FAT stores no permissions. */
export const NOT_PRIVATE_REASON =
  'must be a file that nobody else can read: chmod 600. On a USB stick that may have no effect: copy the file to this computer first';
const MAX_CONFIG_BYTES = 256 * 1024;

/**
 * Reads a JSON file that only the user of this process can read. Throws an error in plain words
 * that contains no part of the file, because the file holds passwords. In the system's credentials
 * folder, the group may have a permission that an access list narrows to one account.
 */
export async function readPrivateJson(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<unknown> {
  const isCredential =
    env.CREDENTIALS_DIRECTORY !== undefined &&
    resolve(dirname(file)) === resolve(env.CREDENTIALS_DIRECTORY);
  const read = await readRegularFile(file, MAX_CONFIG_BYTES, (stats) =>
    process.platform === 'win32' ? null : insecureFileReason(stats, isCredential),
  );
  if (!read.ok) {
    const { reason } = { reason: 'must be a readable file', ...read.problem };
    throw new Error(`${file}: this ${reason}.`);
  }
  if (process.platform === 'win32') {
    const otherReader = await findUnauthorizedWindowsReader(file);
    if (otherReader !== null)
      throw new Error(
        `${file}: ${otherReader} can read this file, which contains secrets. ${WINDOWS_ACL_HINT}`,
      );
  }
  try {
    return JSON.parse(read.value.text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Error(`${file}: this is not valid JSON. Correct it, and run this again.`);
  }
}

const WINDOWS_ACL_HINT =
  'Remove the rights of everybody else: icacls FILE /inheritance:r /grant "*S-1-5-18:R".';

function insecureFileReason({ mode, uid }: Stats, isCredential: boolean): string | null {
  const ownUid = process.getuid?.() ?? uid;
  if ((mode & (isCredential ? 0o007 : 0o077)) !== 0) {
    return NOT_PRIVATE_REASON;
  }
  // The superuser can read every file, and may use a file of a service's account.
  return isCredential || ownUid === 0 || uid === ownUid
    ? null
    : 'must belong to you: chown it to the account that runs this';
}
