/**
 * Lays out what electron-builder packs: the bundles with a package.json of their own, and beside the
 * program the commands without a window with the Node that runs them, and the chain's process.
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
import { createLinuxStandIn } from './standin/linux.mjs';
import { createWindowsStandIn } from './standin/windows.mjs';

/** What a version made of the stand-in is called, so that nobody takes it for a release. */
export const STAND_IN_SUFFIX = 'standin';

/** Of Electron as package.json pins it. */
export function readElectronVersion(root) {
  const file = join(root, 'node_modules', 'electron', 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/** How the program is called: what marks a stand-in is in its name, version and description. */
export function buildPackageJson({ root, isStandIn }) {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { productName, description, homepage, author, type, main } = own;
  return {
    name: isStandIn ? `${own.name}-${STAND_IN_SUFFIX}` : own.name,
    productName,
    version: `${own.version}${isStandIn ? `-${STAND_IN_SUFFIX}` : ''}`,
    description: isStandIn ? `NOT FOR SHOPS, made without Electron. ${description}` : description,
    homepage,
    author,
    private: true,
    type,
    main,
    desktopName: 'mostrador.desktop',
  };
}

/** Fills `folder` for one system, and says what is where. */
export function stageFiles({ root, dist, folder, described, system, nodeBinary, isStandIn }) {
  rmSync(folder, { recursive: true, force: true });
  const app = join(folder, 'app');
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  for (const bundle of ['main', 'preload', 'renderer', 'customer-preload', 'customer-screen']) {
    cpSync(join(dist, bundle), join(app, 'dist', bundle), { recursive: true });
  }

  const office = join(folder, 'office');
  cpSync(join(dist, 'office'), office, { recursive: true });
  const cli = join(folder, 'cli');
  mkdirSync(cli);
  const node = join(cli, system === 'win' ? 'node.exe' : 'node');
  copyFileSync(nodeBinary, node);
  chmodSync(node, 0o755);
  cpSync(join(dist, 'cli'), cli, { recursive: true });
  // They say the same version as the program beside them, that of a stand-in too.
  for (const at of [cli, office]) {
    const { name, type } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    const own = { name, version: described.version, type };
    writeFileSync(join(at, 'package.json'), `${JSON.stringify(own)}\n`);
  }

  const electronDist = isStandIn ? join(folder, 'electron') : null;
  if (electronDist !== null) {
    const given = { root, folder: electronDist, electronVersion: readElectronVersion(root) };
    if (system === 'win') createWindowsStandIn({ ...given, nodeExe: nodeBinary });
    else createLinuxStandIn(given);
  }
  return { app, cli, office, electronDist };
}
