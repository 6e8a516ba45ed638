import { join } from 'node:path';
import { environmentFor, runHere } from './run.mjs';

export function run({ node, args, root }) {
  const cli = join(root, 'electron', 'operations', 'certification', 'cli.ts');
  return runHere(node, [cli, ...args], {
    cwd: process.cwd(),
    env: environmentFor(node),
  });
}
