import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { getElectronDist } from '../../launcher/electron-runtime.mjs';
import { readElectronVersion } from '../stage.mjs';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** electron-builder deletes these, and all locales but ours. */
const OMITTED_FILES = ['version', 'resources/default_app.asar', 'electron.d.ts'];
const LOCALES = ['en-US', 'es', 'es-419'].map((name) => `locales/${name}.pak`);

export interface ElectronFiles {
  /** Names that the program's folder may contain. */
  readonly allowed: ReadonlySet<string>;
  /** Names that it must contain. */
  readonly required: readonly string[];
  /** Why Electron's files are unknown here; null if they are known. */
  readonly problem: string | null;
}

/**
 * Lists the files that Electron contributes to an installer, by the names that electron-builder gives
 * them: those of Electron's zip for this system, as it was unpacked by Electron's installer.
 */
export function listElectronFiles(system: 'linux' | 'windows', env = process.env): ElectronFiles {
  const [binary, program] =
    system === 'linux' ? ['electron', 'mostrador'] : ['electron.exe', 'Mostrador.exe'];
  const dist = getElectronDist(ROOT, env);
  const version = readElectronVersion(ROOT);
  if (!existsSync(join(dist, binary)) || readVersion(dist) !== version) {
    return {
      allowed: new Set(),
      required: [],
      problem: `Electron ${version} for this system is not in ${dist}, so its files are unknown. Unpack its zip, and name the folder in ELECTRON_OVERRIDE_DIST_PATH.`,
    };
  }
  const toInstalledName = (name: string): string =>
    name === binary ? program : name === 'LICENSE' ? 'LICENSE.electron.txt' : name;
  const names = listFiles(dist).map(toInstalledName);
  return {
    allowed: new Set(names),
    required: names.filter((name) =>
      name.startsWith('locales/') ? LOCALES.includes(name) : !OMITTED_FILES.includes(name),
    ),
    problem: null,
  };
}

/** The files of a folder, relative to it, with slashes. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}

function readVersion(dist: string): string | null {
  const file = join(dist, 'version');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : null;
}
