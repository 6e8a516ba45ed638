import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok } from '../../shared/contract/index.ts';
import { silentLog } from '../platform/index.ts';
import { createTrainingProvisioning } from '../settings/index.ts';
import { applyRequestedProvisioning, refreshLeftoverFileNotice } from './startup-request.ts';

// It asks for Electron's runtime when it is loaded; nothing is kept in it here.
vi.mock('electron-store', () => ({ default: class {} }));

let profile: string;
let elsewhere: string;
let left: string[];
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'mostrador-start-'));
  elsewhere = mkdtempSync(join(tmpdir(), 'mostrador-stick-'));
  left = [];
});
afterEach(() => {
  for (const folder of [profile, elsewhere]) rmSync(folder, { recursive: true });
});

const host = {
  till: () => null,
  isSetUp: () => true,
  provisionByCommand: async () => ok(null),
  notices: {
    refused: () => null,
    warned: () => ({ settingsEditedAt: null, settingsEdited: [], fileLeft: left[0] ?? null }),
    noteRefused: () => {},
    forgetRefused: () => {},
    noteFileLeft: (file: string | null) => {
      left = file === null ? [] : [...left, file];
    },
    noteEdited: () => {},
  },
};

async function start(provision: string | null, isStrong = true): Promise<void> {
  const keptAt = { profileFolder: profile, isVaultStrong: async () => isStrong };
  left = [];
  await applyRequestedProvisioning(
    { provision, training: false, endsAfter: false },
    host,
    null,
    keptAt,
  );
  await refreshLeftoverFileNotice(profile, host, silentLog);
}

it('says at every start that the file with keys and PINs is still there, until it is not', async () => {
  const file = join(elsewhere, 'till.json');
  writeFileSync(file, JSON.stringify(createTrainingProvisioning('es-MX')));
  await start(file);
  expect(left).toEqual(['till.json']);
  await start(null);
  expect(left).toEqual(['till.json']);
  rmSync(file);
  await start(null);
  expect(left).toEqual([]);
  expect(readdirSync(profile)).toEqual([]);
});

it('does not where keys are kept in memory alone: the next start needs the file', async () => {
  const file = join(elsewhere, 'till.json');
  writeFileSync(file, JSON.stringify(createTrainingProvisioning('es-MX')));
  await start(file, false);
  expect(left).toEqual([]);
});

it('goes on saying it where the file, or what names it, cannot be read just now', async () => {
  const file = join(elsewhere, 'till.json');
  writeFileSync(file, JSON.stringify(createTrainingProvisioning('es-MX')));
  await start(file);
  for (const half of ['', '{"cashiers": [{"id": "carmen", "pin": "48', '{"apiKey": "of a shop"}']) {
    writeFileSync(file, half);
    await start(null);
    expect(left).toEqual(['till.json']);
  }
  const marker = join(profile, 'provisioning-left.txt');
  rmSync(file);
  mkdirSync(file);
  await start(null);
  expect(left).toEqual(['till.json']);
  rmSync(marker);
  mkdirSync(marker);
  await start(null);
  expect(left).toEqual(['provisioning-left.txt']);
});

it('forgets a file whose secrets were taken out', async () => {
  const file = join(elsewhere, 'till.json');
  writeFileSync(file, JSON.stringify(createTrainingProvisioning('es-MX')));
  await start(file);
  const { cashiers, ...rest } = createTrainingProvisioning('es-MX');
  const people = cashiers.map(({ pin: _, ...person }) => person);
  writeFileSync(file, JSON.stringify({ ...rest, cashiers: people }));
  await start(null);
  expect(left).toEqual([]);
  expect(readdirSync(profile)).toEqual([]);
});
