import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBrowserShell, type StartShell } from './shells.ts';
import { openTill } from './till.ts';
import { test as base } from './till-test.ts';

/** A disk that a test can fill while the till runs. */
export interface SmallDisk {
  /** False where mounting is not permitted on this machine. */
  readonly isPossible: boolean;
  /** Moves the profile to a small disk at the next start of the till. */
  moveProfile(): void;
  fill(): void;
  free(): void;
}

/** `test` with the till's profile on its own disk; on the browser shell only. */
export const test = base.extend<{
  readonly disk: SmallDisk;
  readonly smallDiskState: SmallDiskState;
}>({
  smallDiskState: async ({ shell: _ }, use) => use({ isMoved: false }),
  till: async ({ ownService, chromium, smallDiskState }, use) => {
    const start: StartShell = (args) =>
      createBrowserShell(chromium, smallDiskState.isMoved ? SMALL_DISK_COMMAND : [])(args);
    const till = await openTill(start, ownService?.provisioning('v3.mx') ?? null);
    try {
      await use(till);
    } finally {
      await till.remove();
    }
  },
  disk: async ({ till, smallDiskState }, use) => {
    const getBallastPath = (): string => {
      const mainPid = readFileSync(join(till.profile, 'pid'), 'utf8').trim();
      return join('/proc', mainPid, 'root', till.profile, 'ballast');
    };
    await use({
      isPossible: spawnSync('unshare', ['-Urm', 'true']).status === 0,
      moveProfile: () => {
        smallDiskState.isMoved = true;
      },
      fill: () => {
        for (const size of [1_000_000, 4_096, 1])
          appendToFile(getBallastPath(), Buffer.alloc(size));
      },
      free: () => rmSync(getBallastPath()),
    });
  },
});

interface SmallDiskState {
  isMoved: boolean;
}

/** Only main and its children see the mount: in their own namespace it needs no rights. */
const SMALL_DISK_COMMAND = [
  'unshare',
  '-Urm',
  'sh',
  '-c',
  `for word in "$@"; do [ "$before" = --profile ] && profile=$word; before=$word; done
  echo $$ > "$profile/pid"
  mount -t tmpfs -o size=48m small /mnt && cp -a "$profile/." /mnt/ &&
  mount --bind /mnt "$profile" && exec "$@"`,
  'small-disk',
];

function appendToFile(file: string, bytes: Buffer): void {
  try {
    for (;;) appendFileSync(file, bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
