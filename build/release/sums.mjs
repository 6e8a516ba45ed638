import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The installers of all systems are built separately and then published in one folder, so each system
 * has its own files for checksums and SBOM.
 */
export const SYSTEM_NAMES = { linux: 'linux', win: 'windows', mac: 'macos' };
const FILE_PATTERNS = {
  linux: /(\.deb|-linux\.cdx\.json)$/,
  windows: /(\.exe(\.blockmap)?|-windows\.cdx\.json|^NOT-FOR-SHOPS\.pem)$/,
  macos: /(\.(dmg|zip)(\.blockmap)?|-macos\.cdx\.json)$/,
};

/** The system of a release file, by its name; null if the name does not tell. */
export function findSystem(name) {
  return Object.keys(FILE_PATTERNS).find((system) => FILE_PATTERNS[system].test(name)) ?? null;
}

export function getSumsFileName(system) {
  return `SHA256SUMS-${system}`;
}

export function isSumsFile(name) {
  return Object.keys(FILE_PATTERNS).some((system) => name === getSumsFileName(system));
}

/** Writes the checksums of a system's files in the folder, in the format of `sha256sum --check`. */
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
