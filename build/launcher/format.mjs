import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatBiomeBoundaries } from '../walls.mjs';
import { buildEnvironment, getBinPath, runInTerminal } from './run.mjs';

export function run({ node, args, root }) {
  const walls = join('build', 'biome-walls.json');
  writeFileSync(join(root, walls), formatBiomeBoundaries());
  const biome = getBinPath(root, '@biomejs', 'biome', 'bin', 'biome');
  const paths = args.length > 0 ? [...args, walls] : ['.'];
  return runInTerminal(node, [biome, 'check', '--write', ...paths], {
    cwd: root,
    env: buildEnvironment(node),
  });
}
