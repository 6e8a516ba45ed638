import { buildEnvironment, getBinPath, runInTerminal } from './run.mjs';

/**
 * Formats these files or folders, or everything.
 *
 * @type {import('./run.mjs').Command}
 */
export function run({ node, args, root }) {
  const biome = getBinPath(root, '@biomejs', 'biome', 'bin', 'biome');
  return runInTerminal(node, [biome, 'check', '--write', ...(args.length > 0 ? args : ['.'])], {
    cwd: root,
    env: buildEnvironment(node),
  });
}
