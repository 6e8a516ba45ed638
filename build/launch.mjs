/**
 * The entry point of every npm script. Runs on Node 18 or newer, finds Node 24, and runs the command
 * there: npm 10 does not link the binary of the node-* packages, and nobody should have to change the
 * installed Node to try the till. Its own messages go to standard error.
 */

import { LauncherError, UsageError, writeMessage } from './launcher/messages.mjs';
import { isInstalled } from './launcher/newest-time.mjs';
import { findNode24 } from './launcher/node24.mjs';
import { getHelpOrValidateArguments } from './launcher/plain-arguments.mjs';
import { root } from './launcher/root.mjs';

/** @type {Readonly<Record<string, string>>} */
const COMMANDS = {
  start: './launcher/start.mjs',
  dev: './launcher/dev.mjs',
  cli: './launcher/cli.mjs',
  chain: './launcher/chain.mjs',
  test: './launcher/test.mjs',
  check: './launcher/check.mjs',
  format: './launcher/format.mjs',
  build: './launcher/build.mjs',
  demo: './launcher/demo.mjs',
  bench: './launcher/bench.mjs',
  mutation: './launcher/mutation.mjs',
  smoke: './launcher/smoke.mjs',
  certify: './launcher/certify.mjs',
  'test-faults': './launcher/test-faults.mjs',
  'training-service': './launcher/training-service.mjs',
  'virtual-printer': './launcher/virtual-printer.mjs',
  package: './launcher/package.mjs',
  'publish-feed': './launcher/publish-feed.mjs',
  'verify-release': './launcher/verify-release.mjs',
  'publish-apt': './launcher/publish-apt.mjs',
};

const [name = '', ...args] = process.argv.slice(2);

try {
  const command = COMMANDS[name];
  if (command === undefined) {
    throw new UsageError(
      `Unknown command "${name}". Commands: ${Object.keys(COMMANDS).join(', ')}.`,
    );
  }
  const help = getHelpOrValidateArguments(name, args);
  if (help === null) process.exitCode = await runCommand(command);
  else process.stdout.write(help);
} catch (error) {
  if (!(error instanceof LauncherError)) throw error;
  writeMessage(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** @param {string} command */
async function runCommand(command) {
  if (!isInstalled(root)) {
    throw new LauncherError(
      'The npm packages are not installed. Run this first, in this folder:\n\n    npm ci\n',
    );
  }
  const node = findNode24(root);
  const { run } = await import(command);
  return await run({ node, args, root });
}
