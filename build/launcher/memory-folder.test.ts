import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryFolder, removeMemoryFolder } from './memory-folder.mjs';

let memory: string;
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'till-memory-'));
});
afterEach(() => rmSync(memory, { recursive: true, force: true }));

describe.skipIf(process.platform !== 'linux')('folder in memory for the files of a run', () => {
  it('creates a folder that other users may use, and removes it with its files', ({ skip }) => {
    const folder = createMemoryFolder({}, memory);
    if (folder === null) return skip('this machine has too little memory');
    expect(folder).toBe(join(memory, `tills-${process.pid}`));
    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
    writeFileSync(join(folder, 'file'), 'text');
    removeMemoryFolder(folder);
    expect(existsSync(folder)).toBe(false);
  });

  it('removes the folder of a run that ended, and keeps that of a running one and every other', ({
    skip,
  }) => {
    const endedProcess = spawnSync(process.execPath, ['--version']);
    const [endedRun, running, foreign] = [`tills-${endedProcess.pid}`, 'tills-1', 'tills'];
    for (const name of [endedRun, running, foreign]) mkdirSync(join(memory, name));
    if (createMemoryFolder({}, memory) === null) return skip('this machine has too little memory');
    const exists = (name: string): boolean => existsSync(join(memory, name));
    expect([endedRun, running, foreign].map(exists)).toEqual([false, true, true]);
  });

  it('creates none where TMPDIR is set or the system has no such folder', () => {
    expect(createMemoryFolder({ TMPDIR: '/elsewhere' }, memory)).toBeNull();
    expect(createMemoryFolder({}, join(memory, 'missing'))).toBeNull();
    expect(existsSync(join(memory, `tills-${process.pid}`))).toBe(false);
  });

  it('refuses to remove any other folder', () => {
    expect(() => removeMemoryFolder(memory)).toThrow('is not such a folder');
    expect(existsSync(memory)).toBe(true);
  });
});
