/**
 * Creates a folder with the structure of Electron's distribution for Linux, with Node and the browser
 * shell instead of Electron. An installer built from it can be installed and started without
 * Electron's runtime. It tests the installer, not the program, and is marked so that it is not shipped.
 */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FUSE_WIRE } from './fuse-wire.mjs';

/** Electron has about fifty locales; the build must remove all but the configured ones. */
const STAND_IN_LOCALES = ['de', 'en-US', 'es', 'es-419', 'fr'];

/** @param {{ readonly root: string, readonly folder: string, readonly electronVersion: string }} options */
export function createLinuxStandIn({ root, folder, electronVersion }) {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  copyBrowserShell({ root, folder: join(folder, 'standin') });
  cpSync(join(root, 'node_modules', 'ws'), join(folder, 'standin', 'node_modules', 'ws'), {
    recursive: true,
  });
  const here = import.meta.dirname;
  copyFileSync(join(here, 'unpack-asar.mjs'), join(folder, 'standin', 'unpack-asar.mjs'));
  copyFileSync(join(here, 'resources-path.mjs'), join(folder, 'standin', 'resources-path.mjs'));
  const script = readFileSync(join(here, 'electron.sh'));
  // Electron's fuses are bytes in its binary, found by a sentinel before them.
  writeExecutable(
    join(folder, 'electron'),
    Buffer.concat([script, Buffer.from('# '), FUSE_WIRE, Buffer.from('\n')]),
  );
  writeExecutable(join(folder, 'chrome-sandbox'), '#!/bin/sh\nexit 1\n');
  writeFileSync(join(folder, 'version'), electronVersion);
  writeFileSync(join(folder, 'LICENSE'), 'In the place of the licence of Electron.\n');
  writeFileSync(
    join(folder, 'LICENSES.chromium.html'),
    "<!doctype html><title>In the place of the licences of Chromium's parts</title>\n",
  );
  for (const locale of STAND_IN_LOCALES)
    writeFileSync(join(folder, 'locales', `${locale}.pak`), locale);
}

/**
 * Copies the entry file and all files that it imports by relative paths, directly or indirectly.
 *
 * @param {{ readonly root: string, readonly folder: string }} options
 */
function copyBrowserShell({ root, folder }) {
  const from = join(root, 'electron');
  const files = new Set(['shell/browser/register.ts', 'shell/browser/index.ts']);
  for (const file of files) {
    const source = readFileSync(join(from, file), 'utf8');
    for (const [, imported = ''] of source.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      files.add(join(dirname(file), imported).replaceAll('\\', '/'));
    }
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
}

/**
 * @param {string} file
 * @param {string | Buffer} content
 */
function writeExecutable(file, content) {
  writeFileSync(file, content);
  chmodSync(file, 0o755);
}
