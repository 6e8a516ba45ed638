import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isIrregularFile,
  readNamedFile,
  readNamedFileSync,
  readRegularFile,
} from './regular-file.ts';

describe('files that a person or a setting names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-named-'));
  const pipe = join(folder, 'pipe');
  const socket = join(folder, 'socket');
  const file = join(folder, 'file');
  const server = createServer();
  beforeAll(async () => {
    writeFileSync(file, 'text');
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [pipe]);
    await new Promise<void>((resolve) => server.listen(socket, () => resolve()));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('reads a regular file up to its limit', async () => {
    expect((await readNamedFile(file)).toString()).toBe('text');
    expect(readNamedFileSync(file, 4).toString()).toBe('text');
    await expect(readNamedFile(file, 3)).rejects.toThrow('is larger than 3 bytes');
    expect(() => readNamedFileSync(file, 3)).toThrow('is larger than 3 bytes');
    expect(isIrregularFile(file)).toBe(false);
    expect(isIrregularFile(join(folder, 'missing'))).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')(
    'reads a file whose stated size is 0, and refuses it beyond the limit',
    async () => {
      const path = '/proc/self/status';
      expect((await readNamedFile(path)).toString()).toContain('Pid:');
      expect(readNamedFileSync(path).toString()).toContain('Pid:');
      await expect(readNamedFile(path, 40)).rejects.toThrow('is larger than 40 bytes');
      expect(() => readNamedFileSync(path, 40)).toThrow('is larger than 40 bytes');
      const refused = await readRegularFile(path, 40, () => null);
      expect(refused).toMatchObject({ problem: { reason: expect.stringContaining('at most') } });
    },
  );

  it.skipIf(process.platform === 'win32').each([pipe, socket, folder, '/dev/zero', '/dev/tty'])(
    'refuses %s at once',
    async (path) => {
      await expect(readNamedFile(path)).rejects.toThrow(/not a regular file|ENXIO/);
      expect(() => readNamedFileSync(path)).toThrow(/not a regular file|ENXIO/);
      expect(isIrregularFile(path)).toBe(true);
    },
  );
});
