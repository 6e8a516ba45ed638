import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readElectronVersion } from '../stage.mjs';
import { listElectronFiles } from './electron-files.ts';

const VERSION = readElectronVersion(join(import.meta.dirname, '..', '..', '..'));
const dist = mkdtempSync(join(tmpdir(), 'electron-zip-'));
afterEach(() => rmSync(dist, { recursive: true, force: true }));

function unpack(names: readonly string[], version = VERSION): ReturnType<typeof listElectronFiles> {
  for (const name of [...names, 'version']) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), name === 'version' ? version : '');
  }
  return listElectronFiles('windows', { ELECTRON_OVERRIDE_DIST_PATH: dist });
}

const NAMES = ['electron.exe', 'LICENSE', 'dxil.dll', 'locales/de.pak', 'locales/es.pak'];

it("lists the files of Electron's zip by their installed names", () => {
  const { allowed, required, problem } = unpack([...NAMES, 'resources/default_app.asar']);
  expect(problem).toBeNull();
  expect(required).toEqual(['LICENSE.electron.txt', 'dxil.dll', 'Mostrador.exe', 'locales/es.pak']);
  expect([...allowed]).toEqual(expect.arrayContaining([...required, 'locales/de.pak', 'version']));
});

it.each([
  ['of another system', NAMES.slice(1), VERSION],
  ['of another version', NAMES, '44.0.0'],
])('knows no files from a zip %s', (_case, names, version) => {
  const { allowed, required, problem } = unpack(names, version);
  expect(problem).toContain(`Electron ${VERSION} for this system is not in ${dist}`);
  expect([allowed.size, required.length]).toEqual([0, 0]);
});
