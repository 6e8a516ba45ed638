import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import { openWindowsInstaller, type WindowsInstaller } from './windows-installer.ts';

/** A folder of artefacts. Its installers are unpacked in a temporary folder until `close`. */
export interface Release {
  readonly folder: string;
  /** The names of all files in the folder. */
  readonly files: readonly string[];
  readonly debs: readonly Deb[];
  readonly windowsInstallers: readonly WindowsInstaller[];
  /** The program in each installer. */
  readonly programs: readonly Program[];
  close(): void;
}

export interface Deb {
  readonly file: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly entries: readonly DebEntry[];
  /** The folder of the maintainer scripts and the control file. */
  readonly controlFolder: string;
  readonly files: string;
}

export interface DebEntry {
  /** In the format of `ls`: `-rwxr-xr-x`. */
  readonly mode: string;
  readonly owner: string;
  /** Absolute, without a trailing slash for folders. */
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
  const unpackFolder = mkdtempSync(join(tmpdir(), 'verify-release-'));
  try {
    const debs = files
      .filter((name) => name.endsWith('.deb'))
      .map((name) => openDeb(folder, name, join(unpackFolder, name)));
    const windowsInstallers = files
      .filter((name) => name.endsWith('.exe'))
      .map((name) => openWindowsInstaller(folder, name, join(unpackFolder, name)));
    const debPrograms = debs.map(({ file, files: root }) => ({
      installer: file,
      folder: join(root, INSTALL_FOLDER),
      executable: join(root, INSTALL_FOLDER, 'mostrador'),
      resources: join(root, INSTALL_FOLDER, 'resources'),
    }));
    const installerPrograms = windowsInstallers.map(({ file, files: root }) => ({
      installer: file,
      folder: root,
      executable: join(root, 'Mostrador.exe'),
      resources: join(root, 'resources'),
    }));
    return {
      folder,
      files,
      debs,
      windowsInstallers,
      programs: [...debPrograms, ...installerPrograms],
      close: () => rmSync(unpackFolder, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(unpackFolder, { recursive: true, force: true });
    throw error;
  }
}

function openDeb(folder: string, file: string, unpackFolder: string): Deb {
  const deb = join(folder, file);
  const controlFolder = join(unpackFolder, 'control');
  const files = join(unpackFolder, 'files');
  mkdirSync(unpackFolder);
  runProgram('dpkg-deb', '--control', deb, controlFolder);
  runProgram('dpkg-deb', '--extract', deb, files);
  return {
    file,
    fields: parseFields(runProgram('dpkg-deb', '--field', deb)),
    entries: runProgram('dpkg-deb', '--contents', deb).split('\n').filter(Boolean).map(parseEntry),
    controlFolder,
    files,
  };
}

/** Parses the fields of a control file, including fields with several lines. */
export function parseFields(text: string): ReadonlyMap<string, string> {
  const fields = text.trimEnd().split(/\n(?=\S)/);
  return new Map(
    fields.map((field) => {
      const separatorIndex = field.indexOf(':');
      return [field.slice(0, separatorIndex), field.slice(separatorIndex + 1).trim()] as const;
    }),
  );
}

/** Parses a line such as `drwxr-xr-x root/root         0 2026-11-22 12:56 ./opt/`. */
function parseEntry(line: string): DebEntry {
  const [, mode = '', owner = '', path = ''] =
    /^(\S+) (\S+) +\d+ \S+ \S+ \.?(\/.*?)\/?(?: -> .*)?$/.exec(line) ?? [];
  return { mode, owner, path };
}
