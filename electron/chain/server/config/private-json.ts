import type { Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findOtherWindowsReader, readPlainFile } from '../../../operations/fleet/index.ts';

const MAX_CONFIG_BYTES = 256 * 1024;

/**
 * A JSON file that only whoever runs this can read. Throws in words, and without a piece of the
 * file: it holds passwords. The system's own folder of credentials may lend the group a right that
 * its access list narrows to one account.
 */
export async function readPrivateJson(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<unknown> {
  const isCredential =
    env.CREDENTIALS_DIRECTORY !== undefined &&
    resolve(dirname(file)) === resolve(env.CREDENTIALS_DIRECTORY);
  const read = await readPlainFile(file, MAX_CONFIG_BYTES, (stats) =>
    process.platform === 'win32' ? null : insecureFileReason(stats, isCredential),
  );
  if (!read.ok) {
    const { reason } = { reason: 'a file that can be read', ...read.problem };
    throw new Error(`${file}: this has to be ${reason}.`);
  }
  if (process.platform === 'win32') {
    const who = await findOtherWindowsReader(file);
    if (who !== null) throw new Error(`${file}: ${who} can read it too. ${WINDOWS_ACL_HINT}`);
  }
  try {
    return JSON.parse(read.value.text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Error(`${file}: this is not JSON.`);
  }
}

const WINDOWS_ACL_HINT =
  'Take the rights of everybody else away: icacls FILE /inheritance:r /grant "*S-1-5-18:R".';

function insecureFileReason({ mode, uid }: Stats, isCredential: boolean): string | null {
  const own = process.getuid?.() ?? uid;
  if ((mode & (isCredential ? 0o007 : 0o077)) !== 0) {
    return 'a file that nobody else can read: chmod 600';
  }
  // The superuser reads everybody's, and may ask about a service's own.
  return isCredential || own === 0 || uid === own ? null : 'your own file';
}
