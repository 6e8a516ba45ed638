/**
 * What travels with an installer beside the program: notices and manual page go into it, the list of
 * its parts stands beside it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteLicences, formatNotices, readLicences } from './notices.mjs';
import { buildSbom } from './sbom.mjs';
import { readElectronVersion } from './stage.mjs';

export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';

/**
 * Written into `folder`, the list of parts into `output`, for each of the `systems`; takes Vite's own
 * lists out of `dist`.
 */
export function writeReleaseDocuments({
  root,
  node,
  env,
  dist,
  folder,
  output,
  described,
  systems,
}) {
  const licences = readLicences({ root, dist });
  deleteLicences(dist);
  mkdirSync(folder, { recursive: true });
  const electronVersion = readElectronVersion(root);
  const nodeVersion = runForOutput(node, ['--version'], { root, env }).trim().slice(1);
  writeFileSync(join(folder, NOTICES_FILE), formatNotices({ licences, root, electronVersion }));

  for (const program of ['mostrador', 'mostrador-cli']) {
    const words = [program, described.version, env.SOURCE_DATE_EPOCH];
    const page = runForOutput(node, [join(root, 'build', 'release', 'man.ts'), ...words], {
      root,
      env,
    });
    writeFileSync(join(folder, `${program}.1`), page);
  }

  const { name, version } = described;
  const sbom = buildSbom({ root, env, licences, name, version, electronVersion, nodeVersion });
  for (const system of systems) {
    const list = join(output, `${name}-${version}-${system}.cdx.json`);
    writeFileSync(list, `${JSON.stringify(sbom, null, 2)}\n`);
  }
}

function runForOutput(command, args, { root, env }) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${error ?? stderr}`);
  return stdout;
}
