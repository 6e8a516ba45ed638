import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { TEST_CERTIFICATE_FOLDER } from '../../../tests/support/certificates.ts';
import { createTillHost, type Till, type TillHost } from '../../main/till/index.ts';
import { createTestHostPorts } from '../../main/till/testing/index.ts';
import { createVirtualClock, silentLog, systemClock } from '../../platform/index.ts';
import { createTrainingProvisioning, type Settings } from '../../settings/index.ts';
import { createSettingsInMemory, type SettingsInMemory } from '../../settings/testing/index.ts';
import { startTrainingServer, type TrainingServer } from '../../training/index.ts';
import { createFleetSetup, type FleetSetup, type MachineFolder } from './index.ts';

const COMPUTER = 'CAJA-07';
const ACCOUNT = 'caja';

interface StartedProgram {
  readonly host: TillHost;
  readonly fleet: FleetSetup;
  readonly settings: Settings;
}

/** A computer of a fleet: its machine folder, a profile, and starts of the program with them. */
export function createFleetComputer() {
  const clock = createVirtualClock();
  let service: TrainingServer;
  let folder: string;
  let memory: SettingsInMemory;
  let machineFolder: MachineFolder;
  const hosts: StartedProgram[] = [];
  beforeAll(async () => {
    service = await startTrainingServer({
      clock: systemClock,
      certificateFolder: TEST_CERTIFICATE_FOLDER,
    });
  });
  afterAll(() => service.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mostrador-fleet-'));
    memory = createSettingsInMemory();
    machineFolder = {
      folder: join(folder, 'machine'),
      platform: 'linux',
      administratorUid: process.getuid?.() ?? 0,
    };
    mkdirSync(machineFolder.folder, { mode: 0o755 });
  });
  afterEach(async () => {
    for (const { host, fleet } of hosts.splice(0)) {
      fleet.stop();
      await host.close();
    }
    rmSync(folder, { recursive: true });
  });

  const put = (name: string, content: unknown, mode: number): string => {
    const file = join(machineFolder.folder, name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    chmodSync(file, mode);
    return file;
  };

  /** The content of a chain's machine file, for the sandbox. */
  const content = (overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => {
    const { posNumber: _, cashiers, ...training } = createTrainingProvisioning('es-MX');
    return {
      account: ACCOUNT,
      computers: { 'caja-06': { posNumber: '06' }, 'CAJA-07.chain.example': { posNumber: '07' } },
      ...training,
      chainName: 'lupita',
      environment: 'sandbox',
      baseUrl: service.baseUrl,
      caFile: service.caFile,
      vendor: service.vendor,
      cashiers: cashiers.map(({ pin: _pin, ...person }) => person),
      ...overrides,
    };
  };

  return {
    clock,
    content,
    machine: () => machineFolder,
    service: () => service,
    provision: (overrides: Readonly<Record<string, unknown>> = {}, mode = 0o644): string =>
      put('provision.json', content(overrides), mode),
    put,
    secrets: (overrides: Readonly<Record<string, unknown>> = {}, mode = 0o600): string =>
      put(
        'secrets.json',
        {
          apiKey: service.apiKey,
          secretKey: service.secretKey,
          pins: { ana: '1111', luis: '2222', carmen: '3333' },
          ...overrides,
        },
        mode,
      ),
    giveAway: (file: string): void => chownSync(file, 65_534, 65_534),
    /** Starts the program as this account on this computer, up to the opening of the till. */
    start: (
      options: { account?: string; computer?: string; profile?: string | null } = {},
    ): StartedProgram => {
      const settings = memory.open();
      const host = createTillHost({
        ...createTestHostPorts(join(folder, 'profile')),
        settings,
        vault: memory.vault,
        clock,
        emit: () => {},
      });
      const fleet = createFleetSetup({
        host,
        settings,
        machineFolder,
        requestedProfile: options.profile ?? null,
        clock,
        log: silentLog,
        accountName: options.account ?? ACCOUNT,
        computerName: options.computer ?? COMPUTER,
      });
      const started = { host, fleet, settings: settings.value };
      hosts.push(started);
      return started;
    },
    /** Closes the till and reads the audit log with a separate connection. */
    noted: async ({ host, fleet }: StartedProgram, kind: string): Promise<unknown[]> => {
      fleet.stop();
      await host.close();
      const database = new DatabaseSync(join(folder, 'profile', 'ledger-sandbox.sqlite'));
      const rows = database
        .prepare('SELECT detail FROM audit WHERE kind = ? ORDER BY number')
        .all(kind);
      database.close();
      return rows.map(({ detail }) => JSON.parse(String(detail)));
    },
  };
}

export function getOpenTill({ host }: Pick<StartedProgram, 'host'>): Till {
  const till = host.till();
  if (till === null) throw new Error('no till');
  return till;
}
