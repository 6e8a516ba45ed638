import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Faulty disks for a till's profile. They are mounted in the till's own mount namespace: that needs
 * no privileges where the kernel allows it, and other processes do not see them.
 */

/** Returns why this machine cannot mount them; null if it can. */
export function mountUnavailableReason(): string | null {
  if (process.platform !== 'linux') return 'such folders are mounted on Linux alone';
  const mountResult = spawnSync('unshare', ['-Urm', 'sh', '-c', 'mount -t tmpfs small /mnt']);
  return mountResult.status === 0 ? null : 'this machine lets nobody mount anything (unshare -Urm)';
}

/**
 * Returns a command that puts the till's profile on a disk of 48 MB; if `isFull`, the disk is full
 * from the start.
 */
export function createSmallDiskCommand({ isFull = false } = {}): readonly string[] {
  const fillCommand = isFull ? '; cat /dev/zero > "$profile/ballast" 2> /dev/null' : '';
  return createMountCommand(
    `mount -t tmpfs -o size=48m small /mnt && cp -a "$profile/." /mnt/ &&
    mount --bind /mnt "$profile"${fillCommand}`,
  );
}

/** Returns a command that makes the till's profile read-only, also for root. */
export function createReadOnlyDiskCommand(): readonly string[] {
  return createMountCommand(
    'mount --bind "$profile" "$profile" && mount -o remount,ro,bind "$profile" || exit 1',
  );
}

/** Returns a command that prepares the till's profile and then executes the till in its place. */
function createMountCommand(prepareCommand: string): readonly string[] {
  const findProfile =
    'for word in "$@"; do [ "$before" = --profile ] && profile=$word; before=$word; done';
  return ['unshare', '-Urm', 'sh', '-c', `${findProfile}\n${prepareCommand}\nexec "$@"`, 'place'];
}

/** Fills a small disk. */
export function fillDisk(till: { readonly child: ChildProcess }, profile: string): void {
  for (const size of [1_000_000, 4_096, 1])
    appendToFile(getBallastPath(till, profile), Buffer.alloc(size));
}

export function freeDisk(till: { readonly child: ChildProcess }, profile: string): void {
  rmSync(getBallastPath(till, profile));
}

/**
 * The path of the ballast file in the mount namespace of the till's process. Each command replaces
 * itself by the next (exec), so the child's PID is the till's.
 */
function getBallastPath({ child }: { readonly child: ChildProcess }, profile: string): string {
  return join('/proc', String(child.pid), 'root', profile, 'ballast');
}

function appendToFile(file: string, bytes: Buffer): void {
  try {
    for (;;) appendFileSync(file, bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

/** Whether the till has created its reserve file, seen in the mount namespace of its process. */
export function hasReserve(
  { child }: { readonly child: ChildProcess },
  profile: string,
  ledger: string,
): boolean {
  return existsSync(join('/proc', String(child.pid), 'root', profile, `${ledger}.reserve`));
}
