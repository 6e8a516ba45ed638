import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { CLI_NODE_OPTIONS } from './launcher/cli-node-options.mjs';

const ROOT = join(import.meta.dirname, '..');
const REGISTER = pathToFileURL(join(ROOT, 'electron/shell/browser/register.ts')).href;
/** Keeps the program running, and reports that it handles SIGUSR1, and the address of its inspector. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(`
  import { url } from 'node:inspector';
  process.exit = () => {};
  // The entries of the commands expect their bundle's package.json.
  process.on('uncaughtException', () => {});
  setInterval(() => {
    if (process.listenerCount('SIGUSR1') > 0) process.stdout.write('handles the signal\\n');
  }, 100);
  process.on('SIGUSR2', () => process.stdout.write('inspector: ' + url() + '\\n'));
`)}`;

it
  .skipIf(process.platform === 'win32')
  .each([
    'electron/main/entry.ts',
    'electron/operations/cli/entry.ts',
    'electron/chain/server/entry.ts',
  ])('opens no inspector for SIGUSR1 in %s', async (entry) => {
  const child = spawn(
    process.execPath,
    ['--import', PRELOAD, '--import', REGISTER, join(ROOT, entry), '--version'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => {
    output += String(data);
  });
  child.stderr.on('data', (data) => {
    errors += String(data);
  });
  try {
    // Node starts its inspector only for a signal without a listener.
    await expect.poll(() => output, { timeout: 170_000 }).toContain('handles the signal');
    child.kill('SIGUSR1');
    child.kill('SIGUSR2');
    await expect.poll(() => output, { timeout: 170_000 }).toContain('inspector: ');
    expect(output).toContain('inspector: undefined\n');
    expect(errors).not.toContain('Debugger listening');
  } finally {
    child.kill('SIGKILL');
  }
});

it.each(['build/launcher/cli-node-options.mjs', 'build/launcher/browser-shell.mjs'])(
  'starts Node without the signal of its inspector in %s',
  (file) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain('--disable-sigusr1');
  },
);

it.each([
  ['build/launcher/cli.mjs', '...CLI_NODE_OPTIONS'],
  ['build/launcher/chain.mjs', '...CLI_NODE_OPTIONS'],
  ['build/release/linux/mostrador-cli', CLI_NODE_OPTIONS.join(' ')],
  ['docs/chain.md', CLI_NODE_OPTIONS.join(' ')],
])('starts mostrador-cli with the options of the launcher in %s', (file, options) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toContain(options);
});
