import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok } from '../../../shared/contract/index.ts';
import {
  formatStatusReport,
  type StatusReport,
  statusReportSchema,
  toStatusExitCode,
} from '../../back-office/monitoring/index.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { createClosedTillReader } from '../../operations/headless/index.ts';
import { silentLog, systemClock, type Vault } from '../../platform/index.ts';
import { createSettings, createTrainingProvisioning } from '../../settings/index.ts';
import { createTillHost, type Till, type TillHost } from './index.ts';
import { createTestHostPorts } from './testing/index.ts';

let profile: string;
let host: TillHost;
let openedTill: Till;

beforeEach(async () => {
  profile = mkdtempSync(join(tmpdir(), 'mostrador-status-'));
  const vault: Vault = {
    getStrength: async () => 'strong',
    seal: async (text) => ok(Buffer.from(text).toString('base64')),
    open: async (text) => ok({ text: Buffer.from(text, 'base64').toString(), needsReseal: false }),
  };
  const settings = createSettings({
    store: {
      name: 'settings.json',
      read: () => null,
      write: (value) =>
        writeFileSync(join(profile, 'settings.json'), JSON.stringify({ settings: value })),
    },
    vault,
    log: silentLog,
  });
  host = createTillHost({
    ...createTestHostPorts(profile),
    settings,
    vault,
    clock: systemClock,
    emit: () => {},
    applicationVersion: '1.2.3',
  });
  const heartbeat = { file: join(profile, 'beat.json'), everySeconds: 10 };
  const provisioning = {
    ...createTrainingProvisioning('es-MX'),
    environment: 'sandbox' as const,
    chainName: 'Súper Más',
    heartbeat,
  };
  const service = { baseUrl: 'https://127.0.0.1:9', vendor: 'vendor', apiKey: 'the-api-key' };
  const provisioned = await host.provision(
    { ...provisioning, ...service, secretKey: 'the-secret-key' },
    profile,
    PROVISIONED_BY_FIRST_SET_UP,
  );
  expect(provisioned).toMatchObject({ ok: true });
  const till = host.till();
  if (till === null) throw new Error('no till');
  openedTill = till;
});
afterEach(async () => {
  await host.close();
  rmSync(profile, { recursive: true });
});

const PRIVATE = /Ana|Luis|Carmen|Abarrotes|Hidalgo|the-api-key|the-secret-key|1111|3333/;

it('reports an open till in the documented format without personal data', async () => {
  await openedTill.staff.signIn('ana', '1111');
  const report = openedTill.getStatusReport();
  expect(statusReportSchema.parse(report)).toEqual(report);
  expect(report).toMatchObject({
    format: 1,
    version: '1.2.3',
    running: true,
    till: { environment: 'sandbox', posNumber: '07', chainName: 'Súper Más' },
    ledger: { unresolved: 0, openShifts: 0, owed: 0, papersWaiting: 0, catalogAge: null },
    mayUpdate: false,
    notToUpdate: ['customer', 'no-backup'],
  });
  expect(report.lights.map(({ light: findLight }) => findLight)).toEqual(
    expect.arrayContaining(['payments', 'backup', 'service', 'printer', 'lists']),
  );
  expect(report.disk.profileFreeBytes).toBeGreaterThan(0);
  expect(JSON.stringify(report)).not.toMatch(PRIVATE);
});

it('names the daily file, for an open and a closed till', async () => {
  const dailyFileName = 'Súper Más_YYYYMMDD.txt';
  const open = openedTill.getStatusReport();
  await host.close();
  for (const report of [open, createClosedTillReader(profile, '1.2.3').readStatusReport()]) {
    expect(report.till).toMatchObject({ dailyFileName });
    expect(formatStatusReport(report)).toContain(`daily file ${dailyFileName}`);
  }
});

it('reports a refused startup request in red and as the exit code', () => {
  expect(toStatusExitCode(openedTill.getStatusReport())).not.toBe(0);
  host.notices.setRejectedStartupRequest({ option: 'apply', problem: { kind: 'keys-refused' } });
  const report = openedTill.getStatusReport();
  expect(report.lights).toContainEqual({
    light: 'settings',
    colour: 'red',
    code: 'refused',
    detail: 'keys-refused',
  });
  expect(toStatusExitCode(report)).toBe(12);
});

it('reports whether the recovery key is confirmed, for an open and a closed till, in both formats', async () => {
  const findLight = (report: StatusReport) =>
    report.lights.find((light) => light.light === 'recovery-key') ?? null;
  const missing = { light: 'recovery-key', colour: 'yellow', code: 'none', detail: null };
  expect(findLight(openedTill.getStatusReport())).toEqual(missing);
  expect(formatStatusReport(openedTill.getStatusReport())).toContain('yellow recovery-key: none');
  const offer = await openedTill.keys.offerRecoveryKey();
  if (!offer.ok) throw new Error('no offer');
  await host.close();
  expect(findLight(createClosedTillReader(profile, '1.2.3').readStatusReport())).toEqual(missing);
  const end = offer.value.shown.replaceAll(' ', '').slice(-8);
  expect(await openedTill.keys.confirmRecoveryKey(offer.value.offer, end)).toMatchObject({
    ok: true,
  });
  const report = createClosedTillReader(profile, '1.2.3').readStatusReport();
  expect(findLight(report)).toEqual({ ...missing, colour: 'green', code: 'confirmed' });
  expect(formatStatusReport(report)).toContain('green  recovery-key: confirmed');
  expect(JSON.stringify(report)).not.toContain(offer.value.shown.slice(0, 9));
});

it('reads the files of a closed till without writing any', async () => {
  const before = openedTill.getStatusReport();
  await host.close();
  const report = createClosedTillReader(profile, '1.2.3').readStatusReport();
  expect(statusReportSchema.parse(report)).toEqual(report);
  expect(report).toMatchObject({ running: false, till: before.till, ledger: before.ledger });
  expect(toStatusExitCode(report)).toBe(11);
  expect(existsSync(join(profile, 'ledger-sandbox.sqlite-wal'))).toBe(false);
});

it('blocks an update if the settings exist but cannot be read', async () => {
  await host.close();
  writeFileSync(join(profile, 'settings.json'), '{"settings":{"format":');
  expect(createClosedTillReader(profile, '1.2.3').readStatusReport()).toMatchObject({
    mayUpdate: false,
    notToUpdate: ['ledger'],
  });
  rmSync(join(profile, 'settings.json'));
  expect(createClosedTillReader(profile, '1.2.3').readStatusReport()).toMatchObject({
    mayUpdate: true,
  });
  expect(createClosedTillReader(profile, '1.2.3').readUpdateGate()).toBeNull();
});

it('reports a ledger that is locked or missing as unreadable', async () => {
  const lockedReport = createClosedTillReader(profile, '1.2.3').readStatusReport();
  expect(lockedReport).toMatchObject({ ledger: null, worst: 'red', notToUpdate: ['ledger'] });
  expect(lockedReport.lights).toContainEqual(
    expect.objectContaining({ light: 'ledger', code: 'in-use' }),
  );
  expect(toStatusExitCode(lockedReport)).toBe(7);
  await host.close();
  rmSync(join(profile, 'ledger-sandbox.sqlite'));
  expect(toStatusExitCode(createClosedTillReader(profile, '1.2.3').readStatusReport())).toBe(7);
});

it('reports that no till is set up in an empty profile', () => {
  const report = createClosedTillReader(join(profile, 'nowhere'), '1.2.3').readStatusReport();
  expect(report).toMatchObject({ till: null, worst: 'red' });
  expect(toStatusExitCode(report)).toBe(4);
  expect(existsSync(join(profile, 'nowhere'))).toBe(false);
});

it('writes a complete heartbeat file, and again when the settings change', {
  timeout: 130_000,
}, async () => {
  const file = join(profile, 'beat.json');
  // The disk may be slow on a busy machine.
  const waitUntilWritten = (): Promise<void> =>
    vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 60_000 });
  openedTill.start();
  await waitUntilWritten();
  expect(statusReportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))).toMatchObject({
    running: true,
  });
  rmSync(file);
  openedTill.apply(openedTill.settings, null);
  await waitUntilWritten();
});

it('replaces no file that is not a heartbeat', async () => {
  const file = join(profile, 'beat.json');
  writeFileSync(file, '{"settings":{}}');
  openedTill.start();
  openedTill.apply(openedTill.settings, null);
  await host.close();
  expect(readFileSync(file, 'utf8')).toBe('{"settings":{}}');
});

it.each(['open', 'closed'])('writes the support bundle of an %s till', async (state) => {
  const file = join(profile, 'exports', 'till.zip');
  if (state === 'open') {
    expect(await openedTill.diagnostics.writeSupportBundle(file)).toMatchObject({ ok: true });
  } else {
    await host.close();
    expect(await createClosedTillReader(profile, '1.2.3').writeSupportBundle(file)).toMatchObject({
      ok: true,
    });
  }
  const entries = Object.entries(unzipSync(readFileSync(file)));
  const texts = Object.fromEntries(entries.map(([name, bytes]) => [name, strFromU8(bytes)]));
  const machine = JSON.parse(texts['machine.json'] ?? '{}');
  expect(machine).toMatchObject({ zoneOfTheTill: 'America/Mexico_City' });
  expect(machine.freeDiskMegabytes.profile).toBeGreaterThan(0);
  expect(machine.freeMemoryMegabytes).toBeGreaterThan(0);
  expect(JSON.parse(texts['upload-attempts.json'] ?? '')).toEqual([]);
  expect(texts['audit-tail.json']).toContain('staff-provisioned');
  for (const name of ['audit-tail.json', 'machine.json', 'upload-attempts.json']) {
    expect(texts[name], name).not.toMatch(/Ana"|Luis"|Carmen"|the-api-key|the-secret-key/);
  }
});
