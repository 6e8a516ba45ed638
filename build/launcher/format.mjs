import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wallsAsBiomeConfiguration } from '../walls.mjs';
import { binOf, environmentFor, runHere } from './run.mjs';

export function run({ node, args, root }) {
  const walls = join('build', 'biome-walls.json');
  writeFileSync(join(root, walls), wallsAsBiomeConfiguration());
  const biome = binOf(root, '@biomejs', 'biome', 'bin', 'biome');
  const paths = args.length > 0 ? [...args, walls] : ['.'];
  return runHere(node, [biome, 'check', '--write', ...paths], {
    cwd: root,
    env: environmentFor(node),
  });
}
