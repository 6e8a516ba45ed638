import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface CrashDump {
  readonly file: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly writtenAt: number;
}

/** The dumps in the folder and the folders in it (`pending`, `completed`), newest first. */
export function listCrashDumps(folder: string): readonly CrashDump[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return names
    .filter((name) => name.endsWith('.dmp'))
    .map((name) => {
      const file = join(folder, name);
      const { size, mtimeMs } = statSync(file);
      return { file, bytes: size, writtenAt: mtimeMs };
    })
    .sort((first, second) => second.writtenAt - first.writtenAt);
}
