import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'start-installed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checks an installed program that is this shell script. */
function check(script: string): { status: number | null; stdout: string; stderr: string } {
  const program = join(folder, 'mostrador');
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  const file = join(import.meta.dirname, 'start-installed.mjs');
  return spawnSync(process.execPath, [file, program], { encoding: 'utf8' });
}

describe.skipIf(process.platform === 'win32')('start-installed.mjs', () => {
  it('passes a till whose window and page have reported, and ends it', () => {
    const script = 'printf "main\\nwindow\\npage\\n" > "$TILL_START_REPORT"; exec sleep 600';
    expect(check(script)).toMatchObject({ status: 0, stdout: expect.stringContaining('opened') });
  });

  it.each([
    ['ends before its window', 'exit 3', /ended with 3, and did not report: window, page\./],
    ['crashes', 'kill -TRAP $$', /ended with SIGTRAP, and did not report: window, page\./],
    ['has no page', 'echo window > "$TILL_START_REPORT"; exit 0', /did not report: page\./],
  ])('fails a till that %s', (_case, script, message) => {
    const { status, stderr } = check(script);
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
  });
});
