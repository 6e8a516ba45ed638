import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Provisioning } from '../../../shared/contract/index.ts';
import { TEST_CERTIFICATE_FOLDER } from '../../../tests/support/certificates.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { createTillHost, type Till, type TillHost } from '../../main/till/index.ts';
import { createTestHostPorts } from '../../main/till/testing/index.ts';
import { systemClock } from '../../platform/index.ts';
import { createTrainingProvisioning, type Settings } from '../../settings/index.ts';
import { createSettingsInMemory } from '../../settings/testing/index.ts';
import { startTrainingServer, type TrainingServer } from '../../training/index.ts';
import type { MachineFolder } from '../fleet/index.ts';
import { applyPatchFile } from './apply-patch-file.ts';

/** An open till with a sandbox, and a folder with patches for it. */
export interface PatchedTill {
  readonly folder: string;
  readonly profile: string;
  readonly machine: MachineFolder;
  readonly service: TrainingServer;
  readonly settings: Settings;
  readonly host: TillHost;
  till(): Till;
  writePatch(content: unknown, name?: string, mode?: number): string;
  writePinFile(pin?: string, cashierId?: string): string;
  apply(
    file: string,
    pin?: string | null,
    isCheckOnly?: boolean,
  ): ReturnType<typeof applyPatchFile>;
  /** The state of the till that a rejected patch must not change. */
  readState(): Promise<{
    readonly settings: Till['settings'];
    readonly revision: number;
    readonly secrets: Awaited<ReturnType<Settings['readSecrets']>>;
    readonly staff: ReturnType<Till['staff']['listActive']>;
  }>;
  /** Closes the till and reads the audit log with a separate connection. */
  readAuditNotes(): Promise<unknown[]>;
}

/** Creates a new till for each test; the tests share the service. */
export function createPatchedTill(): PatchedTill {
  let service: TrainingServer;
  beforeAll(async () => {
    service = await startTrainingServer({
      clock: systemClock,
      certificateFolder: TEST_CERTIFICATE_FOLDER,
    });
  });
  afterAll(() => service.close());

  let folder: string;
  let profile: string;
  let machine: MachineFolder;
  let settings: Settings;
  let host: TillHost;

  const sandbox = (): Provisioning => ({
    ...createTrainingProvisioning('es-MX'),
    environment: 'sandbox',
    baseUrl: service.baseUrl,
    caFile: service.caFile,
    vendor: service.vendor,
    apiKey: service.apiKey,
    secretKey: service.secretKey,
  });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mostrador-apply-'));
    profile = join(folder, 'profile');
    machine = {
      folder: join(folder, 'machine'),
      platform: 'linux',
      administratorUid: process.getuid?.() ?? 0,
    };
    mkdirSync(machine.folder, { mode: 0o755 });
    const memory = createSettingsInMemory();
    const openedSettings = memory.open();
    settings = openedSettings.value;
    host = createTillHost({
      ...createTestHostPorts(profile),
      settings: openedSettings,
      vault: memory.vault,
      clock: systemClock,
      emit: () => {},
    });
    expect(await host.provision(sandbox(), folder, PROVISIONED_BY_FIRST_SET_UP)).toMatchObject({
      ok: true,
    });
  });
  afterEach(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });

  const till = (): Till => {
    const open = host.till();
    if (!open) throw new Error('no till');
    return open;
  };
  const writePatch: PatchedTill['writePatch'] = (content, name = 'patch.json', mode = 0o600) => {
    const file = join(folder, name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    chmodSync(file, mode);
    return file;
  };
  const writePinFile: PatchedTill['writePinFile'] = (pin = '3333', cashierId = 'carmen') =>
    writePatch({ cashierId, pin }, 'pin.json');
  return {
    get folder() {
      return folder;
    },
    get profile() {
      return profile;
    },
    get machine() {
      return machine;
    },
    get service() {
      return service;
    },
    get settings() {
      return settings;
    },
    get host() {
      return host;
    },
    till,
    writePatch,
    writePinFile,
    apply: (file, pin = writePinFile(), isCheckOnly = false) =>
      applyPatchFile(host, { file, pin, isCheckOnly }, machine),
    readState: async () => ({
      settings: till().settings,
      revision: settings.getRevision(),
      secrets: await settings.readSecrets('sandbox'),
      staff: till().staff.listActive(),
    }),
    readAuditNotes: async () => {
      await host.close();
      const database = new DatabaseSync(join(profile, 'ledger-sandbox.sqlite'));
      const rows = database
        .prepare(
          "SELECT approved_by AS who, detail FROM audit WHERE kind = 'settings-changed' ORDER BY number",
        )
        .all();
      database.close();
      return rows.map(({ who, detail }) => ({ who, ...JSON.parse(String(detail)) }));
    },
  };
}
