import { join } from 'node:path';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** @type {import('./run.mjs').Command} */
export function run({ node, args, root }) {
  return runInTerminal(node, [join(root, 'build', 'release', 'verify', 'cli.ts'), ...args], {
    cwd: process.cwd(),
    env: buildEnvironment(node),
  });
}
