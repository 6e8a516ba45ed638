import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNamedRandom, SEED } from '../../support/sampling.ts';
import {
  type CrashImage,
  computeImageDigest,
  createCrashDisk,
  type SyncEvent,
  writeCrashImage,
} from './crash-disk.ts';
import type { DiskRecording } from './disk-recording.ts';

/** The lines of a trace after `from` up to `to`. */
export interface RecordedPart {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface ImageTrial {
  /** Different images that were opened. */
  readonly images: number;
  /** What was wrong with the first bad image, and how to see it again; null if none was bad. */
  readonly violation: string | null;
  /** Where the bad image is kept. */
  readonly keptFolder: string | null;
}

/**
 * Loses the power at random lines of a part and opens what is on the disk, up to the first image that
 * is bad. `findFaults` gets the folder of an image and the line. `isSyncLost` plants a fault.
 */
export async function tryImages(
  recording: DiskRecording,
  part: RecordedPart,
  count: number,
  findFaults: (folder: string, line: number) => Promise<readonly string[]>,
  isSyncLost?: (sync: SyncEvent) => boolean,
): Promise<ImageTrial> {
  const random = createNamedRandom(`power loss/${part.name}`);
  const lines = recording.events
    .map(({ ended }) => ended)
    .filter((line) => line > part.from && line <= part.to);
  const disk = createCrashDisk(recording, isSyncLost);
  const digests = new Set<string>();
  // Just before the next change, so that everything told in between counts as told.
  const drawnLines = Array.from({ length: count }, () => random.pick(lines) - 0.5);
  for (const line of drawnLines.sort((first, second) => first - second)) {
    disk.advanceTo(line);
    const image = omitReserve(disk.drawImage(random));
    const digest = computeImageDigest(image);
    if (digests.has(digest)) continue;
    digests.add(digest);
    const folder = mkdtempSync(join(getMemoryFolder(), 'mostrador-power-loss-'));
    writeCrashImage(image, folder);
    const faults = await findFaults(folder, line);
    rmSync(folder, { recursive: true });
    if (faults.length === 0) continue;
    const keptFolder = mkdtempSync(join(tmpdir(), 'mostrador-power-loss-'));
    writeCrashImage(image, keptFolder);
    const violation = `${faults.join('; ')} (TEST_SEED=${SEED}, ${part.name}, line ${line} of the trace, kept in ${keptFolder})`;
    return { images: digests.size, violation, keptFolder };
  }
  return { images: digests.size, violation: null, keptFolder: null };
}

/** The file that only reserves space is large, and its bytes mean nothing. */
function omitReserve({ folders, files }: CrashImage): CrashImage {
  return { folders, files: new Map([...files].filter(([path]) => !/\.reserve\b/.test(path))) };
}

function getMemoryFolder(): string {
  return existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
}
