import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The installers of all systems are built separately and then published in one folder, so each system
 * has its own files for checksums and SBOM.
 */
export const SYSTEM_NAMES = /** @type {const} */ ({
  linux: 'linux',
  win: 'windows',
  mac: 'macos',
});
/** @typedef {(typeof SYSTEM_NAMES)[keyof typeof SYSTEM_NAMES]} System */
const SYSTEMS = Object.values(SYSTEM_NAMES);
const FILE_PATTERNS = {
  linux: /(\.deb|-linux\.cdx\.json)$/,
  windows: /(\.exe(\.blockmap)?|-windows\.cdx\.json|^NOT-FOR-SHOPS\.pem)$/,
  macos: /(\.(dmg|zip)(\.blockmap)?|-macos\.cdx\.json)$/,
};

/**
 * The system of a release file, by its name; null if the name does not tell.
 *
 * @param {string} name
 */
export function findSystem(name) {
  return SYSTEMS.find((system) => FILE_PATTERNS[system].test(name)) ?? null;
}

/** @param {System} system */
export function getSumsFileName(system) {
  return `SHA256SUMS-${system}`;
}

/** @param {string} name */
export function isSumsFile(name) {
  return SYSTEMS.some((system) => name === getSumsFileName(system));
}

/**
 * Writes the checksums of a system's files in the folder, in the format of `sha256sum --check`.
 *
 * @param {string} folder
 * @param {System} system
 */
export function writeSumsFile(folder, system) {
  const lines = listArtefacts(folder)
    .filter((name) => (findSystem(name) ?? system) === system)
    .map((name) => `${hashFile(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, getSumsFileName(system)), lines.join(''));
}

/** @param {string} folder */
function listArtefacts(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !isSumsFile(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** @param {string} file */
export function hashFile(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
