import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * A new name, or one that was moved or deleted, survives a power cut only once its folder is synced.
 * Windows has no such call and does not need it; some shares refuse it.
 */
export async function flushFolderToDisk(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}

/** As `flushFolderToDisk`. */
export function flushFolderToDiskSync(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}

/** Creates the folder with its missing parents, so that they survive a power cut. */
export async function createFolder(folder: string, mode = 0o777): Promise<void> {
  const firstCreated = await mkdir(folder, { recursive: true, mode });
  for (const parent of listParents(folder, firstCreated)) await flushFolderToDisk(parent);
}

/** As `createFolder`. */
export function createFolderSync(folder: string, mode = 0o777): void {
  const firstCreated = mkdirSync(folder, { recursive: true, mode });
  for (const parent of listParents(folder, firstCreated)) flushFolderToDiskSync(parent);
}

/** The folders that hold the new names: from that of `firstCreated` down to that of `folder`. */
function listParents(folder: string, firstCreated: string | undefined): string[] {
  if (firstCreated === undefined) return [];
  const topParent = dirname(resolve(firstCreated));
  const parents: string[] = [];
  for (let parent = dirname(resolve(folder)); ; parent = dirname(parent)) {
    parents.unshift(parent);
    if (parent === topParent || parent === dirname(parent)) return parents;
  }
}

function isRefused(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return ['EACCES', 'EINVAL', 'ENOTSUP', 'EPERM'].includes(String(code));
}
