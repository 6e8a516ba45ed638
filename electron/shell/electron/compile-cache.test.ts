import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startAppCompileCache } from './compile-cache.ts';

vi.mock('electron', () => import('./electron-double.ts'));
vi.mock('node:module', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  enableCompileCache: vi.fn(),
}));

const { argv } = process;
let folder: string;
beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(enableCompileCache).mockReset();
  folder = mkdtempSync(join(tmpdir(), 'till-cache-'));
});
afterEach(() => {
  vi.useRealTimers();
  process.argv = argv;
  rmSync(folder, { recursive: true });
});

function start(profile: string): void {
  process.argv = ['mostrador', '--profile', profile];
  startAppCompileCache();
}

it('stores compiled code in the profile, also of a till that is started for the first time', () => {
  const profile = join(folder, 'new');
  start(profile);
  expect(enableCompileCache).toHaveBeenCalledWith(join(profile, 'compiled'));
  expect(existsSync(profile)).toBe(true);
});

it('writes nothing to the home of an account', () => {
  start(homedir());
  expect(enableCompileCache).not.toHaveBeenCalled();
});

it.skipIf(process.getuid?.() !== 0)(
  'runs no compiled code from a folder of another account',
  () => {
    chownSync(folder, 65_534, 65_534);
    start(folder);
    expect(enableCompileCache).not.toHaveBeenCalled();
    expect(readdirSync(folder)).toEqual([]);
  },
);
