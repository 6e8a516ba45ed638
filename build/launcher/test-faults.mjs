import { join } from 'node:path';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** `--help` says what it takes; the last line is the JSON that tests/faults/cli.ts prints. */
export async function run({ node, args, root }) {
  return await runInTerminal(node, [join(root, 'tests', 'faults', 'cli.ts'), ...args], {
    cwd: root,
    env: buildEnvironment(node),
  });
}
