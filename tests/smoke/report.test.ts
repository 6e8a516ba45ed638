import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../support/till-process.ts';
import { writeReport } from './report.ts';
import type { SmokeOptions } from './smoke-run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'smoke-report-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const REPORT = {
  system: [],
  results: [],
  verdict: 'PASSED',
  output: '',
  logWarnings: [],
  strayErrors: [],
  profile: '/profile',
};

it('writes the file to attach, also into a new folder', () => {
  const file = join(folder, 'out', 'smoke.txt');
  expect(writeReport(file, REPORT)).toBeNull();
  expect(readFileSync(file, 'utf8')).toContain('PASSED');
});

it('returns why the file cannot be written, so that the verdict is still printed', () => {
  writeFileSync(join(folder, 'out'), '');
  expect(writeReport(join(folder, 'out', 'smoke.txt'), REPORT)).toMatch(/ENOTDIR|EEXIST/);
  expect(writeReport(folder, REPORT)).toMatch(/EISDIR/);
});

it('says that it needs a folder for temporary files', () => {
  const options: SmokeOptions = {
    printer: null,
    totalMs: 1,
    report: join(folder, 'smoke.txt'),
    electronReason: 'none',
  };
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'tests', 'smoke', 'smoke.ts'), JSON.stringify(options)],
    { encoding: 'utf8', env: { ...process.env, TMPDIR: join(folder, 'absent') } },
  );
  expect(stderr).toMatch(/^The check needs a folder for temporary files \(ENOENT/m);
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(1);
});
