/**
 * The documents of a release: licence notices and manual pages are part of an installer, the SBOM is a
 * separate file.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteLicences, formatNotices, readLicences } from './notices.mjs';
import { buildSbom } from './sbom.mjs';
import { readElectronVersion } from './stage.mjs';

export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';

/**
 * Writes notices and manual pages to `folder`, and an SBOM for each of the `systems` to `output`.
 * Deletes Vite's licence files from `dist`.
 *
 * @param {import('../launcher/run.mjs').Checkout & {
 *   readonly env: NodeJS.ProcessEnv,
 *   readonly dist: string,
 *   readonly folder: string,
 *   readonly output: string,
 *   readonly described: { readonly name: string, readonly version: string },
 *   readonly systems: readonly import('./sums.mjs').System[],
 * }} options
 */
export function writeReleaseDocuments({
  root,
  node,
  env,
  dist,
  folder,
  output,
  described: packageJson,
  systems,
}) {
  const licences = readLicences({ root, dist });
  deleteLicences(dist);
  mkdirSync(folder, { recursive: true });
  const electronVersion = readElectronVersion(root);
  const nodeVersion = runForOutput(node, ['--version'], { root, env }).trim().slice(1);
  writeFileSync(join(folder, NOTICES_FILE), formatNotices({ licences, root, electronVersion }));

  for (const program of ['mostrador', 'mostrador-cli']) {
    const programArgs = [program, packageJson.version, env.SOURCE_DATE_EPOCH ?? ''];
    const page = runForOutput(node, [join(root, 'build', 'release', 'man.ts'), ...programArgs], {
      root,
      env,
    });
    writeFileSync(join(folder, `${program}.1`), page);
  }

  const { name, version } = packageJson;
  const sbom = buildSbom({ root, env, licences, name, version, electronVersion, nodeVersion });
  for (const system of systems) {
    const sbomFile = join(output, `${name}-${version}-${system}.cdx.json`);
    writeFileSync(sbomFile, `${JSON.stringify(sbom, null, 2)}\n`);
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ readonly root: string, readonly env: NodeJS.ProcessEnv }} options
 */
function runForOutput(command, args, { root, env }) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${error ?? stderr}`);
  return stdout;
}
