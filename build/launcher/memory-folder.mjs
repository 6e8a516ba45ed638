import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { freemem } from 'node:os';
import { basename, join } from 'node:path';

const GIB = 1024 ** 3;
/** A run of all tests was seen to use less than a tenth of it. */
const MIN_FREE_BYTES = 8 * GIB;
const NAME_PATTERN = /^tills-(\d+)$/;

/**
 * Creates a folder in memory for the temporary files of a run, because most tests sync a ledger at
 * every step and would wait for the disk. Returns null where the system has none that is large enough:
 * then the temporary folder of the system is used. Removes the folders of runs that were killed.
 *
 * @param {NodeJS.ProcessEnv} env A person who sets TMPDIR has chosen another folder.
 * @param {string} memory Where Linux keeps files in memory.
 * @returns {string | null}
 */
export function createMemoryFolder(env = process.env, memory = '/dev/shm') {
  if (env.TMPDIR || !isLargeEnough(memory)) return null;
  for (const name of readdirSync(memory)) {
    const pid = NAME_PATTERN.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) removeMemoryFolder(join(memory, name));
  }
  const folder = join(memory, `tills-${process.pid}`);
  mkdirSync(folder);
  // Like /tmp, because PostgreSQL and OpenSSH run as other users. The umask does not change chmod.
  chmodSync(folder, 0o1777);
  return folder;
}

/** @param {string} folder A folder that `createMemoryFolder` returned. */
export function removeMemoryFolder(folder) {
  if (!NAME_PATTERN.test(basename(folder))) throw new Error(`${folder} is not such a folder`);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** @param {string} memory */
function isLargeEnough(memory) {
  if (process.platform !== 'linux') return false;
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) >= MIN_FREE_BYTES && canExecuteFiles(memory);
  } catch {
    // Without such a folder, the temporary folder of the system is used.
    return false;
  }
}

/** @param {string} memory */
function canExecuteFiles(memory) {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).findLast((line) => line[1] === memory)?.[3];
  return !(options ?? '').split(',').includes('noexec');
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return Object(error).code === 'EPERM';
  }
}
