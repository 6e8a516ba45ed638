import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBrowserShell, type StartShell } from './shells.ts';
import { test as base } from './test.ts';
import { openTill } from './till.ts';

/** A disk that can be filled up under a till that runs. */
export interface SmallDisk {
  /** False where this machine lets nobody mount anything: there is no small disk to be had. */
  readonly isPossible: boolean;
  /** The next start of the till finds its profile moved to a small disk. */
  moveProfile(): void;
  fill(): void;
  free(): void;
}

/** `test`, with the till's profile on a disk of its own; on the browser shell alone. */
export const test = base.extend<{ readonly disk: SmallDisk; readonly startsSmall: SmallDiskState }>(
  {
    startsSmall: async ({ shell: _ }, use) => use({ isMoved: false }),
    till: async ({ ownService, chromium, startsSmall }, use) => {
      const start: StartShell = (args) =>
        createBrowserShell(chromium, startsSmall.isMoved ? SMALL_DISK_COMMAND : [])(args);
      const till = await openTill(start, ownService?.provisioning('v3.mx') ?? null);
      try {
        await use(till);
      } finally {
        await till.remove();
      }
    },
    disk: async ({ till, startsSmall }, use) => {
      const ballast = (): string => {
        const main = readFileSync(join(till.profile, 'pid'), 'utf8').trim();
        return join('/proc', main, 'root', till.profile, 'ballast');
      };
      await use({
        isPossible: spawnSync('unshare', ['-Urm', 'true']).status === 0,
        moveProfile: () => {
          startsSmall.isMoved = true;
        },
        fill: () => {
          for (const size of [1_000_000, 4_096, 1]) appendToFile(ballast(), Buffer.alloc(size));
        },
        free: () => rmSync(ballast()),
      });
    },
  },
);

interface SmallDiskState {
  isMoved: boolean;
}

/** Seen by main and its children alone: a mount in a name space of their own needs no rights. */
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
