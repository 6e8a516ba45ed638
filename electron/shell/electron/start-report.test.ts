import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
});

it('appends each step to the file of the launcher, and hides it from a till that starts later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-report-'));
  const file = join(folder, 'report');
  vi.stubEnv('TILL_START_REPORT', file);
  const { reportStart } = await import('./start-report.ts');
  expect(process.env.TILL_START_REPORT).toBeUndefined();
  reportStart('main');
  reportStart('window');
  expect(readFileSync(file, 'utf8')).toBe('main\nwindow\n');
  rmSync(folder, { recursive: true });
  expect(() => reportStart('refused')).not.toThrow();
});

it.skipIf(process.platform !== 'linux')('deletes a report that cannot be written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-report-'));
  const file = join(folder, 'report');
  symlinkSync('/dev/full', file);
  vi.stubEnv('TILL_START_REPORT', file);
  const { reportStart } = await import('./start-report.ts');
  reportStart('main');
  expect(readdirSync(folder)).toEqual([]);
  reportStart('window');
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

it('reports nothing without a launcher', async () => {
  vi.stubEnv('TILL_START_REPORT', undefined);
  const { reportStart } = await import('./start-report.ts');
  expect(() => reportStart('window')).not.toThrow();
});
