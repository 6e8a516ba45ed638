import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushFolderToDiskSync } from '../../../platform/index.ts';

/**
 * Writes a file whose content counts only once `complete` has succeeded: until then it is named
 * FILE.new. What an interrupted run left there is replaced as a whole: the database may know that
 * password.
 */
export async function writeCompletedFile(
  file: string,
  complete: (write: (content: object) => void) => Promise<void>,
): Promise<void> {
  const unfinishedFile = toUnfinishedName(file);
  await complete((content) => {
    const partialFile = `${unfinishedFile}.part`;
    rmSync(partialFile, { force: true });
    writePrivateFile(partialFile, content);
    renameSync(partialFile, unfinishedFile);
    flushFolderToDiskSync(dirname(file));
  });
  renameSync(unfinishedFile, file);
  flushFolderToDiskSync(dirname(file));
}

/** The name that a file has until it is complete. */
export function toUnfinishedName(file: string): string {
  return `${file}.new`;
}

/** Only its owner can read the file. Throws an error in plain words if it cannot be created. */
function writePrivateFile(file: string, content: object): void {
  const handle = openNewFile(file);
  writeSync(handle, `${JSON.stringify(content, null, 2)}\n`);
  fsyncSync(handle);
  closeSync(handle);
}

function openNewFile(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    const { code } = { code: null, ...Object(error) };
    throw new Error(
      `${file} cannot be written (${String(code)}). Check the folder and its permissions.`,
    );
  }
}
