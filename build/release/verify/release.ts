import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';
import { openSetup, type Setup } from './setup.ts';

/** A folder of artefacts, with the installers in it unpacked beside it for as long as it is looked at. */
export interface Release {
  readonly folder: string;
  /** The names of all files in it. */
  readonly files: readonly string[];
  readonly debs: readonly Deb[];
  readonly setups: readonly Setup[];
  /** The program as each installer carries it. */
  readonly programs: readonly Program[];
  close(): void;
}

export interface Deb {
  readonly file: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly entries: readonly DebEntry[];
  /** What runs before and after it is unpacked, by name. */
  readonly controlFolder: string;
  readonly files: string;
}

export interface DebEntry {
  /** As `ls` writes it: `-rwxr-xr-x`. */
  readonly mode: string;
  readonly owner: string;
  /** From the root, with no slash at a folder's end. */
  readonly path: string;
}

export interface Program {
  readonly installer: string;
  readonly folder: string;
  readonly executable: string;
  readonly resources: string;
}

export const INSTALL_FOLDER = '/opt/Mostrador';

export function openRelease(folder: string): Release {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
  const unpacked = mkdtempSync(join(tmpdir(), 'verify-release-'));
  try {
    const debs = files
      .filter((name) => name.endsWith('.deb'))
      .map((name) => openDeb(folder, name, join(unpacked, name)));
    const setups = files
      .filter((name) => name.endsWith('.exe'))
      .map((name) => openSetup(folder, name, join(unpacked, name)));
    const ofDebs = debs.map(({ file, files: root }) => ({
      installer: file,
      folder: join(root, INSTALL_FOLDER),
      executable: join(root, INSTALL_FOLDER, 'mostrador'),
      resources: join(root, INSTALL_FOLDER, 'resources'),
    }));
    const ofSetups = setups.map(({ file, files: root }) => ({
      installer: file,
      folder: root,
      executable: join(root, 'Mostrador.exe'),
      resources: join(root, 'resources'),
    }));
    return {
      folder,
      files,
      debs,
      setups,
      programs: [...ofDebs, ...ofSetups],
      close: () => rmSync(unpacked, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(unpacked, { recursive: true, force: true });
    throw error;
  }
}

function openDeb(folder: string, file: string, unpacked: string): Deb {
  const deb = join(folder, file);
  const controlFolder = join(unpacked, 'control');
  const files = join(unpacked, 'files');
  mkdirSync(unpacked);
  run('dpkg-deb', '--control', deb, controlFolder);
  run('dpkg-deb', '--extract', deb, files);
  return {
    file,
    fields: parseFields(run('dpkg-deb', '--field', deb)),
    entries: run('dpkg-deb', '--contents', deb).split('\n').filter(Boolean).map(parseEntry),
    controlFolder,
    files,
  };
}

/** The fields of a control file; of one that goes on over several lines, all of them. */
export function parseFields(text: string): ReadonlyMap<string, string> {
  const fields = text.trimEnd().split(/\n(?=\S)/);
  return new Map(
    fields.map((field) => {
      const at = field.indexOf(':');
      return [field.slice(0, at), field.slice(at + 1).trim()] as const;
    }),
  );
}

/** `drwxr-xr-x root/root         0 2026-11-22 12:56 ./opt/` */
function parseEntry(line: string): DebEntry {
  const [, mode = '', owner = '', path = ''] =
    /^(\S+) (\S+) +\d+ \S+ \S+ \.?(\/.*?)\/?(?: -> .*)?$/.exec(line) ?? [];
  return { mode, owner, path };
}
