import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';

/** A new file for its owner alone, whose place is sure before what goes into it is made. */
export interface ReservedFile {
  write(content: object): void;
  discard(): void;
}

/** Throws in words where there is such a file, or none can be made. */
export function reservePrivateFile(file: string): ReservedFile {
  const handle = openNewFile(file);
  return {
    write: (content) => {
      writeSync(handle, `${JSON.stringify(content, null, 2)}\n`);
      fsyncSync(handle);
      closeSync(handle);
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
        ? `${file} is there already. Name another folder, or remove it first if it is not needed.`
        : `${file} cannot be written (${String(code)}).`,
    );
  }
}
