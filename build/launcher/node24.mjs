import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { LauncherError } from './messages.mjs';

const REQUIRED_MAJOR = 24;

/**
 * Returns the path of the Node to use: the running one if it is 24, else the optional package, else a
 * newer running one, else one on the PATH. Throws `LauncherError` with instructions if there is none.
 *
 * @typedef {Pick<NodeJS.Process, 'execPath' | 'env'> & { readonly versions: { readonly node: string } } & System} Machine
 * @param {string} root
 * @param {Machine} machine
 * @returns {string}
 */
export function findNode24(root, machine = process) {
  const runningMajor = Number(machine.versions.node.split('.')[0]);
  if (runningMajor === REQUIRED_MAJOR) return machine.execPath;
  const packagedNode = findPackagedNode(root, machine);
  if (packagedNode !== null && readMajorVersion(packagedNode) === REQUIRED_MAJOR) {
    return packagedNode;
  }
  if (runningMajor > REQUIRED_MAJOR) return machine.execPath;
  for (const candidate of listCandidates(machine)) {
    if (existsSync(candidate) && readMajorVersion(candidate) >= REQUIRED_MAJOR) return candidate;
  }
  throw new LauncherError(formatAdvice(machine));
}

/**
 * Returns the binary of the optional node-* package for this platform; null if it is not installed.
 *
 * @typedef {{ readonly platform: string, readonly arch: string }} System
 * @param {string} root
 * @param {System} system
 */
export function findPackagedNode(root, { platform, arch }) {
  const system = platform === 'win32' ? 'win' : platform;
  const binary = platform === 'win32' ? 'node.exe' : 'node';
  const file = join(root, 'node_modules', `node-${system}-${arch}`, 'bin', binary);
  return existsSync(file) ? file : null;
}

/** @param {Machine} machine */
function listCandidates({ platform, env }) {
  const binary = platform === 'win32' ? 'node.exe' : 'node';
  const pathCandidates = (env.PATH ?? '').split(delimiter).map((folder) => join(folder, binary));
  const homebrewCandidates = [
    '/opt/homebrew/opt/node@24/bin/node',
    '/usr/local/opt/node@24/bin/node',
  ];
  const volta = join(homedir(), '.volta', 'bin', binary);
  return [...pathCandidates, ...homebrewCandidates, volta];
}

/** @param {string} file */
function readMajorVersion(file) {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0);
}

/** @param {Machine} machine */
function formatAdvice({ platform, arch, versions }) {
  const requirement = `Mostrador needs Node ${REQUIRED_MAJOR}; this is Node ${versions.node} on ${platform} ${arch}.`;
  const hasPackage = ['linux x64', 'linux arm64', 'win32 x64'].includes(`${platform} ${arch}`);
  if (hasPackage) {
    return `${requirement}\nIts own Node ${REQUIRED_MAJOR} is an optional package that is missing. Install again, with optional packages:\n\n    npm ci --include=optional\n`;
  }
  const how =
    platform === 'darwin'
      ? 'Install it, and run the command again:\n\n    brew install node@24\n'
      : `Install Node ${REQUIRED_MAJOR} from https://nodejs.org/, and run the command again.`;
  return `${requirement}\nnpm has no Node ${REQUIRED_MAJOR} for this system. ${how}`;
}
