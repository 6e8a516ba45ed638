import { join } from 'node:path';
import { environmentFor, runHere } from './run.mjs';

/** `--help` says what it takes; the last line is the JSON that tests/faults/cli.ts prints. */
export async function run({ node, args, root }) {
  return await runHere(node, [join(root, 'tests', 'faults', 'cli.ts'), ...args], {
    cwd: root,
    env: environmentFor(node),
  });
}
