import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { LauncherError } from './messages.mjs';

const REQUIRED_MAJOR = 24;

/** The Node to work with: this one where it is 24, else the installed package, else one in reach. */
export function findNode24(root, machine = process) {
  const own = Number(machine.versions.node.split('.')[0]);
  if (own === REQUIRED_MAJOR) return machine.execPath;
  const packaged = findPackagedNode(root, machine);
  if (packaged !== null && readMajorVersion(packaged) === REQUIRED_MAJOR) return packaged;
  if (own > REQUIRED_MAJOR) return machine.execPath;
  for (const candidate of listCandidates(machine)) {
    if (existsSync(candidate) && readMajorVersion(candidate) >= REQUIRED_MAJOR) return candidate;
  }
  throw new LauncherError(formatAdvice(machine));
}

/** The binary of the optional package for this machine, which npm has put into node_modules. */
export function findPackagedNode(root, { platform, arch }) {
  const system = platform === 'win32' ? 'win' : platform;
  const binary = platform === 'win32' ? 'node.exe' : 'node';
  const file = join(root, 'node_modules', `node-${system}-${arch}`, 'bin', binary);
  return existsSync(file) ? file : null;
}

function listCandidates({ platform, env }) {
  const binary = platform === 'win32' ? 'node.exe' : 'node';
  const onPath = (env.PATH ?? '').split(delimiter).map((folder) => join(folder, binary));
  const brewed = ['/opt/homebrew/opt/node@24/bin/node', '/usr/local/opt/node@24/bin/node'];
  const volta = join(homedir(), '.volta', 'bin', binary);
  return [...onPath, ...brewed, volta];
}

function readMajorVersion(file) {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0);
}

function formatAdvice({ platform, arch, versions }) {
  const here = `Mostrador needs Node ${REQUIRED_MAJOR}; this is Node ${versions.node} on ${platform} ${arch}.`;
  const packaged = ['linux x64', 'linux arm64', 'win32 x64'].includes(`${platform} ${arch}`);
  if (packaged) {
    return `${here}\nIts own Node ${REQUIRED_MAJOR} is an optional package that is missing. Install again, with optional packages:\n\n    npm ci --include=optional\n`;
  }
  if (platform === 'darwin')
    return `${here}\nInstall it, and run the same again:\n\n    brew install node@24\n`;
  return `${here}\nInstall Node ${REQUIRED_MAJOR} from https://nodejs.org/, and run the same again.`;
}
