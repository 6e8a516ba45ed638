import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHAIN_COMMANDS } from '../../electron/settings/command-line/chain-options.ts';

it('names every option of the chain commands on the manual page of mostrador-cli', () => {
  const script = join(import.meta.dirname, 'man.ts');
  const { stdout } = spawnSync(process.execPath, [script, 'mostrador-cli', '1.0.0'], {
    encoding: 'utf8',
  });
  for (const { options } of CHAIN_COMMANDS) {
    for (const { name, description } of options) {
      const escapeHyphens = (text: string): string => text.replaceAll('-', '\\-');
      expect(stdout).toContain(
        `\\fB\\-\\-${escapeHyphens(name)}\\fR: ${escapeHyphens(description)}.`,
      );
    }
  }
});
