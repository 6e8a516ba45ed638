import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * This computer as it is, with everything that is written kept apart in memory, and with processes of
 * its own: what is installed there is gone afterwards, and the computer itself is not touched.
 */
export interface Overlay {
  /** A line of shell in it, as root. What it says on both outputs is kept together. */
  sh(line: string): ShellResult;
  /** Starts a line as this user, and leaves it running. */
  start(user: string, line: string): ChildProcess;
  /** Ends everything in it. */
  close(): Promise<void>;
}

export interface ShellResult {
  readonly code: number;
  readonly text: string;
}

/** Why there can be none here; null where there can. */
export function overlayUnavailableReason(): string | null {
  if (process.platform !== 'linux') return 'it is tried on Linux alone';
  if (process.getuid?.() !== 0) return 'only root may make a file system';
  for (const tool of ['/usr/bin/dpkg', '/usr/bin/apt-get', '/usr/bin/unshare']) {
    if (!existsSync(tool)) return `there is no ${tool}`;
  }
  const tried = spawnSync('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', MOUNT_SCRIPT], {
    env: { ...process.env, MEMORY: tmpdir(), SHARED: '/' },
    encoding: 'utf8',
  });
  return tried.status === 0 ? null : `this system gives no overlay (${tried.stderr.trim()})`;
}

/** Over the folder MEMORY, which nobody outside sees: the layers, and SHARED to be read at /shared. */
const MOUNT_SCRIPT = `set -e
mount -t tmpfs -o size=3g,mode=755 tmpfs "$MEMORY"
cd "$MEMORY"
mkdir upper work root
mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root
mkdir -p root/shared
mount --bind "$SHARED" root/shared`;

/** A new root rather than chroot: whoever is in a chroot may make no user namespaces. */
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

/** `shared` is a folder of this computer that can be read, and written, at /shared. */
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
  const ended = new Promise<void>((resolve) => holder.once('exit', () => resolve()));
  let said = '';
  for (const stream of [holder.stdout, holder.stderr]) {
    stream.on('data', (data) => {
      said += String(data);
    });
  }
  while (!said.includes('ready')) {
    if (holder.exitCode !== null) throw new Error(`there is no overlay here: ${said}`);
    await pause(20);
  }
  const first = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim();
  const inside = ['--target', first, '--mount', '--pid', '--root', '--wd=/'];
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    DEBIAN_FRONTEND: 'noninteractive',
    LC_ALL: 'C.UTF-8',
  };
  return {
    sh: (line) => {
      const { status, stdout } = spawnSync(
        'nsenter',
        [...inside, 'sh', '-c', `exec 2>&1; ${line}`],
        {
          env,
          encoding: 'utf8',
          maxBuffer: 64 << 20,
        },
      );
      return { code: status ?? 1, text: stdout };
    },
    start: (user, line) =>
      spawn('nsenter', [...inside, 'su', '-', user, '-c', line], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    close: async () => {
      holder.kill('SIGKILL');
      await ended;
      rmdirSync(memory);
    },
  };
}
