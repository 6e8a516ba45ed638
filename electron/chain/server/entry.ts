/**
 * Entry point of the chain's commands: its own bundle, for plain Node. `mostrador-cli chain` of the
 * installed program loads it too.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { runChainCommand } from './command/index.ts';

// Files are created for this user only.
process.umask(0o077);
// Without a listener, this signal opens Node's inspector, in which others can run code.
process.on('SIGUSR1', () => {});

// A reader that closes the pipe early (`| head`) must not end the work.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const [first, ...rest] = process.argv.slice(2);

process.exitCode = await runChainCommand({
  args: first === 'chain' ? rest : process.argv.slice(2),
  workingFolder: process.cwd(),
  env: process.env,
  version: readBundledVersion(),
  write: (text) => process.stdout.write(text),
  isScreen: process.stdout.isTTY === true,
  writeError: (text) => process.stderr.write(text),
  ...(process.stdin.isTTY && process.stderr.isTTY ? { confirm: confirmAtTerminal } : {}),
  stopRequested: new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, resolve);
  }),
});

async function confirmAtTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = terminal.question(`${question} [y/N] `);
    // Ctrl-C and Ctrl-D close the terminal without an answer.
    const text = await Promise.race([answer, once(terminal, 'close').then(() => '')]);
    return /^y(es)?$/i.test(text.trim());
  } finally {
    terminal.close();
  }
}

/** The build puts `package.json` beside the bundle. */
function readBundledVersion(): string {
  const file = join(import.meta.dirname, 'package.json');
  const { version } = { version: null, ...JSON.parse(readFileSync(file, 'utf8')) };
  return String(version);
}
