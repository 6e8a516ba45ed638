import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { CLI_NODE_OPTIONS } from './cli-node-options.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/**
 * Runs `mostrador-cli` like an installation does: the built bundle on plain Node. Without `--profile`,
 * it uses the profile of this checkout, if there is one.
 *
 * @type {import('./run.mjs').Command}
 */
export async function run({ node, args, root }) {
  await buildIfStale({ node, root });
  const checkoutProfile = join(root, '.profile');
  const hasProfile =
    args.some((arg) => /^--profile(=|$)/.test(arg)) || !existsSync(checkoutProfile);
  const cliArgs = hasProfile ? args : [...args, '--profile', checkoutProfile];
  return await runInTerminal(
    node,
    [...CLI_NODE_OPTIONS, join(root, 'dist', 'cli', 'mostrador-cli.mjs'), ...cliArgs],
    {
      cwd: process.cwd(),
      env: buildEnvironment(node),
    },
  );
}
