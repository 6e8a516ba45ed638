import { join } from 'node:path';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** A printer for developers who have none; `--help` says what it can do. */
export function run({ node, args, root }) {
  return runInTerminal(
    node,
    [join(root, 'tests', 'support', 'virtual-printer', 'cli.ts'), ...args],
    {
      cwd: process.cwd(),
      env: buildEnvironment(node),
    },
  );
}
