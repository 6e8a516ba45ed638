/**
 * Creates a folder with the structure of Electron's distribution for Linux, with Node and the browser
 * shell instead of Electron. An installer built from it can be installed and started without
 * Electron's runtime. It tests the installer, not the program, and is marked so that it is not shipped.
 */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUSE_WIRE } from './fuse-wire.mjs';

/** Electron has about fifty locales; the build must remove all but the configured ones. */
const STAND_IN_LOCALES = ['de', 'en-US', 'es', 'es-419', 'fr'];

/** @param {{ readonly dist: string, readonly folder: string, readonly electronVersion: string }} options */
export function createLinuxStandIn({ dist, folder, electronVersion }) {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  cpSync(join(dist, 'browser-shell'), join(folder, 'standin'), { recursive: true });
  writeFileSync(join(folder, 'standin', 'package.json'), '{"type":"module"}\n');
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
 * @param {string} file
 * @param {string | Buffer} content
 */
function writeExecutable(file, content) {
  writeFileSync(file, content);
  chmodSync(file, 0o755);
}
