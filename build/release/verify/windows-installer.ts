import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

/** A Windows installer, unpacked with 7-Zip; none of its programs is run. */
export interface WindowsInstaller {
  readonly file: string;
  /** The folder of the installed files. */
  readonly files: string;
  readonly uninstaller: string;
}

const UNINSTALLER = 'Uninstall Mostrador.exe';
/** The folders in which 7-Zip unpacks the files of these installer variables. */
const PLUGINS = '$PLUGINSDIR';
const TEMPORARY = '$R0';

export function openWindowsInstaller(
  folder: string,
  file: string,
  unpackFolder: string,
): WindowsInstaller {
  const outer = join(unpackFolder, 'installer');
  const files = join(unpackFolder, 'files');
  mkdirSync(files, { recursive: true });
  runProgram('7z', 'x', '-y', '-bd', '-bso0', `-o${outer}`, join(folder, file));
  const packed = join(outer, PLUGINS, 'app-64.7z');
  if (!existsSync(packed)) throw new Error(`${file} is not an installer made by npm run package.`);
  runProgram('7z', 'x', '-y', '-bd', '-bso0', `-o${files}`, packed);
  const candidates = [join(outer, TEMPORARY, UNINSTALLER), join(outer, UNINSTALLER)];
  const uninstaller = candidates.find((file) => existsSync(file)) ?? join(outer, UNINSTALLER);
  return { file, files, uninstaller };
}

/** Whether the installer contains the stand-in instead of Electron, independent of its name. */
export function isStandInWindowsInstaller({ files }: WindowsInstaller): boolean {
  return existsSync(join(files, 'standin'));
}
