import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

/**
 * Writes a copy of a deb with another version, to test its scripts with apt. Uncompressed, so that it
 * takes only a second.
 */
export function writeDebWithVersion(deb: string, version: string, to: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'restamp-'));
  try {
    const tree = join(folder, 'tree');
    runProgram('dpkg-deb', '--raw-extract', deb, tree);
    const control = join(tree, 'DEBIAN', 'control');
    const fields = readFileSync(control, 'utf8');
    writeFileSync(control, fields.replace(/^Version: .*$/m, `Version: ${version}`));
    runProgram('dpkg-deb', '--root-owner-group', '-Znone', '--build', tree, to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
