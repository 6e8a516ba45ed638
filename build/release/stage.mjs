/**
 * Prepares the folders that electron-builder packages: the bundles with their package.json, the
 * commands without a window with the Node that runs them, and the chain's server with its dashboard.
 */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createLinuxStandIn } from '../../tests/release/standin/linux.mjs';
import { createWindowsStandIn } from '../../tests/release/standin/windows.mjs';

/** For Grafana (docs/chain.md). */
const DASHBOARD_FILE = 'chain-dashboard.json';

/** Suffix of the version of a stand-in, so that it cannot be confused with a release. */
export const STAND_IN_SUFFIX = 'standin';

/**
 * The version of Electron that package.json pins.
 *
 * @param {string} root
 */
export function readElectronVersion(root) {
  const file = join(root, 'node_modules', 'electron', 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/**
 * The program's package.json. A stand-in is marked in name, version and description.
 *
 * @param {{ readonly root: string, readonly isStandIn: boolean }} options
 */
export function buildPackageJson({ root, isStandIn }) {
  const source = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { productName, description, homepage, author, type, main } = source;
  return {
    name: isStandIn ? `${source.name}-${STAND_IN_SUFFIX}` : source.name,
    productName,
    version: `${source.version}${isStandIn ? `-${STAND_IN_SUFFIX}` : ''}`,
    description: isStandIn ? `NOT FOR SHOPS, made without Electron. ${description}` : description,
    homepage,
    author,
    private: true,
    type,
    main,
    desktopName: 'mostrador.desktop',
  };
}

/**
 * Fills `folder` for one system, and returns the paths of its parts.
 *
 * @param {{
 *   readonly root: string,
 *   readonly dist: string,
 *   readonly folder: string,
 *   readonly described: { readonly version: string },
 *   readonly system: import('../launcher/package-arguments.mjs').TargetSystem,
 *   readonly nodeBinary: string,
 *   readonly isStandIn: boolean,
 * }} options
 */
export function stageFiles({
  root,
  dist,
  folder,
  described: packageJson,
  system,
  nodeBinary,
  isStandIn,
}) {
  rmSync(folder, { recursive: true, force: true });
  const app = join(folder, 'app');
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, 'package.json'), `${JSON.stringify(packageJson, null, 2)}\n`);
  for (const bundle of ['main', 'preload', 'renderer', 'customer-preload', 'customer-screen']) {
    cpSync(join(dist, bundle), join(app, 'dist', bundle), { recursive: true });
  }

  const office = join(folder, 'office');
  cpSync(join(dist, 'office'), office, { recursive: true });
  copyFileSync(join(root, 'assets', DASHBOARD_FILE), join(office, DASHBOARD_FILE));
  const cli = join(folder, 'cli');
  mkdirSync(cli);
  const node = join(cli, system === 'win' ? 'node.exe' : 'node');
  copyFileSync(nodeBinary, node);
  chmodSync(node, 0o755);
  cpSync(join(dist, 'cli'), cli, { recursive: true });
  // They must have the same version as the program, also in a stand-in.
  for (const part of [cli, office]) {
    const { name, type } = JSON.parse(readFileSync(join(part, 'package.json'), 'utf8'));
    const partPackage = { name, version: packageJson.version, type };
    writeFileSync(join(part, 'package.json'), `${JSON.stringify(partPackage)}\n`);
  }

  const electronDist = isStandIn ? join(folder, 'electron') : null;
  if (electronDist !== null) {
    const standInOptions = { folder: electronDist, electronVersion: readElectronVersion(root) };
    if (system === 'win') createWindowsStandIn({ ...standInOptions, nodeExe: nodeBinary });
    else createLinuxStandIn({ ...standInOptions, dist });
  }
  return { app, cli, office, electronDist };
}
