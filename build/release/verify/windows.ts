import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { extractFile, getRawHeader } from '@electron/asar';
import { isSamePublisher } from '../publisher.mjs';
import { findWindowsSignatureProblems } from './authenticode.ts';
import { type Check, collectProblems } from './check.ts';
import { listElectronFiles, listFiles } from './electron-files.ts';
import { runUnchecked } from './run-program.ts';
import { isStandInWindowsInstaller, type WindowsInstaller } from './windows-installer.ts';

/** The publisher with which tests/release/standin/test-pki.mjs signs the stand-in. */
const STAND_IN_PUBLISHER = 'CN=Mostrador stand-in, O=NOT FOR SHOPS, C=MX';
const STAND_IN_AUTHORITY = 'NOT-FOR-SHOPS.pem';

/** Our files in the program's folder. */
const OWN_FILES = [
  /^resources\/(app\.asar|app-update\.yml|elevate\.exe|THIRD-PARTY-NOTICES\.txt)$/,
  /^resources\/cli\/(node\.exe|package\.json|[\w.-]+\.m?js)$/,
  /^resources\/office\/((package|chain-dashboard)\.json|[\w.-]+\.m?js)$/,
];
const STAND_IN_FILES = [
  /^(Mostrador\.exe|version|ffmpeg\.dll|LICENSE\.electron\.txt|LICENSES\.chromium\.html)$/,
  /^locales\/(en-US|es|es-419)\.pak$/,
  /^standin\/README$/,
];
const REQUIRED_FILES = [
  'Mostrador.exe',
  'resources/app.asar',
  'resources/app-update.yml',
  'resources/elevate.exe',
  'resources/cli/node.exe',
  'resources/cli/mostrador-cli.mjs',
  'resources/office/mostrador-chain.mjs',
];

/** Checks that the installer contains only allowed files, and that its name has the right version. */
export const windowsInstallerFilesCheck: Check = {
  name: 'files of the installer for Windows',
  run: ({ windowsInstallers }) => collectProblems(windowsInstallers, findFileProblems),
};

/**
 * Checks that all programs and libraries of the installer, including itself and its uninstaller, are
 * signed by the publisher and time-stamped. The publisher of a release is TILL_PUBLISHER, trusted by
 * the system's authorities; that of a stand-in is trusted by the certificate in the release folder. On
 * Windows, Windows verifies the signatures.
 */
export const windowsSignaturesCheck: Check = {
  name: 'signatures for Windows',
  run: ({ folder, windowsInstallers }) =>
    collectProblems(windowsInstallers, (installer) => findSignatureProblems(folder, installer)),
};

/** Checks the hash that Electron compares at each start, so that it does not run a changed archive. */
export const asarResourceCheck: Check = {
  name: 'hash of the archive in the program for Windows',
  run: ({ windowsInstallers }) => collectProblems(windowsInstallers, findResourceProblems),
};

function findFileProblems(installer: WindowsInstaller): string[] {
  const isStandIn = isStandInWindowsInstaller(installer);
  const names = listFiles(installer.files);
  const archive = join(installer.files, 'resources', 'app.asar');
  const version = existsSync(archive) ? readVersion(archive) : '';
  const electron = isStandIn ? null : listElectronFiles('windows');
  const patterns = electron === null ? [...OWN_FILES, ...STAND_IN_FILES] : OWN_FILES;
  const requiredFiles = new Set([...REQUIRED_FILES, ...(electron?.required ?? [])]);
  return [
    ...(electron?.problem ? [electron.problem] : []),
    ...names
      .filter((name) => !electron?.allowed.has(name))
      .filter((name) => !patterns.some((pattern) => pattern.test(name)))
      .map((name) => `${name} must not be in it.`),
    ...[...requiredFiles]
      .filter((name) => !names.includes(name))
      .map((name) => `${name} is missing.`),
    ...(existsSync(installer.uninstaller) ? [] : ['its uninstaller is missing.']),
    ...(installer.file === `Mostrador-Setup-${version}.exe`
      ? []
      : [`its name does not match version ${version}.`]),
    ...(isStandIn === version.endsWith('-standin')
      ? []
      : ['its version does not match whether it was built with the stand-in.']),
  ].map((text) => `${installer.file}: ${text}`);
}

/** Returns the publisher that must have signed the installer; empty if it is not known. */
export function getExpectedPublisher(installer: WindowsInstaller): string {
  return isStandInWindowsInstaller(installer)
    ? STAND_IN_PUBLISHER
    : (process.env.TILL_PUBLISHER ?? '');
}

function findSignatureProblems(folder: string, installer: WindowsInstaller): string[] {
  const isStandIn = isStandInWindowsInstaller(installer);
  const publisher = getExpectedPublisher(installer);
  if (publisher === '') {
    return [
      `${installer.file}: the expected publisher is unknown. Set TILL_PUBLISHER to its whole name: CN=…, O=…, C=MX`,
    ];
  }
  const authority = isStandIn ? join(folder, STAND_IN_AUTHORITY) : null;
  const files: [string, string][] = [
    [installer.file, join(folder, installer.file)],
    ...(existsSync(installer.uninstaller)
      ? [['its uninstaller', installer.uninstaller] satisfies [string, string]]
      : []),
    ...listFiles(installer.files).map((name): [string, string] => [
      name,
      join(installer.files, name),
    ]),
  ];
  return files
    .filter(([, path]) => isProgram(path))
    .flatMap(([name, path]) =>
      verifySignature(path, { publisher, authority }).map(
        (text) => `${installer.file}: ${name} ${text}`,
      ),
    );
}

interface Trust {
  readonly publisher: string;
  /** Path of a certificate; null to trust the system's authorities. */
  readonly authority: string | null;
}

/** Returns the problems of the signature of one file. */
function verifySignature(path: string, { publisher, authority }: Trust): string[] {
  if (process.platform === 'win32') return findWindowsSignatureProblems(path, publisher);
  const trustArgs = authority === null ? [] : ['-CAfile', authority, '-TSA-CAfile', authority];
  const { status, stdout, stderr } = runUnchecked(
    'osslsigncode',
    'verify',
    '-in',
    path,
    ...trustArgs,
  );
  if (/No signature found/.test(stdout + stderr)) return ['is not signed.'];
  const problems: string[] = [];
  const subject = /Signer's certificate:[\s\S]*?Subject: *(.+)/.exec(stdout)?.[1] ?? '';
  if (!isSamePublisher(subject, publisher)) {
    problems.push(`is signed by ${subject || 'nobody'}, not by ${publisher}.`);
  }
  if (!/^Timestamp Server Signature verification: ok$/m.test(stdout)) {
    problems.push('has no valid time stamp: its signature would expire with the certificate.');
  }
  if (!/^Message digest algorithm +: SHA256$/m.test(stdout) || /Signature Index: 1/.test(stdout)) {
    problems.push('must have exactly one signature, over SHA-256.');
  }
  if (status !== 0 || !/^Succeeded$/m.test(stdout)) {
    const reason = /(?:error|reason|failed)[^\n]*?: *([^\n]+)/i.exec(stderr || stdout)?.[1];
    problems.push(`has an invalid signature${reason ? ` (${reason})` : ''}.`);
  }
  return problems;
}

function findResourceProblems({ file, files }: WindowsInstaller): string[] {
  const header = getRawHeader(join(files, 'resources', 'app.asar')).headerString;
  const hash = createHash('sha256').update(header).digest('hex');
  const program = readFileSync(join(files, 'Mostrador.exe'));
  const start = program.indexOf('[{"file":"resources\\\\app.asar"');
  if (start === -1) return [`${file}: the program contains no hash of its archive.`];
  const embeddedHashes: unknown = JSON.parse(
    program.toString('utf8', start, program.indexOf(']', start) + 1),
  );
  const [embeddedHash, ...otherHashes]: unknown[] = Array.isArray(embeddedHashes)
    ? embeddedHashes
    : [];
  const { alg, value } = { alg: '', value: '', ...Object(embeddedHash) };
  return otherHashes.length === 0 && alg === 'SHA256' && value === hash
    ? []
    : [`${file}: app.asar does not match the hash in the program.`];
}

/** Whether a file begins like a Windows program or library, independent of its name. */
function isProgram(path: string): boolean {
  const beginning = Buffer.alloc(2);
  const descriptor = openSync(path, 'r');
  readSync(descriptor, beginning, 0, 2, 0);
  closeSync(descriptor);
  return beginning.toString('latin1') === 'MZ';
}

function readVersion(archive: string): string {
  const packageJson: unknown = JSON.parse(extractFile(archive, 'package.json').toString('utf8'));
  return String(Reflect.get(Object(packageJson), 'version'));
}
