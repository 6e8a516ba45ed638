import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// The recorded till hashes its PINs with it.
import '../support/quick-pins.ts';
import { recordFigures } from '../proof/record-figures.ts';
import { getSampleSize } from '../support/sampling.ts';
import { findProfileFaults } from './power-loss/check-profile.ts';
import { createCrashDisk, type SyncEvent } from './power-loss/crash-disk.ts';
import { ROOT_NODE, readDiskTree } from './power-loss/disk-recording.ts';
import { DAY_PARTS, type RecordedTill, recordDay } from './power-loss/record-day.ts';
import { type ImageTrial, tryImages } from './power-loss/try-images.ts';
import { createProfileFolders } from './support/counter-actions.ts';
import { traceUnavailableReason } from './support/kernel-trace.ts';
import { type RecordingService, startRecordingService } from './support/recording-service.ts';
import { skipUnlessAvailable } from './support/skip-unless.ts';

/**
 * Power cuts. The system calls of a real till are recorded once. A simulated disk then loses and
 * reorders what was not synced, at random moments, and the till's own start must find in what is left
 * everything that it has told anybody, and nothing torn.
 */

const IMAGES = getSampleSize('power cuts');
const unavailableReason =
  traceUnavailableReason() ??
  (process.env.TILL_DIST === undefined ? 'main is not built; npm test builds it' : null);
const profiles = createProfileFolders();
let service: RecordingService;
let day: RecordedTill;
beforeAll(async () => {
  service = await startRecordingService();
  if (unavailableReason === null) day = await recordDay(service, profiles);
});
afterAll(async () => {
  await service.close();
  profiles.remove();
});

function tryDay(
  partName: string,
  count: number,
  isSyncLost?: (sync: SyncEvent) => boolean,
): Promise<ImageTrial> {
  const { recording, acknowledgements, parts } = day;
  const part = parts.find(({ name }) => name === partName);
  if (part === undefined) throw new Error(`no part of the day is ${partName}`);
  const findFaults = (folder: string, line: number): Promise<string[]> =>
    findProfileFaults(
      folder,
      acknowledgements.filter((acknowledgement) => acknowledgement.line <= line),
      day.finalFiles,
      service.provisioning,
    );
  return tryImages(recording, part, count, findFaults, isSyncLost);
}

it('simulates the files of the recorded till to the byte', (context) => {
  skipUnlessAvailable(context, unavailableReason);
  const disk = createCrashDisk(day.recording);
  disk.advanceTo(Number.POSITIVE_INFINITY);
  const { files } = disk.readCurrentImage();
  const tree = readDiskTree(day.profile);
  for (const [name, node] of tree.names.get(ROOT_NODE) ?? []) {
    const content = tree.contents.get(node);
    if (content !== undefined) expect(files.get(name)?.equals(content), name).toBe(true);
  }
  expect(files.size).toBe(tree.contents.size);
});

describe('power cuts', () => {
  it.for(DAY_PARTS)(
    'loses and tears nothing if the power is lost during: %s',
    { timeout: 3_600_000 },
    async (name, context) => {
      skipUnlessAvailable(context, unavailableReason);
      const { images, violation } = await tryDay(name, IMAGES);
      recordFigures(`power cuts, ${name}`, [images, violation === null ? 0 : 1]);
      expect(violation).toBeNull();
    },
  );
});

const isOfFile =
  (pattern: RegExp) =>
  ({ path }: SyncEvent): boolean =>
    pattern.test(path);

describe('planted faults', () => {
  it.for([
    ['the journal is not synced', 'payments', isOfFile(/-wal$/)],
    ['the folder of the settings is not synced', 'settings', ({ node }) => node === ROOT_NODE],
    ['a backup is not synced', 'backups', isOfFile(/\.part$/)],
  ] as const satisfies [string, string, (sync: SyncEvent) => boolean][])(
    'finds a bad image if %s',
    async ([, name, isSyncLost], context) => {
      skipUnlessAvailable(context, unavailableReason);
      const { violation } = await tryDay(name, 200, isSyncLost);
      expect(violation).not.toBeNull();
      const keptFolder = /kept in (.*)\)$/.exec(violation ?? '')?.[1];
      if (keptFolder !== undefined) rmSync(keptFolder, { recursive: true });
    },
  );
});
