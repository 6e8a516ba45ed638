#!/usr/bin/env node
/**
 * Replaces fpm for electron-builder: builds a deb with Debian's dpkg-deb. Downloads nothing, and is
 * reproducible if SOURCE_DATE_EPOCH is set. Rejects unknown options, so that an option of a later
 * electron-builder is not silently ignored.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const SINGLE_OPTIONS = [
  ...['-s', '-t', '--deb-compression', '--architecture', '--description', '--version', '--package'],
  ...['--name', '--maintainer', '--vendor', '--url', '--deb-priority', '--category', '--license'],
  ...['--iteration', '--before-install', '--after-install', '--before-remove', '--after-remove'],
  // Only ours: what the desktop entry starts. electron-builder always writes the program itself.
  '--desktop-exec',
];
const REPEATED_OPTIONS = ['-d', '--deb-recommends', '--conflicts'];
const SCRIPT_BY_OPTION = {
  '--before-install': 'preinst',
  '--after-install': 'postinst',
  '--before-remove': 'prerm',
  '--after-remove': 'postrm',
};
/** @type {Partial<Record<string, string>>} */
const COMPRESSION = { gz: 'gzip', xz: 'xz', zstd: 'zstd', none: 'none' };

try {
  buildDeb(parseArguments(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`fpm.mjs: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/**
 * @typedef {Partial<Record<string, string>>} SingleOptions
 * @typedef {Record<string, string[]>} RepeatedOptions
 * @param {readonly string[]} words
 */
function parseArguments(words) {
  /** @type {{ single: SingleOptions, repeated: RepeatedOptions, sources: string[] }} */
  const options = { single: {}, repeated: {}, sources: [] };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--force') continue;
    if (REPEATED_OPTIONS.includes(word) || SINGLE_OPTIONS.includes(word)) {
      index += 1;
      const value = words[index] ?? '';
      if (SINGLE_OPTIONS.includes(word)) options.single[word] = value;
      else options.repeated[word] = [...(options.repeated[word] ?? []), value];
    } else if (word.startsWith('-')) throw new Error(`unknown option ${word}`);
    else options.sources.push(word);
  }
  if (options.single['-s'] !== 'dir' || options.single['-t'] !== 'deb')
    throw new Error('only -s dir -t deb');
  for (const name of ['--package', '--name', '--version', '--architecture', '--maintainer']) {
    if (!options.single[name]) throw new Error(`${name} is missing`);
  }
  return options;
}

/** @param {ReturnType<typeof parseArguments>} options */
function buildDeb({ single, repeated, sources }) {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000));
  const stage = mkdtempSync(join(tmpdir(), 'deb-'));
  try {
    for (const source of sources) copySource(source, stage);
    const desktopExec = single['--desktop-exec'];
    if (desktopExec) writeDesktopExec(stage, desktopExec);
    /** @type {string[]} */
    const files = [];
    applyFileModes(stage, files);
    const control = join(stage, 'DEBIAN');
    mkdirSync(control);
    chmodSync(control, 0o755);
    const size = files.reduce((sum, file) => sum + Math.ceil(statSync(file).size / 1024), 0);
    writeFileSync(join(control, 'control'), buildControlFile(single, repeated, size));
    const sums = files.map((file) => `${md5(file)}  ${relative(stage, file)}\n`);
    writeFileSync(join(control, 'md5sums'), sums.join(''));
    for (const [option, name] of Object.entries(SCRIPT_BY_OPTION)) {
      const script = single[option];
      if (!script) continue;
      copyFileSync(script, join(control, name));
      chmodSync(join(control, name), 0o755);
    }
    applyTimestamps(stage, seconds);
    const kind = COMPRESSION[single['--deb-compression'] ?? 'xz'];
    if (kind === undefined) throw new Error(`unknown compression ${single['--deb-compression']}`);
    // Tests and stand-ins set a low compression level, because it is faster.
    const level = process.env.TILL_DEB_LEVEL ? [`-z${process.env.TILL_DEB_LEVEL}`] : [];
    const result = spawnSync(
      'dpkg-deb',
      ['--root-owner-group', `-Z${kind}`, ...level, '--build', stage, single['--package'] ?? ''],
      { stdio: 'inherit', env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) } },
    );
    if (result.error) throw new Error(`dpkg-deb cannot be run: ${result.error.message}`);
    if (result.status !== 0) throw new Error(`dpkg-deb ended with ${result.status}`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/**
 * `source` is `from=to`. A folder with a trailing slash means its content.
 *
 * @param {string} source
 * @param {string} stage
 */
function copySource(source, stage) {
  const separatorIndex = source.lastIndexOf('=');
  const from = source.slice(0, separatorIndex);
  const to = join(stage, source.slice(separatorIndex + 1));
  mkdirSync(from.endsWith('/') ? to : dirname(to), { recursive: true });
  if (from.endsWith('/')) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  else copyFileSync(from, to);
}

/**
 * @param {string} stage
 * @param {string} command
 */
function writeDesktopExec(stage, command) {
  const folder = join(stage, 'usr', 'share', 'applications');
  for (const name of readdirSync(folder)) {
    const entry = readFileSync(join(folder, name), 'utf8');
    const changed = entry.replace(/^Exec=\S+/m, `Exec=${command}`);
    if (!changed.includes(`\nExec=${command} `)) throw new Error(`${name} has no Exec line`);
    writeFileSync(join(folder, name), changed);
  }
}

/**
 * Sets modes independent of the builder's umask: 755 for folders and executables, 644 for others.
 *
 * @param {string} folder
 * @param {string[]} files
 */
function applyFileModes(folder, files) {
  chmodSync(folder, 0o755);
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) applyFileModes(path, files);
    else if (entry.isFile()) {
      chmodSync(path, statSync(path).mode & 0o111 ? 0o755 : 0o644);
      files.push(path);
    } else if (!entry.isSymbolicLink()) throw new Error(`${path} is not a file, folder or link`);
  }
}

/**
 * @param {string} folder
 * @param {number} seconds
 */
function applyTimestamps(folder, seconds) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) applyTimestamps(path, seconds);
    else lutimesSync(path, seconds, seconds);
  }
  lutimesSync(folder, seconds, seconds);
}

/**
 * @param {SingleOptions} single
 * @param {RepeatedOptions} repeated
 * @param {number} size
 */
function buildControlFile(single, repeated, size) {
  const [first = '', ...rest] = (single['--description'] ?? '').trim().split('\n');
  const version = single['--iteration']
    ? `${single['--version']}-${single['--iteration']}`
    : single['--version'];
  const fields = {
    Package: single['--name'],
    Version: version,
    License: single['--license'],
    Vendor: single['--vendor'],
    Architecture: single['--architecture'],
    Maintainer: single['--maintainer'],
    'Installed-Size': String(size),
    Depends: repeated['-d']?.join(', '),
    Recommends: repeated['--deb-recommends']?.join(', '),
    Conflicts: repeated['--conflicts']?.join(', '),
    Section: single['--category'] ?? 'default',
    Priority: single['--deb-priority'] ?? 'optional',
    Homepage: single['--url'],
    Description: [first, ...rest.map((line) => ` ${line.trim() || '.'}`)].join('\n'),
  };
  return Object.entries(fields)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

/** @param {string} file */
function md5(file) {
  return createHash('md5').update(readFileSync(file)).digest('hex');
}
