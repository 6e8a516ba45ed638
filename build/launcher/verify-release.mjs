import { join } from 'node:path';
import { environmentFor, runHere } from './run.mjs';

export function run({ node, args, root }) {
  return runHere(node, [join(root, 'build', 'release', 'verify', 'cli.ts'), ...args], {
    cwd: process.cwd(),
    env: environmentFor(node),
  });
}
