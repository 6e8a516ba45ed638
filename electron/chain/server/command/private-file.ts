import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushFolderToDiskSync } from '../../../platform/index.ts';

/** A new file that only its owner can read, created before its content is generated. */
export interface ReservedFile {
  write(content: object): void;
  discard(): void;
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
