import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.ts';

/** An installer for Windows, unpacked by 7-Zip: nothing of it is run. */
export interface Setup {
  readonly file: string;
  /** What it installs. */
  readonly files: string;
  readonly uninstaller: string;
}

const UNINSTALLER = 'Uninstall Mostrador.exe';
/** Where 7-Zip puts what the installer keeps in its variables. */
const PLUGINS = '$PLUGINSDIR';
const TEMPORARY = '$R0';

export function openSetup(folder: string, file: string, unpacked: string): Setup {
  const outer = join(unpacked, 'installer');
  const files = join(unpacked, 'files');
  mkdirSync(files, { recursive: true });
  run('7z', 'x', '-y', '-bd', '-bso0', `-o${outer}`, join(folder, file));
  const packed = join(outer, PLUGINS, 'app-64.7z');
  if (!existsSync(packed)) throw new Error(`${file} is not an installer made by npm run package.`);
  run('7z', 'x', '-y', '-bd', '-bso0', `-o${files}`, packed);
  const places = [join(outer, TEMPORARY, UNINSTALLER), join(outer, UNINSTALLER)];
  const uninstaller = places.find((one) => existsSync(one)) ?? join(outer, UNINSTALLER);
  return { file, files, uninstaller };
}

/** Whether Electron's place is taken by the stand-in, whatever the installer is called. */
export function isStandInSetup({ files }: Setup): boolean {
  return existsSync(join(files, 'standin'));
}
