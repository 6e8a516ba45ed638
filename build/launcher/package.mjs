import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { NOTICES_FILE, writeReleaseDocuments } from '../release/release-documents.mjs';
import { buildPackageJson, stageFiles } from '../release/stage.mjs';
import { SYSTEM_NAMES, writeSumsFile } from '../release/sums.mjs';
import { AUTHORITY_FILE, prepareWindows } from '../release/windows.mjs';
import { build } from './build.mjs';
import { findElectronBinary, installElectronOnce } from './electron-runtime.mjs';
import { LauncherError, writeMessage } from './messages.mjs';
import { findPackagedNode } from './node24.mjs';
import { parsePackageArguments, readCommitTime } from './package-arguments.mjs';
import { buildEnvironment, getBinPath, runInTerminal } from './run.mjs';

/** Of macOS, an update is made of the zip, and a person installs the dmg. */
const BUILDER_TARGETS = { deb: ['deb'], nsis: ['nsis'], dmg: ['dmg', 'zip'] };

/**
 * Makes installers in out/installers/. Nothing is downloaded but Electron's runtime, for 45 seconds
 * at most; with `--stand-in` nothing at all.
 */
export async function run({ node, args, root }) {
  const asked = parsePackageArguments(args, process.platform);
  const output = resolve(root, asked.output);
  mkdirSync(join(root, 'out', 'package'), { recursive: true });
  // Of its own: a till that runs from dist/ keeps its files, and so does another packaging.
  const work = mkdtempSync(join(root, 'out', 'package', 'work-'));
  try {
    return await buildInstallers({ node, root, asked, output, work });
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function buildInstallers({ node, root, asked, output, work }) {
  const windows = asked.targets.some(({ system }) => system === 'win')
    ? prepareWindows({ root, node, env: buildEnvironment(node), isStandIn: asked.isStandIn })
    : null;
  const electronDist = asked.isStandIn ? null : await findElectronDist({ node, root });
  const described = buildPackageJson({ root, ...asked });
  const dist = join(work, 'dist');
  process.env.TILL_LICENCES = '1';
  await build({ node, root, dist: relative(root, dist) });

  mkdirSync(output, { recursive: true });
  for (const name of readdirSync(output)) rmSync(join(output, name), { recursive: true });
  const env = buildEnvironment(node, {
    CUSTOM_FPM_PATH: join(root, 'build', 'release', 'fpm.mjs'),
    SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? readCommitTime(root),
    ...(asked.isStandIn ? { TILL_DEB_LEVEL: '1' } : {}),
    ...windows?.env,
  });
  const papers = join(work, 'papers');
  const systems = [...new Set(asked.targets.map(({ system }) => SYSTEM_NAMES[system]))];
  writeReleaseDocuments({ root, node, env, dist, folder: papers, output, described, systems });
  const folder = join(work, 'stage');
  for (const { system, target } of asked.targets) {
    const nodeBinary =
      (system === 'win' && windows?.node) || findBundledNode({ node, root, system });
    const staged = stageFiles({ root, dist, folder, described, system, nodeBinary, ...asked });
    const config = join(folder, 'electron-builder.json');
    const given = { root, output, asked, staged, electronDist, papers, windows };
    writeFileSync(config, JSON.stringify(buildBuilderConfig(given)));
    const words = [
      '--config',
      config,
      '--publish',
      'never',
      `--${system}`,
      ...BUILDER_TARGETS[target],
      '--x64',
    ];
    const builder = getBinPath(root, 'electron-builder', 'out', 'cli', 'cli.js');
    const code = await runInTerminal(node, [builder, ...words], { cwd: root, env });
    if (code !== 0) {
      writeMessage('\nNo installer was made; what is wrong stands above.');
      return code;
    }
  }
  if (windows?.authority) copyFileSync(windows.authority, join(output, AUTHORITY_FILE));
  // What electron-builder notes for itself, its unsigned feed and the unpacked program go to nobody.
  for (const entry of readdirSync(output, { withFileTypes: true })) {
    if (entry.isDirectory() || /^builder-|^latest.*\.yml$/.test(entry.name)) {
      rmSync(join(output, entry.name), { recursive: true });
    }
  }
  for (const system of systems) writeSumsFile(output, system);
  const where = relative(root, output) || '.';
  writeMessage(`\nMade in ${where}/. Before it goes to a shop: npm run verify-release -- ${where}`);
  if (asked.isStandIn) writeMessage('It is made of the stand-in, without Electron: NOT FOR SHOPS.');
  return 0;
}

/** Beside build/electron-builder.yml: where things are on this machine, and what marks a stand-in. */
function buildBuilderConfig({ root, output, asked, staged, electronDist, papers, windows }) {
  const linux = join('build', 'release', 'linux');
  return {
    extends: join(root, 'build', 'electron-builder.yml'),
    directories: { app: relative(root, staged.app), output },
    electronDist: staged.electronDist ?? electronDist,
    extraResources: [
      { from: staged.cli, to: 'cli' },
      { from: staged.office, to: 'office' },
      { from: join(papers, NOTICES_FILE), to: NOTICES_FILE },
    ],
    ...(windows === null ? {} : { win: windows.config }),
    deb: {
      ...(asked.isStandIn ? { compression: 'gz', depends: [] } : {}),
      recommends: [],
      fpm: [
        ...['--before-install', join(linux, 'before-install.sh')],
        ...['--conflicts', asked.isStandIn ? 'mostrador' : 'mostrador-standin'],
        ...['mostrador', 'mostrador-cli'].flatMap((name) => [
          `${join(linux, name)}=/usr/bin/${name}`,
          `${join(papers, `${name}.1`)}=/usr/share/man/man1/${name}.1`,
        ]),
      ],
    },
  };
}

async function findElectronDist({ node, root }) {
  if (findElectronBinary(root, process.env) === null)
    await installElectronOnce({ node, root, say: writeMessage });
  if (findElectronBinary(root, process.env) === null) {
    throw new LauncherError(
      "Electron's runtime is not installed, and an installer is made of it. Install it, and run the\n" +
        'same again:\n\n    npx install-electron\n\n' +
        'Only to try the installer itself, without Electron: npm run package -- --linux deb --stand-in',
    );
  }
  return process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules', 'electron', 'dist');
}

/** The Node that is installed with the till, for the commands without a window. */
function findBundledNode({ node, root, system }) {
  const platform = { linux: 'linux', win: 'win32', mac: 'darwin' }[system];
  const packaged = findPackagedNode(root, { platform, arch: 'x64' });
  if (packaged !== null) return packaged;
  if (platform === process.platform && existsSync(node)) return node;
  throw new LauncherError(
    `There is no Node for ${platform} to install with the till: its optional package is missing. Run npm ci on ${platform}.`,
  );
}
