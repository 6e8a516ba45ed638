import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A copy of this computer's file system whose changes are only in memory, with its own processes.
 * Installations in it are discarded, and the computer stays unchanged.
 */
export interface Overlay {
  /** Runs a shell command in the overlay, as root. Returns both outputs as one text. */
  sh(line: string): ShellResult;
  /** Starts a shell command as this user, and does not wait for its end. */
  start(user: string, line: string): ChildProcess;
  /** Kills all processes in the overlay, and discards it. */
  close(): Promise<void>;
}

export interface ShellResult {
  readonly code: number;
  readonly text: string;
}

/** Why no overlay is possible here; null if it is. */
export function overlayUnavailableReason(): string | null {
  if (process.platform !== 'linux') return 'this check runs only on Linux';
  if (process.getuid?.() !== 0) return 'this check needs root, to mount an overlay';
  for (const tool of ['/usr/bin/dpkg', '/usr/bin/apt-get', '/usr/bin/unshare']) {
    if (!existsSync(tool)) return `${tool} is missing`;
  }
  const result = spawnSync('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', MOUNT_SCRIPT], {
    env: { ...process.env, MEMORY: tmpdir(), SHARED: '/' },
    encoding: 'utf8',
  });
  return result.status === 0
    ? null
    : `this system cannot mount an overlay (${result.stderr.trim()})`;
}

/** Mounts the layers at the folder MEMORY, invisible outside, and the folder SHARED at /shared. */
const MOUNT_SCRIPT = `set -e
mount -t tmpfs -o size=3g,mode=755 tmpfs "$MEMORY"
cd "$MEMORY"
mkdir upper work root
mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root
mkdir -p root/shared
mount --bind "$SHARED" root/shared`;

/** Uses pivot_root instead of chroot, because a process in a chroot cannot create user namespaces. */
const ENTER_SCRIPT = `${MOUNT_SCRIPT}
mount -t proc proc root/proc
mount --rbind /dev root/dev
mount -t tmpfs -o mode=1777 tmpfs root/tmp
cd root
mkdir .before
pivot_root . .before
umount -l .before
rmdir .before
echo ready
exec sleep infinity`;

/** Opens an overlay. The folder `shared` of this computer is readable and writable at /shared. */
export async function openOverlay(shared: string): Promise<Overlay> {
  const memory = mkdtempSync(join(tmpdir(), 'overlay-'));
  const holder = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', ENTER_SCRIPT],
    {
      env: { ...process.env, MEMORY: memory, SHARED: shared },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exit = new Promise<void>((resolve) => holder.once('exit', () => resolve()));
  let output = '';
  for (const stream of [holder.stdout, holder.stderr]) {
    stream.on('data', (data) => {
      output += String(data);
    });
  }
  while (!output.includes('ready')) {
    if (holder.exitCode !== null) throw new Error(`the overlay could not be mounted: ${output}`);
    await pause(20);
  }
  const initPid = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim();
  const enterArgs = ['--target', initPid, '--mount', '--pid', '--root', '--wd=/'];
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    DEBIAN_FRONTEND: 'noninteractive',
    LC_ALL: 'C.UTF-8',
  };
  return {
    sh: (line) => {
      const { status, stdout } = spawnSync(
        'nsenter',
        [...enterArgs, 'sh', '-c', `exec 2>&1; ${line}`],
        {
          env,
          encoding: 'utf8',
          maxBuffer: 64 << 20,
        },
      );
      return { code: status ?? 1, text: stdout };
    },
    start: (user, line) =>
      spawn('nsenter', [...enterArgs, 'su', '-', user, '-c', line], {
        env,
        stdio: ['pipe', 'pipe', 'pipe'],
      }),
    close: async () => {
      holder.kill('SIGKILL');
      await exit;
      rmdirSync(memory);
    },
  };
}
