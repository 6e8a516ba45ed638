#!/usr/bin/env node
/**
 * Makes a deb as electron-builder asks fpm to, with Debian's own dpkg-deb: nothing is downloaded, and
 * the same files give the same bytes where SOURCE_DATE_EPOCH is set. What it does not know it
 * refuses, so that no later electron-builder loses a field unseen.
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
];
const REPEATED_OPTIONS = ['-d', '--deb-recommends', '--conflicts'];
const SCRIPT_BY_OPTION = {
  '--before-install': 'preinst',
  '--after-install': 'postinst',
  '--before-remove': 'prerm',
  '--after-remove': 'postrm',
};
const COMPRESSION = { gz: 'gzip', xz: 'xz', zstd: 'zstd', none: 'none' };

try {
  buildDeb(parseArguments(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`fpm.mjs: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function parseArguments(words) {
  const asked = {
    one: {},
    many: Object.fromEntries(REPEATED_OPTIONS.map((name) => [name, []])),
    sources: [],
  };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === '--force') continue;
    if (REPEATED_OPTIONS.includes(word) || SINGLE_OPTIONS.includes(word)) {
      index += 1;
      if (REPEATED_OPTIONS.includes(word)) asked.many[word].push(words[index]);
      else asked.one[word] = words[index];
    } else if (word.startsWith('-')) throw new Error(`the option ${word} is not known`);
    else asked.sources.push(word);
  }
  if (asked.one['-s'] !== 'dir' || asked.one['-t'] !== 'deb') throw new Error('only -s dir -t deb');
  for (const name of ['--package', '--name', '--version', '--architecture', '--maintainer']) {
    if (!asked.one[name]) throw new Error(`${name} is missing`);
  }
  return asked;
}

function buildDeb({ one, many, sources }) {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000));
  const stage = mkdtempSync(join(tmpdir(), 'deb-'));
  try {
    for (const source of sources) copySource(source, stage);
    const files = [];
    applyFileModes(stage, files);
    const control = join(stage, 'DEBIAN');
    mkdirSync(control);
    chmodSync(control, 0o755);
    const size = files.reduce((sum, file) => sum + Math.ceil(statSync(file).size / 1024), 0);
    writeFileSync(join(control, 'control'), buildControlFile(one, many, size));
    const sums = files.map((file) => `${md5(file)}  ${relative(stage, file)}\n`);
    writeFileSync(join(control, 'md5sums'), sums.join(''));
    for (const [option, name] of Object.entries(SCRIPT_BY_OPTION)) {
      if (!one[option]) continue;
      copyFileSync(one[option], join(control, name));
      chmodSync(join(control, name), 0o755);
    }
    applyTimestamps(stage, seconds);
    const kind = COMPRESSION[one['--deb-compression'] ?? 'xz'];
    if (kind === undefined) throw new Error(`unknown compression ${one['--deb-compression']}`);
    // A release takes the time that it needs; tests and stand-ins ask for a quick one.
    const level = process.env.TILL_DEB_LEVEL ? [`-z${process.env.TILL_DEB_LEVEL}`] : [];
    const made = spawnSync(
      'dpkg-deb',
      ['--root-owner-group', `-Z${kind}`, ...level, '--build', stage, one['--package']],
      { stdio: 'inherit', env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) } },
    );
    if (made.error) throw new Error(`dpkg-deb cannot be run: ${made.error.message}`);
    if (made.status !== 0) throw new Error(`dpkg-deb ended with ${made.status}`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** `from=to`; a folder with a slash at its end stands for what is in it. */
function copySource(source, stage) {
  const at = source.lastIndexOf('=');
  const from = source.slice(0, at);
  const to = join(stage, source.slice(at + 1));
  mkdirSync(from.endsWith('/') ? to : dirname(to), { recursive: true });
  if (from.endsWith('/')) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  else copyFileSync(from, to);
}

/** Rights do not depend on who built it: executable or not, and never anything more. */
function applyFileModes(folder, files) {
  chmodSync(folder, 0o755);
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) applyFileModes(path, files);
    else if (entry.isFile()) {
      chmodSync(path, statSync(path).mode & 0o111 ? 0o755 : 0o644);
      files.push(path);
    } else if (!entry.isSymbolicLink()) throw new Error(`${path} is no file, folder or link`);
  }
}

function applyTimestamps(folder, seconds) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) applyTimestamps(path, seconds);
    else lutimesSync(path, seconds, seconds);
  }
  lutimesSync(folder, seconds, seconds);
}

function buildControlFile(one, many, size) {
  const [first = '', ...rest] = (one['--description'] ?? '').trim().split('\n');
  const version = one['--iteration']
    ? `${one['--version']}-${one['--iteration']}`
    : one['--version'];
  const fields = {
    Package: one['--name'],
    Version: version,
    License: one['--license'],
    Vendor: one['--vendor'],
    Architecture: one['--architecture'],
    Maintainer: one['--maintainer'],
    'Installed-Size': String(size),
    Depends: many['-d'].join(', '),
    Recommends: many['--deb-recommends'].join(', '),
    Conflicts: many['--conflicts'].join(', '),
    Section: one['--category'] ?? 'default',
    Priority: one['--deb-priority'] ?? 'optional',
    Homepage: one['--url'],
    Description: [first, ...rest.map((line) => ` ${line.trim() || '.'}`)].join('\n'),
  };
  return Object.entries(fields)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

function md5(file) {
  return createHash('md5').update(readFileSync(file)).digest('hex');
}
