import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The installers of each system are made on that system and come together in one folder, so what goes
 * with them is named after the system: its sums, and the list of its parts.
 */
export const SYSTEMS = { linux: 'linux', win: 'windows', mac: 'macos' };
const FILES = {
  linux: /(\.deb|-linux\.cdx\.json)$/,
  windows: /(\.exe(\.blockmap)?|-windows\.cdx\.json|^NOT-FOR-SHOPS\.pem)$/,
  macos: /(\.(dmg|zip)(\.blockmap)?|-macos\.cdx\.json)$/,
};

/** The system that a file of a release belongs to, by its name; null where that does not say. */
export function systemOf(name) {
  return Object.keys(FILES).find((system) => FILES[system].test(name)) ?? null;
}

export function sumsOf(system) {
  return `SHA256SUMS-${system}`;
}

export function isSums(name) {
  return Object.keys(FILES).some((system) => name === sumsOf(system));
}

/** In the form that `sha256sum --check` reads; of every file of that system at the top of the folder. */
export function writeSums(folder, system) {
  const lines = artefactsIn(folder)
    .filter((name) => (systemOf(name) ?? system) === system)
    .map((name) => `${sha256(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, sumsOf(system)), lines.join(''));
}

function artefactsIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !isSums(entry.name))
    .map(({ name }) => name)
    .sort();
}

export function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
