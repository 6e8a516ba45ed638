import { join } from 'node:path';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** @type {import('./run.mjs').Command} */
export async function run({ node, args, root }) {
  return await runInTerminal(node, [join(root, 'tests', 'mutation', 'mutation.ts'), ...args], {
    cwd: root,
    env: buildEnvironment(node),
  });
}
