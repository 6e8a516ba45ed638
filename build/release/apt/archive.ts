import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run } from '../verify/index.ts';

/** Who gets a release first; each ring's tills ask for the suite of its name. */
export const RINGS = ['ring0', 'ring1', 'stable'] as const;
export type Ring = (typeof RINGS)[number];

/** A till that was not reached for so long trusts an archive no more: old lists cannot be replayed for ever. */
const VALID_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Publication {
  readonly archive: string;
  readonly ring: Ring;
  /** The fingerprint of the key in gpg's own folder. */
  readonly key: string;
  readonly now: Date;
}

/**
 * Puts a version into a ring of the archive, for so many percent of its tills; once more with another
 * number to spread it. The versions before it stay, for the others. What is signed is written last:
 * until then a till sees the archive as it was.
 */
export function publish(deb: string, percent: number, publication: Publication): void {
  const { archive, ring } = publication;
  const name = basename(deb);
  const pooled = join(archive, 'pool', name);
  mkdirSync(join(archive, 'pool'), { recursive: true });
  if (existsSync(pooled) && sha256(readFileSync(pooled)) !== sha256(readFileSync(deb))) {
    throw new Error(
      `The archive has another ${name} already. A version is published once: give this one a new number.`,
    );
  }
  if (!existsSync(pooled)) copyFileSync(deb, pooled);
  const version = run('dpkg-deb', '--field', deb, 'Version').trim();
  const others = readStanzas(archive, ring).filter((one) => !hasVersion(one, version));
  const newest = others.find((one) => isNewerVersion(getVersion(one), version));
  if (newest !== undefined) {
    throw new Error(
      `${ring} has ${getVersion(newest)}, which is newer than ${version}. Roll forward: give the older program a newer number.`,
    );
  }
  // Only the newest is spread; whoever waits for it keeps the one before.
  const whole = others.map((one) => one.replace(/^Phased-Update-Percentage: .*\n/m, ''));
  writeRing([...whole, buildStanza(pooled, percent)], publication);
}

/** Writes the lists once more with a new date, before the old one expires. */
export function renew(publication: Publication): void {
  writeRing(readStanzas(publication.archive, publication.ring), publication);
}

function writeRing(stanzas: readonly string[], { archive, ring, key, now }: Publication): void {
  const folder = join(archive, 'dists', ring);
  const packages = Buffer.from(stanzas.map((one) => `${one}\n`).join(''));
  const lists: Readonly<Record<string, Buffer>> = {
    'main/binary-amd64/Packages': packages,
    'main/binary-amd64/Packages.gz': gzipSync(packages, { level: 9 }),
  };
  mkdirSync(join(folder, 'main', 'binary-amd64'), { recursive: true });
  const sums = Object.entries(lists).map(
    ([path, content]) => ` ${sha256(content)} ${content.length} ${path}\n`,
  );
  const release = [
    'Origin: Mostrador\nLabel: Mostrador\n',
    `Suite: ${ring}\nCodename: ${ring}\n`,
    `Date: ${formatRfc2822(now)}\n`,
    `Valid-Until: ${formatRfc2822(new Date(now.getTime() + VALID_DAYS * DAY_MS))}\n`,
    'Architectures: amd64\nComponents: main\n',
    `SHA256:\n${sums.join('')}`,
  ].join('');
  const signed = sign(release, key);
  for (const [path, content] of Object.entries(lists)) replaceFile(join(folder, path), content);
  replaceFile(join(folder, 'Release'), Buffer.from(release));
  replaceFile(join(folder, 'InRelease'), signed);
}

/** As a whole: who reads it meanwhile reads the old one. */
function replaceFile(file: string, content: Buffer): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

function sign(text: string, key: string): Buffer {
  const { status, stdout, stderr, error } = spawnSync(
    'gpg',
    ['--batch', '--local-user', key, '--digest-algo', 'SHA512', '--clearsign', '--output', '-'],
    { input: text },
  );
  if (error !== undefined) throw new Error(`gpg cannot be run: ${error.message}`);
  if (status !== 0) throw new Error(`gpg did not sign with ${key}: ${String(stderr).trim()}`);
  return stdout;
}

function buildStanza(deb: string, percent: number): string {
  const content = readFileSync(deb);
  const phased = percent < 100 ? `Phased-Update-Percentage: ${percent}\n` : '';
  const own = [
    `Filename: pool/${basename(deb)}\n`,
    `Size: ${content.length}\n`,
    `SHA256: ${sha256(content)}\n`,
  ];
  return `${run('dpkg-deb', '--field', deb).trimEnd()}\n${phased}${own.join('')}`;
}

function readStanzas(archive: string, ring: Ring): string[] {
  const file = join(archive, 'dists', ring, 'main', 'binary-amd64', 'Packages');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n\n')
    .filter((one) => one.trim() !== '')
    .map((one) => `${one.trimEnd()}\n`);
}

function getVersion(stanza: string): string {
  return /^Version: (.*)$/m.exec(stanza)?.[1] ?? '';
}

function hasVersion(stanza: string, version: string): boolean {
  return getVersion(stanza) === version;
}

function isNewerVersion(one: string, other: string): boolean {
  return spawnSync('dpkg', ['--compare-versions', one, 'gt', other]).status === 0;
}

/** As Debian writes it: always in UTC. */
function formatRfc2822(date: Date): string {
  return date.toUTCString().replace('GMT', 'UTC');
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The debs of a folder of artefacts. */
export function listDebs(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.deb'));
}
