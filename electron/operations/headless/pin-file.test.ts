import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consumePinFile } from './pin-file.ts';

const LUIS = { cashierId: 'luis', pin: '8173950' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-pin-file-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('consumePinFile', () => {
  const writePinFile = (content: string | Uint8Array): string => {
    const file = join(folder, 'pin.json');
    writeFileSync(file, content);
    return file;
  };

  it('reads a PIN file once and deletes it', async () => {
    const file = writePinFile(`\uFEFF${JSON.stringify(LUIS)}\n`);
    expect(await consumePinFile('--pin', file)).toEqual(LUIS);
    expect(existsSync(file)).toBe(false);
    await expect(consumePinFile('--pin', file)).rejects.toThrow('cannot be read');
  });

  it.each(['', '{', '{"pin":"1"}', '[]', JSON.stringify({ ...LUIS, more: 1 })])(
    'rejects and keeps a file that is not a PIN file: %s',
    async (content) => {
      const file = writePinFile(content);
      await expect(consumePinFile('--insist', file)).rejects.toThrow('left unchanged');
      expect(readFileSync(file, 'utf8')).toBe(content);
    },
  );

  it('rejects and keeps a backup that is named instead of a PIN file', async () => {
    const content = Buffer.alloc(10_000, 7);
    const backup = writePinFile(content);
    await expect(consumePinFile('--insist', backup)).rejects.toThrow('left unchanged');
    expect(readFileSync(backup).equals(content)).toBe(true);
    await expect(consumePinFile('--insist', folder)).rejects.toThrow();
    if (process.platform !== 'win32') {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      await expect(consumePinFile('--insist', pipe)).rejects.toThrow('not a regular file');
      expect(existsSync(pipe)).toBe(true);
    }
    expect(existsSync(folder)).toBe(true);
  });
});
