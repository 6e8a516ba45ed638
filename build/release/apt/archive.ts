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
import { runProgram } from '../verify/index.ts';

/** The rollout rings, first to last. The tills of a ring use the apt suite of that name. */
export const RINGS = ['ring0', 'ring1', 'stable'] as const;
export type Ring = (typeof RINGS)[number];

/** Tills reject older lists, so that an old list cannot be replayed forever. */
const VALID_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Publication {
  readonly archive: string;
  readonly ring: Ring;
  /** The fingerprint of the signing key in gpg's keyring. */
  readonly key: string;
  readonly now: Date;
}

/**
 * Publishes a version to a ring of the archive, for `percent` percent of its tills; call it again with
 * another percentage to extend the rollout. Earlier versions stay for the other tills. The signed file
 * is written last; until then tills see the archive unchanged.
 */
export function publishDeb(deb: string, percent: number, publication: Publication): void {
  const { archive, ring } = publication;
  const name = basename(deb);
  const poolFile = join(archive, 'pool', name);
  mkdirSync(join(archive, 'pool'), { recursive: true });
  if (existsSync(poolFile) && sha256(readFileSync(poolFile)) !== sha256(readFileSync(deb))) {
    throw new Error(
      `The archive already has a different ${name}. A version can be published only once: give this one a new version number.`,
    );
  }
  if (!existsSync(poolFile)) copyFileSync(deb, poolFile);
  const version = runProgram('dpkg-deb', '--field', deb, 'Version').trim();
  const otherStanzas = readStanzas(archive, ring).filter((stanza) => !hasVersion(stanza, version));
  const newerStanza = otherStanzas.find((stanza) => isNewerVersion(getVersion(stanza), version));
  if (newerStanza !== undefined) {
    throw new Error(
      `${ring} already has ${getVersion(newerStanza)}, which is newer than ${version}. To go back, publish the older program with a newer version number.`,
    );
  }
  // Only the newest version is phased; tills outside its percentage keep the one before.
  const unphasedStanzas = otherStanzas.map((stanza) =>
    stanza.replace(/^Phased-Update-Percentage: .*\n/m, ''),
  );
  writeRing([...unphasedStanzas, buildStanza(poolFile, percent)], publication);
}

/** Writes the lists again with a new date, before the old one expires. */
export function renewRing(publication: Publication): void {
  writeRing(readStanzas(publication.archive, publication.ring), publication);
}

function writeRing(stanzas: readonly string[], { archive, ring, key, now }: Publication): void {
  const folder = join(archive, 'dists', ring);
  const packages = Buffer.from(stanzas.map((stanza) => `${stanza}\n`).join(''));
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
  const signedRelease = sign(release, key);
  for (const [path, content] of Object.entries(lists)) replaceFile(join(folder, path), content);
  replaceFile(join(folder, 'Release'), Buffer.from(release));
  replaceFile(join(folder, 'InRelease'), signedRelease);
}

/** Replaces a file atomically. */
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
  if (error !== undefined) throw new Error(`gpg cannot be run: ${error.message}. Install GnuPG.`);
  if (status !== 0) throw new Error(`gpg could not sign with ${key}: ${String(stderr).trim()}`);
  return stdout;
}

function buildStanza(deb: string, percent: number): string {
  const content = readFileSync(deb);
  const phasedField = percent < 100 ? `Phased-Update-Percentage: ${percent}\n` : '';
  const fileFields = [
    `Filename: pool/${basename(deb)}\n`,
    `Size: ${content.length}\n`,
    `SHA256: ${sha256(content)}\n`,
  ];
  return `${runProgram('dpkg-deb', '--field', deb).trimEnd()}\n${phasedField}${fileFields.join('')}`;
}

function readStanzas(archive: string, ring: Ring): string[] {
  const file = join(archive, 'dists', ring, 'main', 'binary-amd64', 'Packages');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n\n')
    .filter((stanza) => stanza.trim() !== '')
    .map((stanza) => `${stanza.trimEnd()}\n`);
}

function getVersion(stanza: string): string {
  return /^Version: (.*)$/m.exec(stanza)?.[1] ?? '';
}

function hasVersion(stanza: string, version: string): boolean {
  return getVersion(stanza) === version;
}

function isNewerVersion(version: string, otherVersion: string): boolean {
  return spawnSync('dpkg', ['--compare-versions', version, 'gt', otherVersion]).status === 0;
}

/** Formats a date like Debian does, in UTC. */
function formatRfc2822(date: Date): string {
  return date.toUTCString().replace('GMT', 'UTC');
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The names of the debs in a folder of artefacts. */
export function listDebs(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.deb'));
}
