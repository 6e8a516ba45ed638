import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folders that a machine has only when something is wrong with it. They are mounted in a name space
 * of the till's own: that needs no rights where the kernel allows it, and nobody else sees them.
 */

/** Why there are none here; null where there are. */
export function mountUnavailableReason(): string | null {
  if (process.platform !== 'linux') return 'such folders are mounted on Linux alone';
  const tried = spawnSync('unshare', ['-Urm', 'sh', '-c', 'mount -t tmpfs small /mnt']);
  return tried.status === 0 ? null : 'this machine lets nobody mount anything (unshare -Urm)';
}

/** The till finds its profile on a disk of 48 MB; `isFull` at its start already. */
export function createSmallDiskCommand({ isFull = false } = {}): readonly string[] {
  const fill = isFull ? '; cat /dev/zero > "$profile/ballast" 2> /dev/null' : '';
  return createMountCommand(
    `mount -t tmpfs -o size=48m small /mnt && cp -a "$profile/." /mnt/ &&
    mount --bind /mnt "$profile"${fill}`,
  );
}

/** The till finds its profile on a disk that takes nothing, not even from root. */
export function createReadOnlyDiskCommand(): readonly string[] {
  return createMountCommand(
    'mount --bind "$profile" "$profile" && mount -o remount,ro,bind "$profile" || exit 1',
  );
}

/** A command that arranges the till's profile and becomes the till. */
function createMountCommand(arrange: string): readonly string[] {
  const findProfile =
    'for word in "$@"; do [ "$before" = --profile ] && profile=$word; before=$word; done';
  return ['unshare', '-Urm', 'sh', '-c', `${findProfile}\n${arrange}\nexec "$@"`, 'place'];
}

/** Takes all the room that a small disk has left. */
export function fillDisk(till: { readonly child: ChildProcess }, profile: string): void {
  for (const size of [1_000_000, 4_096, 1])
    appendToFile(getBallastPath(till, profile), Buffer.alloc(size));
}

export function freeDisk(till: { readonly child: ChildProcess }, profile: string): void {
  rmSync(getBallastPath(till, profile));
}

/** As the till's own process sees its profile: every command before it became the next one. */
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

/** Whether the till has set room aside, as its own process sees its profile. */
export function hasReserve(
  { child }: { readonly child: ChildProcess },
  profile: string,
  ledger: string,
): boolean {
  return existsSync(join('/proc', String(child.pid), 'root', profile, `${ledger}.reserve`));
}
