import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// The recorded till hashes its PINs with it.
import '../support/quick-pins.ts';
import { recordFigures } from '../proof/record-figures.ts';
import { getSampleSize, sampleCases } from '../support/sampling.ts';
import { findProfileFaults } from './power-loss/check-profile.ts';
import type { SyncEvent } from './power-loss/crash-disk.ts';
import { ROOT_NODE } from './power-loss/disk-recording.ts';
import { DAY_PARTS, recordDay } from './power-loss/record-day.ts';
import { findEarlierLedgerFaults, recordMigration } from './power-loss/record-migration.ts';
import { recordRestore } from './power-loss/record-restore.ts';
import type { RecordedTill } from './power-loss/record-till.ts';
import { type ImageTrial, tryImages } from './power-loss/try-images.ts';
import { createProfileFolders } from './support/counter-actions.ts';
import { traceUnavailableReason } from './support/kernel-trace.ts';
import { type RecordingService, startRecordingService } from './support/recording-service.ts';
import { skipUnlessAvailable } from './support/skip-unless.ts';

/**
 * Power cuts. The system calls of a real till are recorded once. A simulated disk then loses and
 * reorders what was not synced, at random moments, and the till's own start must find in what is left
 * everything that the till has told anybody, and nothing torn. `--all` tries every part and fault.
 */

const IMAGES = getSampleSize('power cuts');
const MAX_IMAGES_UNTIL_FAULT = 500;
const unavailableReason =
  traceUnavailableReason() ??
  (process.env.TILL_DIST === undefined ? 'main is not built; npm test builds it' : null);
const profiles = createProfileFolders();
let service: RecordingService;
let day: RecordedTill;
const laterTills = new Map<string, RecordedTill>();
beforeAll(async () => {
  service = await startRecordingService();
  if (unavailableReason === null) day = await recordDay(service, profiles);
});
afterAll(async () => {
  await service.close();
  profiles.remove();
});

/** Records the tills that go on with the day's profile when they are first needed. */
async function getRecordedTill(partName: string): Promise<RecordedTill> {
  const record = { restore: recordRestore, migration: recordMigration }[partName];
  if (record === undefined) return day;
  const till = laterTills.get(partName) ?? (await record(day, profiles));
  laterTills.set(partName, till);
  return till;
}

async function tryPart(
  partName: string,
  count: number,
  isSyncLost?: (sync: SyncEvent) => boolean,
): Promise<ImageTrial> {
  const { recording, acknowledgements, parts, finalFiles } = await getRecordedTill(partName);
  const part = parts.find(({ name }) => name === partName);
  if (part === undefined) throw new Error(`no part of a recording is ${partName}`);
  const findFaults = async (folder: string, line: number): Promise<string[]> => {
    const acknowledged = acknowledgements.filter((acknowledgement) => acknowledgement.line <= line);
    const faults = await findProfileFaults(folder, acknowledged, finalFiles, service.provisioning);
    if (partName !== 'migration' || faults.length > 0) return faults;
    return findEarlierLedgerFaults(folder, acknowledged);
  };
  return await tryImages(recording, part, count, findFaults, isSyncLost);
}

const PARTS: readonly string[] = [...DAY_PARTS, 'restore', 'migration'];

describe('power cuts', () => {
  it.for(sampleCases('parts with power cuts', PARTS, 3))(
    'loses and tears nothing if the power is lost during: %s',
    { timeout: 3_600_000 },
    async (name, context) => {
      skipUnlessAvailable(context, unavailableReason);
      const { images, violation } = await tryPart(name, IMAGES);
      recordFigures(`power cuts, ${name}`, [images, violation === null ? 0 : 1]);
      expect(violation).toBeNull();
    },
  );
});

interface PlantedFault {
  readonly name: string;
  readonly part: string;
  readonly isSyncLost: (sync: SyncEvent) => boolean;
}

const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'the journal is not synced',
    part: 'payments',
    isSyncLost: ({ path }) => path.endsWith('-wal'),
  },
  {
    name: 'the folder of the settings is not synced',
    part: 'settings',
    isSyncLost: ({ node }) => node === ROOT_NODE,
  },
  {
    name: 'a backup is not synced',
    part: 'backups',
    isSyncLost: ({ path }) => path.endsWith('.part'),
  },
  {
    name: 'the folder of a restored ledger is not synced',
    part: 'restore',
    isSyncLost: ({ node }) => node === ROOT_NODE,
  },
  {
    name: 'the copy before a migration is not synced',
    part: 'migration',
    isSyncLost: ({ path }) => /before-version.*\.part$/.test(path),
  },
];

describe('planted faults', () => {
  it.for(sampleCases('syncs that are lost', PLANTED_FAULTS, 1))(
    'finds a bad image if $name',
    async ({ part, isSyncLost }, context) => {
      skipUnlessAvailable(context, unavailableReason);
      const { keptFolder } = await tryPart(part, MAX_IMAGES_UNTIL_FAULT, isSyncLost);
      expect(keptFolder).not.toBeNull();
      if (keptFolder !== null) rmSync(keptFolder, { recursive: true });
    },
  );
});
