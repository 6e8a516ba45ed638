import { binOf, environmentFor, runHere } from './run.mjs';

export function run({ node, args, root }) {
  const biome = binOf(root, '@biomejs', 'biome', 'bin', 'biome');
  const paths = args.length > 0 ? args : ['.'];
  return runHere(node, [biome, 'check', '--write', ...paths], {
    cwd: root,
    env: environmentFor(node),
  });
}
