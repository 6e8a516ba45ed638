import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolder, createFolderSync, flushFolderToDisk } from './index.ts';

// tests/faults/power-loss.test.ts tests what a power cut leaves of them.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('creates a folder with its missing parents, and accepts it again', async () => {
  for (const name of [join('one', 'two'), join('one', 'two'), join('one', 'two', 'three')]) {
    await createFolder(join(folder, name), 0o700);
    createFolderSync(join(folder, 'other', name), 0o700);
    expect(statSync(join(folder, name)).isDirectory()).toBe(true);
    expect(statSync(join(folder, 'other', name)).isDirectory()).toBe(true);
  }
});

it('rejects a file in place of a folder, and a missing folder', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(createFolder(join(folder, 'file'))).rejects.toThrow('EEXIST');
  expect(() => createFolderSync(join(folder, 'file', 'one'))).toThrow('ENOTDIR');
  await expect(flushFolderToDisk(join(folder, 'gone'))).rejects.toThrow('ENOENT');
});
