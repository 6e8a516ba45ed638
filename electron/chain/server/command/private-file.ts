import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushFolderToDiskSync } from '../../../platform/index.ts';

/** A new file that only its owner can read, created before its content is generated. */
export interface ReservedFile {
  write(content: object): void;
  discard(): void;
}

/**
 * Writes a file whose content counts only once `complete` has succeeded: until then it is named
 * FILE.new. What an interrupted run left is replaced.
 */
export async function writeCompletedFile(
  file: string,
  complete: (write: (content: object) => void) => Promise<void>,
): Promise<void> {
  const unfinishedFile = toUnfinishedName(file);
  rmSync(unfinishedFile, { force: true });
  await complete((content) => reservePrivateFile(unfinishedFile).write(content));
  renameSync(unfinishedFile, file);
  flushFolderToDiskSync(dirname(file));
}

/** The name that a file has until it is complete. */
export function toUnfinishedName(file: string): string {
  return `${file}.new`;
}

/** Throws an error in plain words if the file exists or cannot be created. */
export function reservePrivateFile(file: string): ReservedFile {
  const handle = openNewFile(file);
  return {
    write: (content) => {
      writeSync(handle, `${JSON.stringify(content, null, 2)}\n`);
      fsyncSync(handle);
      closeSync(handle);
      flushFolderToDiskSync(dirname(file));
    },
    discard: () => {
      closeSync(handle);
      rmSync(file, { force: true });
    },
  };
}

function openNewFile(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    const { code } = { code: null, ...Object(error) };
    throw new Error(
      code === 'EEXIST'
        ? `${file} already exists. Name another folder, or delete the file first if nobody needs it.`
        : `${file} cannot be written (${String(code)}). Check the folder and its permissions.`,
    );
  }
}
