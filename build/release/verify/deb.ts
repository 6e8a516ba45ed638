import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractFile } from '@electron/asar';
import { type Check, collectProblems } from './check.ts';
import { type ElectronFiles, listElectronFiles } from './electron-files.ts';
import { type Deb, INSTALL_FOLDER } from './release.ts';

const LINUX = join(import.meta.dirname, '..', 'linux');
const ICON_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];

/** All paths outside the program's folder that the deb may contain. */
const ALLOWED_PATHS = [
  '/usr/bin/mostrador',
  '/usr/bin/mostrador-cli',
  '/usr/share/applications/mostrador.desktop',
  '/usr/share/man/man1/mostrador.1',
  '/usr/share/man/man1/mostrador-cli.1',
  ...ICON_SIZES.map((size) => `/usr/share/icons/hicolor/${size}x${size}/apps/mostrador.png`),
];

/** Our files in the program's folder. */
const OWN_FILES = [
  /^resources\/(app\.asar|apparmor-profile|app-update\.yml|package-type|THIRD-PARTY-NOTICES\.txt)$/,
  /^resources\/cli\/(node|package\.json|[\w.-]+\.m?js)$/,
  /^resources\/office\/((package|chain-dashboard)\.json|[\w.-]+\.m?js)$/,
];
const STAND_IN_FILES = [
  /^(mostrador|chrome-sandbox|version|LICENSE\.electron\.txt|LICENSES\.chromium\.html)$/,
  /^locales\/(en-US|es|es-419)\.pak$/,
  /^standin\//,
];

export const debFieldsCheck: Check = {
  name: 'fields and scripts of the deb',
  run: ({ debs }) => collectProblems(debs, findFieldProblems),
};

export const debFilesCheck: Check = {
  name: 'files of the deb: owners and permissions',
  run: ({ debs }) => collectProblems(debs, findFileProblems),
};

function findFieldProblems(deb: Deb): string[] {
  const formatProblem = (text: string): string => `${deb.file}: ${text}`;
  const problems: string[] = [];
  const getField = (name: string): string => deb.fields.get(name) ?? '';
  const isStandIn = isStandInDeb(deb);
  const name = isStandIn ? 'mostrador-standin' : 'mostrador';
  if (getField('Package') !== name)
    problems.push(formatProblem(`its name is ${getField('Package')}, and should be ${name}.`));
  const version = readProgramVersion(deb).replaceAll('-', '~');
  if (getField('Version') !== version) {
    problems.push(
      formatProblem(
        `its version is ${getField('Version')}, and that of the program is ${version}.`,
      ),
    );
  }
  if (isStandIn !== getField('Version').endsWith('~standin')) {
    problems.push(
      formatProblem('its version does not match whether it was built with the stand-in.'),
    );
  }
  if (!/^[^<]+ <[^@\s]+@[^@\s]+>$/.test(getField('Maintainer'))) {
    problems.push(formatProblem(`its maintainer has no address: ${getField('Maintainer')}.`));
  }
  if (!/^https:\/\//.test(getField('Homepage')))
    problems.push(formatProblem('it has no homepage.'));
  if (!/^(amd64|arm64)$/.test(getField('Architecture'))) {
    problems.push(formatProblem(`its architecture is ${getField('Architecture')}.`));
  }
  if (!isStandIn && !getField('Depends').includes('libgtk')) {
    problems.push(formatProblem('it does not depend on the libraries that Electron needs.'));
  }
  const preinst = readFileSync(join(LINUX, 'before-install.sh'), 'utf8');
  if (readScript(deb, 'preinst') !== preinst) {
    problems.push(
      formatProblem(
        'its preinst script is not before-install.sh, so it would never refuse an installation.',
      ),
    );
  }
  for (const script of ['postinst', 'postrm']) {
    if (readScript(deb, script) === null) problems.push(formatProblem(`its ${script} is missing.`));
  }
  return problems;
}

function findFileProblems(deb: Deb): string[] {
  const isStandIn = isStandInDeb(deb);
  const files = deb.entries.filter(({ mode }) => !mode.startsWith('d'));
  const problems = deb.entries.flatMap(({ mode, owner, path }) => {
    const entryProblems: string[] = [];
    if (owner !== 'root/root') entryProblems.push(`${path} belongs to ${owner}, not to root.`);
    if (/s/i.test(mode.slice(1)))
      entryProblems.push(`${path} has the setuid or setgid bit (${mode}).`);
    if (/w/.test(mode.slice(5))) entryProblems.push(`${path} can be written by others (${mode}).`);
    if (!/^[-d]/.test(mode))
      entryProblems.push(`${path} is neither a file nor a folder (${mode}).`);
    return entryProblems;
  });
  const paths = files.map(({ path }) => path);
  const electron = isStandIn ? null : listElectronFiles('linux');
  if (electron?.problem) problems.push(electron.problem);
  for (const path of paths.filter((candidate) => !isAllowed(candidate, electron))) {
    problems.push(`${path} must not be in it.`);
  }
  const electronPaths = electron?.required.map((name) => `${INSTALL_FOLDER}/${name}`) ?? [];
  for (const path of [...ALLOWED_PATHS, ...electronPaths].filter((path) => !paths.includes(path)))
    problems.push(`${path} is missing.`);
  return problems.map((text) => `${deb.file}: ${text}`);
}

/** `electron`: Electron's files; null for a stand-in. */
function isAllowed(path: string, electron: ElectronFiles | null): boolean {
  if (!path.startsWith(`${INSTALL_FOLDER}/`)) return ALLOWED_PATHS.includes(path);
  const name = path.slice(INSTALL_FOLDER.length + 1);
  const patterns = electron === null ? [...OWN_FILES, ...STAND_IN_FILES] : OWN_FILES;
  return electron?.allowed.has(name) || patterns.some((pattern) => pattern.test(name));
}

/** This folder in the program's folder marks a stand-in. */
export const STAND_IN_FOLDER = 'standin';

/** Whether the deb contains the stand-in instead of Electron, independent of its name. */
export function isStandInDeb(deb: Deb): boolean {
  return existsSync(join(deb.files, INSTALL_FOLDER, STAND_IN_FOLDER));
}

/** The version of the program in the deb. */
function readProgramVersion(deb: Deb): string {
  const archive = join(deb.files, INSTALL_FOLDER, 'resources', 'app.asar');
  const packageJson: unknown = JSON.parse(extractFile(archive, 'package.json').toString('utf8'));
  return String(Reflect.get(Object(packageJson), 'version'));
}

function readScript(deb: Deb, name: string): string | null {
  const file = join(deb.controlFolder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
