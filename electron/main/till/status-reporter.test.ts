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
  toExitCode,
} from '../../back-office/monitoring/index.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { silentLog, systemClock, type Vault } from '../../platform/index.ts';
import { createSettings, createTrainingProvisioning } from '../../settings/index.ts';
import { createClosedTill, createTillHost, type OpenTill, type TillHost } from './index.ts';
import { testHostPorts } from './testing/index.ts';

let profile: string;
let host: TillHost;
let open: OpenTill;

beforeEach(async () => {
  profile = mkdtempSync(join(tmpdir(), 'mostrador-afar-'));
  const vault: Vault = {
    isStrong: async () => true,
    seal: async (text) => ok(Buffer.from(text).toString('base64')),
    open: async (text) => ok({ text: Buffer.from(text, 'base64').toString(), sealAgain: false }),
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
    ...testHostPorts(profile),
    settings,
    vault,
    clock: systemClock,
    emit: () => {},
    applicationVersion: '1.2.3',
  });
  const heartbeat = { file: join(profile, 'beat.json'), everySeconds: 10 };
  const set = {
    ...createTrainingProvisioning('es-MX'),
    environment: 'sandbox' as const,
    heartbeat,
  };
  const service = { baseUrl: 'https://127.0.0.1:9', vendor: 'vendor', apiKey: 'the-api-key' };
  const kept = await host.provision(
    { ...set, ...service, secretKey: 'the-secret-key' },
    profile,
    PROVISIONED_BY_FIRST_SET_UP,
  );
  expect(kept).toMatchObject({ ok: true });
  const till = host.till();
  if (till === null) throw new Error('no till');
  open = till;
});
afterEach(async () => {
  await host.close();
  rmSync(profile, { recursive: true });
});

const PRIVATE = /Ana|Luis|Carmen|Abarrotes|Hidalgo|the-api-key|the-secret-key|1111|3333/;

it('says how an open till is, in the documented form, and nothing about anybody', async () => {
  await open.staff.signIn('ana', '1111');
  const report = open.getStatusReport();
  expect(statusReportSchema.parse(report)).toEqual(report);
  expect(report).toMatchObject({
    format: 1,
    version: '1.2.3',
    running: true,
    till: { environment: 'sandbox', posNumber: '07', chainName: 'mostrador' },
    ledger: { unresolved: 0, openShifts: 0, owed: 0, papersWaiting: 0, catalogAge: null },
    mayUpdate: false,
    notToUpdate: ['customer', 'no-backup'],
  });
  expect(report.lights.map(({ light }) => light)).toEqual(
    expect.arrayContaining(['payments', 'backup', 'service', 'printer', 'lists']),
  );
  expect(report.disk.profileFreeBytes).toBeGreaterThan(0);
  expect(JSON.stringify(report)).not.toMatch(PRIVATE);
});

it('turns red for what a file asked and was refused, with the code of the worst light', () => {
  expect(toExitCode(open.getStatusReport())).not.toBe(0);
  host.notices.noteRefused({ option: 'apply', problem: { kind: 'keys-refused' } });
  const report = open.getStatusReport();
  expect(report.lights).toContainEqual({
    light: 'settings',
    colour: 'red',
    code: 'refused',
    detail: 'keys-refused',
  });
  expect(toExitCode(report)).toBe(12);
});

it('says whether the recovery key is confirmed, of an open till and of a closed one, in both forms', async () => {
  const light = (report: StatusReport) =>
    report.lights.find((one) => one.light === 'recovery-key') ?? null;
  const missing = { light: 'recovery-key', colour: 'yellow', code: 'none', detail: null };
  expect(light(open.getStatusReport())).toEqual(missing);
  expect(formatStatusReport(open.getStatusReport())).toContain('yellow recovery-key: none');
  const offer = await open.keys.offerRecoveryKey();
  if (!offer.ok) throw new Error('no offer');
  await host.close();
  expect(light(createClosedTill(profile, '1.2.3').readReport())).toEqual(missing);
  const end = offer.value.shown.replaceAll(' ', '').slice(-8);
  expect(await open.keys.confirmRecoveryKey(offer.value.offer, end)).toMatchObject({ ok: true });
  const report = createClosedTill(profile, '1.2.3').readReport();
  expect(light(report)).toEqual({ ...missing, colour: 'green', code: 'confirmed' });
  expect(formatStatusReport(report)).toContain('green  recovery-key: confirmed');
  expect(JSON.stringify(report)).not.toContain(offer.value.shown.slice(0, 9));
});

it('reads the files of a closed till, and writes nothing beside them', async () => {
  const before = open.getStatusReport();
  await host.close();
  const report = createClosedTill(profile, '1.2.3').readReport();
  expect(statusReportSchema.parse(report)).toEqual(report);
  expect(report).toMatchObject({ running: false, till: before.till, ledger: before.ledger });
  expect(toExitCode(report)).toBe(11);
  expect(existsSync(join(profile, 'ledger-sandbox.sqlite-wal'))).toBe(false);
});

it('says of settings that cannot be read that an update has to wait, unless they are a newer one’s', async () => {
  await host.close();
  writeFileSync(join(profile, 'settings.json'), '{"settings":{"format":');
  expect(createClosedTill(profile, '1.2.3').readReport()).toMatchObject({
    mayUpdate: false,
    notToUpdate: ['ledger'],
  });
  rmSync(join(profile, 'settings.json'));
  expect(createClosedTill(profile, '1.2.3').readReport()).toMatchObject({ mayUpdate: true });
  expect(createClosedTill(profile, '1.2.3').readUpdateGate()).toBeNull();
});

it('says of a ledger that another program holds, or that is gone, that it cannot be read', async () => {
  const held = createClosedTill(profile, '1.2.3').readReport();
  expect(held).toMatchObject({ ledger: null, worst: 'red', notToUpdate: ['ledger'] });
  expect(held.lights).toContainEqual(expect.objectContaining({ light: 'ledger', code: 'in-use' }));
  expect(toExitCode(held)).toBe(7);
  await host.close();
  rmSync(join(profile, 'ledger-sandbox.sqlite'));
  expect(toExitCode(createClosedTill(profile, '1.2.3').readReport())).toBe(7);
});

it('says of an empty profile that no till is set up', () => {
  const report = createClosedTill(join(profile, 'nowhere'), '1.2.3').readReport();
  expect(report).toMatchObject({ till: null, worst: 'red' });
  expect(toExitCode(report)).toBe(4);
  expect(existsSync(join(profile, 'nowhere'))).toBe(false);
});

it('writes the heartbeat as a whole, and again when the settings change', {
  timeout: 130_000,
}, async () => {
  const file = join(profile, 'beat.json');
  // A busy disk is waited for as long as the test lasts.
  const isWritten = (): Promise<void> =>
    vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 60_000 });
  open.start();
  await isWritten();
  expect(statusReportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))).toMatchObject({
    running: true,
  });
  rmSync(file);
  open.apply(open.settings, null);
  await isWritten();
});

it.each(['open', 'closed'])('makes the zip of a till that is %s', async (state) => {
  const file = join(profile, 'till.zip');
  if (state === 'open') {
    expect(await open.diagnostics.writeBundle(file)).toMatchObject({ ok: true });
  } else {
    await host.close();
    expect(await createClosedTill(profile, '1.2.3').writeDiagnostics(file)).toMatchObject({
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
