import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok } from '../../shared/contract/index.ts';
import { silentLog } from '../platform/index.ts';
import { createTrainingProvisioning } from '../settings/index.ts';
import { applyRequestedProvisioning, refreshLeftoverSecretsFileNotice } from './startup-request.ts';

// The package requires Electron's runtime when loaded; these tests store nothing in it.
vi.mock('electron-store', () => ({ default: class {} }));

let profile: string;
let usbFolder: string;
let noticedFiles: string[];
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'mostrador-start-'));
  usbFolder = mkdtempSync(join(tmpdir(), 'mostrador-stick-'));
  noticedFiles = [];
});
afterEach(() => {
  for (const folder of [profile, usbFolder]) rmSync(folder, { recursive: true });
});

const host = {
  till: () => null,
  isSetUp: () => true,
  provisionByCommand: async () => ok(null),
  notices: {
    getRejectedStartupRequest: () => null,
    getWarning: () => ({
      settingsEditedAt: null,
      settingsEdited: [],
      fileLeft: noticedFiles[0] ?? null,
    }),
    setRejectedStartupRequest: () => {},
    clearRejectedStartupRequest: () => {},
    setLeftoverSecretsFile: (file: string | null) => {
      noticedFiles = file === null ? [] : [...noticedFiles, file];
    },
    setManualEdit: () => {},
  },
};

async function start(provision: string | null, isStrong = true): Promise<void> {
  const secretStorage = { profileFolder: profile, isVaultStrong: async () => isStrong };
  noticedFiles = [];
  await applyRequestedProvisioning(
    { provision, training: false, exitsAfterCommand: false },
    host,
    null,
    secretStorage,
  );
  await refreshLeftoverSecretsFileNotice(profile, host, silentLog);
}

it('shows a notice at every start while the provisioning file with keys and PINs exists', async () => {
  const file = join(usbFolder, 'till.json');
  writeFileSync(file, JSON.stringify(createTrainingProvisioning('es-MX')));
  await start(file);
  expect(noticedFiles).toEqual(['till.json']);
  await start(null);
  expect(noticedFiles).toEqual(['till.json']);
  rmSync(file);
  await start(null);
  expect(noticedFiles).toEqual([]);
  expect(readdirSync(profile)).toEqual([]);
});

it('shows no notice about the provisioning file if keys are held in memory only', async () => {
  const file = join(usbFolder, 'till.json');
  writeFileSync(file, JSON.stringify(createTrainingProvisioning('es-MX')));
  await start(file, false);
  expect(noticedFiles).toEqual([]);
});

it('keeps the notice while the provisioning file or its marker cannot be read', async () => {
  const file = join(usbFolder, 'till.json');
  writeFileSync(file, JSON.stringify(createTrainingProvisioning('es-MX')));
  await start(file);
  for (const text of ['', '{"cashiers": [{"id": "carmen", "pin": "48', '{"apiKey": "of a shop"}']) {
    writeFileSync(file, text);
    await start(null);
    expect(noticedFiles).toEqual(['till.json']);
  }
  const marker = join(profile, 'provisioning-left.txt');
  rmSync(file);
  mkdirSync(file);
  await start(null);
  expect(noticedFiles).toEqual(['till.json']);
  rmSync(marker);
  mkdirSync(marker);
  await start(null);
  expect(noticedFiles).toEqual(['provisioning-left.txt']);
});

it('removes the notice about a provisioning file whose secrets were removed', async () => {
  const file = join(usbFolder, 'till.json');
  writeFileSync(file, JSON.stringify(createTrainingProvisioning('es-MX')));
  await start(file);
  const { cashiers, ...withoutCashiers } = createTrainingProvisioning('es-MX');
  const people = cashiers.map(({ pin: _, ...person }) => person);
  writeFileSync(file, JSON.stringify({ ...withoutCashiers, cashiers: people }));
  await start(null);
  expect(noticedFiles).toEqual([]);
  expect(readdirSync(profile)).toEqual([]);
});
