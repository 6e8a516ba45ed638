import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The installers of each system are made on that system and come together in one folder, so what goes
 * with them is named after the system: its sums, and the list of its parts.
 */
export const SYSTEM_NAMES = { linux: 'linux', win: 'windows', mac: 'macos' };
const FILE_PATTERNS = {
  linux: /(\.deb|-linux\.cdx\.json)$/,
  windows: /(\.exe(\.blockmap)?|-windows\.cdx\.json|^NOT-FOR-SHOPS\.pem)$/,
  macos: /(\.(dmg|zip)(\.blockmap)?|-macos\.cdx\.json)$/,
};

/** The system that a file of a release belongs to, by its name; null where that does not say. */
export function findSystem(name) {
  return Object.keys(FILE_PATTERNS).find((system) => FILE_PATTERNS[system].test(name)) ?? null;
}

export function getSumsFileName(system) {
  return `SHA256SUMS-${system}`;
}

export function isSumsFile(name) {
  return Object.keys(FILE_PATTERNS).some((system) => name === getSumsFileName(system));
}

/** In the form that `sha256sum --check` reads; of every file of that system at the top of the folder. */
export function writeSumsFile(folder, system) {
  const lines = listArtefacts(folder)
    .filter((name) => (findSystem(name) ?? system) === system)
    .map((name) => `${hashFile(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, getSumsFileName(system)), lines.join(''));
}

function listArtefacts(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !isSumsFile(entry.name))
    .map(({ name }) => name)
    .sort();
}

export function hashFile(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
