import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/**
 * `mostrador-cli` as it is installed: the built bundle on plain Node. Without `--profile`, it asks
 * this checkout's till where there is one.
 */
export async function run({ node, args, root }) {
  await buildIfStale({ node, root });
  const own = join(root, '.profile');
  const isNamed = args.some((word) => /^--profile(=|$)/.test(word)) || !existsSync(own);
  const words = isNamed ? args : [...args, '--profile', own];
  return await runInTerminal(node, [join(root, 'dist', 'cli', 'mostrador-cli.mjs'), ...words], {
    cwd: process.cwd(),
    env: buildEnvironment(node),
  });
}
