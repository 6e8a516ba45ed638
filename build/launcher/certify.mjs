import { join } from 'node:path';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** @type {import('./run.mjs').Command} */
export function run({ node, args, root }) {
  const cli = join(root, 'electron', 'operations', 'certification', 'cli.ts');
  return runInTerminal(node, [cli, ...args], {
    cwd: process.cwd(),
    env: buildEnvironment(node),
  });
}
