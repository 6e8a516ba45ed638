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
import { AUTHORITY_FILE, prepareWindowsSigning } from '../release/windows.mjs';
import { build } from './build.mjs';
import { getElectronDist, runtimeUnusableReason } from './electron-runtime.mjs';
import { installElectron } from './install-electron.mjs';
import { LauncherError, writeMessage } from './messages.mjs';
import { findPackagedNode } from './node24.mjs';
import { parsePackageArguments, readCommitTime } from './package-arguments.mjs';
import { buildEnvironment, getBinPath, runInTerminal } from './run.mjs';

/** On macOS, updates use the zip, and a person installs the dmg. */
const BUILDER_TARGETS = { deb: ['deb'], nsis: ['nsis'], dmg: ['dmg', 'zip'] };

/**
 * Builds installers in out/installers/. Downloads only Electron's runtime; with `--stand-in` nothing.
 *
 * @type {import('./run.mjs').Command}
 */
export async function run({ node, args, root }) {
  const options = parsePackageArguments(args, process.platform);
  const output = resolve(root, options.output);
  mkdirSync(join(root, 'out', 'package'), { recursive: true });
  // A separate folder per run, so that neither a till running from dist/ nor another run is affected.
  const work = mkdtempSync(join(root, 'out', 'package', 'work-'));
  try {
    return await buildInstallers({ node, root, options, output, work });
  } finally {
    rmSync(work, { recursive: true });
  }
}

/**
 * @param {import('./run.mjs').Checkout & {
 *   readonly options: import('./package-arguments.mjs').PackageOptions,
 *   readonly output: string,
 *   readonly work: string,
 * }} options
 */
async function buildInstallers({ node, root, options, output, work }) {
  const updatesUrl = readUpdatesUrl(options.isStandIn);
  const windows = options.targets.some(({ system }) => system === 'win')
    ? prepareWindowsSigning({
        root,
        node,
        env: buildEnvironment(node),
        isStandIn: options.isStandIn,
      })
    : null;
  const electronDist = options.isStandIn ? null : await findElectronDist({ node, root });
  const packageJson = buildPackageJson({ root, ...options });
  const dist = join(work, 'dist');
  process.env.TILL_LICENCES = '1';
  await build({ node, root, dist: relative(root, dist) });

  mkdirSync(output, { recursive: true });
  for (const name of readdirSync(output)) rmSync(join(output, name), { recursive: true });
  const env = buildEnvironment(node, {
    CUSTOM_FPM_PATH: join(root, 'build', 'release', 'fpm.mjs'),
    SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? readCommitTime(root),
    ...(options.isStandIn ? { TILL_DEB_LEVEL: '1' } : {}),
    ...windows?.env,
  });
  const documents = join(work, 'papers');
  const systems = [...new Set(options.targets.map(({ system }) => SYSTEM_NAMES[system]))];
  writeReleaseDocuments({
    root,
    node,
    env,
    dist,
    folder: documents,
    output,
    described: packageJson,
    systems,
  });
  const folder = join(work, 'stage');
  for (const { system, target } of options.targets) {
    const nodeBinary =
      (system === 'win' && windows?.node) || findBundledNode({ node, root, system });
    const stagedFiles = stageFiles({
      root,
      dist,
      folder,
      described: packageJson,
      system,
      nodeBinary,
      ...options,
    });
    const config = join(folder, 'electron-builder.json');
    const configOptions = {
      root,
      output,
      options,
      staged: stagedFiles,
      electronDist,
      documents,
      windows,
      updatesUrl,
    };
    writeFileSync(config, JSON.stringify(buildBuilderConfig(configOptions)));
    const builderArgs = [
      '--config',
      config,
      '--publish',
      'never',
      `--${system}`,
      ...BUILDER_TARGETS[target],
      '--x64',
    ];
    const builder = getBinPath(root, 'electron-builder', 'out', 'cli', 'cli.js');
    const exitCode = await runInTerminal(node, [builder, ...builderArgs], { cwd: root, env });
    if (exitCode !== 0) {
      writeMessage('\nNo installer was built. The error is above.');
      return exitCode;
    }
  }
  if (windows?.authority) copyFileSync(windows.authority, join(output, AUTHORITY_FILE));
  // Delete electron-builder's own notes, its feed (see publish-feed), and the unpacked program.
  for (const entry of readdirSync(output, { withFileTypes: true })) {
    if (entry.isDirectory() || /^builder-|^latest.*\.yml$/.test(entry.name)) {
      rmSync(join(output, entry.name), { recursive: true });
    }
  }
  for (const system of systems) writeSumsFile(output, system);
  const outputPath = relative(root, output) || '.';
  writeMessage(
    `\nBuilt in ${outputPath}/. Check it before you release it: npm run verify-release -- ${outputPath}`,
  );
  if (options.isStandIn)
    writeMessage('It was built with the stand-in, without Electron: NOT FOR SHOPS.');
  return 0;
}

/**
 * Extends build/electron-builder.yml by the paths on this computer, and by the options of a stand-in.
 *
 * @param {{
 *   readonly root: string,
 *   readonly output: string,
 *   readonly options: import('./package-arguments.mjs').PackageOptions,
 *   readonly staged: ReturnType<typeof stageFiles>,
 *   readonly electronDist: string | null,
 *   readonly documents: string,
 *   readonly windows: import('../release/windows.mjs').WindowsSigning | null,
 *   readonly updatesUrl: string | null,
 * }} options
 */
function buildBuilderConfig({
  root,
  output,
  options,
  staged,
  electronDist,
  documents,
  windows,
  updatesUrl,
}) {
  const linux = join('build', 'release', 'linux');
  return {
    extends: join(root, 'build', 'electron-builder.yml'),
    directories: { app: relative(root, staged.app), output },
    electronDist: staged.electronDist ?? electronDist,
    publish: updatesUrl === null ? null : { provider: 'generic', url: updatesUrl },
    extraResources: [
      { from: staged.cli, to: 'cli' },
      { from: staged.office, to: 'office' },
      { from: join(documents, NOTICES_FILE), to: NOTICES_FILE },
    ],
    ...(windows === null ? {} : { win: windows.config }),
    deb: {
      ...(options.isStandIn ? { compression: 'gz', depends: [] } : {}),
      recommends: [],
      fpm: [
        ...['--before-install', join(linux, 'before-install.sh')],
        ...['--desktop-exec', '/usr/bin/mostrador'],
        ...['--conflicts', options.isStandIn ? 'mostrador' : 'mostrador-standin'],
        ...['mostrador', 'mostrador-cli'].flatMap((name) => [
          `${join(linux, name)}=/usr/bin/${name}`,
          `${join(documents, `${name}.1`)}=/usr/share/man/man1/${name}.1`,
        ]),
      ],
    },
  };
}

/**
 * Returns the address of the update feed, which the installers contain; null for none.
 *
 * @param {boolean} isStandIn
 */
function readUpdatesUrl(isStandIn) {
  const url = isStandIn ? 'https://updates.invalid/' : process.env.TILL_UPDATES_URL;
  if (!url) return null;
  if (URL.parse(url)?.protocol === 'https:') return url;
  throw new LauncherError(
    `TILL_UPDATES_URL must begin with https://, because tills accept no other address: ${url}`,
  );
}

/** @param {import('./run.mjs').Checkout} checkout */
async function findElectronDist({ node, root }) {
  const { env } = process;
  const reason =
    env.ELECTRON_OVERRIDE_DIST_PATH || runtimeUnusableReason(root, env) === null
      ? runtimeUnusableReason(root, env)
      : await installElectron({ node, root });
  if (reason === null) return getElectronDist(root, env);
  throw new LauncherError(
    `An installer must contain Electron's runtime: ${reason}\n\n` +
      'To test the installer without Electron: npm run package -- --linux deb --stand-in',
  );
}

/**
 * Returns the Node that is installed with the till, for commands without a window.
 *
 * @param {import('./run.mjs').Checkout & {
 *   readonly system: import('./package-arguments.mjs').TargetSystem,
 * }} options
 */
function findBundledNode({ node, root, system }) {
  const platform = { linux: 'linux', win: 'win32', mac: 'darwin' }[system];
  const packagedNode = findPackagedNode(root, { platform, arch: 'x64' });
  if (packagedNode !== null) return packagedNode;
  if (platform === process.platform && existsSync(node)) return node;
  throw new LauncherError(
    `The Node package for ${platform}, which the installer must contain, is missing. Run npm ci on ${platform}.`,
  );
}
