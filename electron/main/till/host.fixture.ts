import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect } from 'vitest';
import {
  type CustomerScreenView,
  fail,
  ok,
  type Provisioning,
  type Result,
} from '../../../shared/contract/index.ts';
import { CHECK_WORKER_URL } from '../../../tests/support/built-paths.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { createVirtualClock, getLedgerFile, silentLog, type Vault } from '../../platform/index.ts';
import { createSettings, createTrainingProvisioning, type Settings } from '../../settings/index.ts';
import { createTillHost, type TillHost } from './index.ts';
import { createTestHostPorts } from './testing/index.ts';

export const TRAINING_PROVISIONING = createTrainingProvisioning('es-MX');
/** The training PINs are too obvious for production. */
const PRODUCTION_PINS: Readonly<Record<string, string>> = { luis: '27183', carmen: '31416' };
export const createProductionProvisioning = (apiKey: string): Provisioning => ({
  ...TRAINING_PROVISIONING,
  environment: 'production',
  cashiers: TRAINING_PROVISIONING.cashiers.map((cashier) => ({
    ...cashier,
    pin: PRODUCTION_PINS[cashier.id] ?? cashier.pin,
  })),
  baseUrl: 'https://127.0.0.1:9',
  vendor: 'vendor',
  apiKey,
  secretKey: `secret of ${apiKey}`,
});

/** A profile on which a test can start the program several times. */
export interface TestProfile {
  folder: string;
  /** The settings of the latest start. */
  settings: Result<Settings>;
  /** The content of the settings file. */
  storedSettings: unknown;
  /** Every sealing awaits it: simulates a key store that asks the person for a password. */
  sealing: Promise<void>;
  /** The calls of `setKeepAwake`. */
  keepAwakeCalls: boolean[];
  /** The calls of `setFullScreen`. */
  fullScreenCalls: boolean[];
  /** How often old drafts for mail programs were deleted. */
  draftCleanupCount: number;
  /** The displays requested for the customer window, and the views sent to it. */
  customerWindow: { requestedDisplays: (number | null | false)[]; views: CustomerScreenView[] };
  /** The events sent to the page, oldest first. */
  emittedEvents: { readonly name: string; readonly payload: unknown }[];
  readonly clock: ReturnType<typeof createVirtualClock>;
  /** Builds what a start of the program builds, on the same profile. */
  start(vaultOverrides?: Partial<Vault>): TillHost;
  withProductionKeys(apiKey: string): Promise<void>;
}

/** Creates a new profile for each test; closes every host that was started on it. */
export function createTestProfile(): TestProfile {
  const hosts: TillHost[] = [];
  const clock = createVirtualClock();
  const profile: TestProfile = {
    folder: '',
    settings: { ok: false, problem: { kind: 'not-set-up' } },
    storedSettings: undefined,
    sealing: Promise.resolve(),
    keepAwakeCalls: [],
    fullScreenCalls: [],
    draftCleanupCount: 0,
    customerWindow: { requestedDisplays: [], views: [] },
    emittedEvents: [],
    clock,
    start: (vaultOverrides = {}) => {
      const vault: Vault = {
        getStrength: async () => 'strong',
        seal: async (text) => {
          await profile.sealing;
          return ok(text);
        },
        open: async (text) => ok({ text, needsReseal: false }),
        ...vaultOverrides,
      };
      profile.settings = createSettings({
        store: {
          name: 'settings.json',
          read: () => profile.storedSettings,
          write: (value) => {
            profile.storedSettings = structuredClone(value);
          },
        },
        vault,
        log: silentLog,
      });
      const host = createTillHost({
        ...createTestHostPorts(profile.folder),
        settings: profile.settings,
        vault,
        clock,
        emit: (name, payload) => profile.emittedEvents.push({ name, payload }),
        ledgerCheckWorkerUrl: CHECK_WORKER_URL,
        setKeepAwake: (isWanted) => profile.keepAwakeCalls.push(isWanted),
        setFullScreen: (isWanted) => profile.fullScreenCalls.push(isWanted),
        receiptDelivery: {
          saveFile: async () => fail({ kind: 'without-paper', reason: 'no-window' }),
          composeMail: async () => fail({ kind: 'without-paper', reason: 'no-window' }),
          deleteOldDrafts: async () => {
            profile.draftCleanupCount += 1;
          },
        },
        customerWindow: {
          setDisplayNumber: (display) =>
            void profile.customerWindow.requestedDisplays.push(display),
          show: (view) => void profile.customerWindow.views.push(view),
          state: () => ({ window: 'open', displays: [] }),
          onChange: () => () => {},
        },
      });
      hosts.push(host);
      return host;
    },
    withProductionKeys: async (apiKey) => {
      const host = profile.start();
      const provisioned = await host.provision(
        createProductionProvisioning(apiKey),
        profile.folder,
        PROVISIONED_BY_FIRST_SET_UP,
      );
      expect(provisioned).toMatchObject({ ok: true });
      await host.close();
    },
  };
  beforeEach(() => {
    profile.folder = mkdtempSync(join(tmpdir(), 'mostrador-host-'));
    profile.storedSettings = undefined;
    profile.emittedEvents = [];
    profile.keepAwakeCalls = [];
    profile.fullScreenCalls = [];
    profile.draftCleanupCount = 0;
    profile.customerWindow = { requestedDisplays: [], views: [] };
    profile.sealing = Promise.resolve();
  });
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.close();
    rmSync(profile.folder, { recursive: true });
  });
  return profile;
}

/** Inserts an unresolved payment of an earlier run. */
export function insertUnresolvedPayment(folder: string): void {
  const database = new DatabaseSync(getLedgerFile(folder, 'production'));
  database.exec(`
    INSERT INTO shifts (id, opened_at, opened_by) VALUES ('s', '2026-11-21T00:00:00.000Z', 'ana');
    INSERT INTO intents (id, order_id, kind, created_at, version, external_id, idempotency_key,
      target, body, biller_id, biller_name, biller_kind, account_number, amount, currency, due,
      shop_currency, cashier_id, cashier_name, pos_number, shift_id)
    VALUES ('i', 'o', 'bill', '2026-11-21T00:00:00.000Z', 'v3.mx', 'e', 'k', '/single/pay', x'7b7d',
      40, 'CFE', 'utility', '1', '10.00', 'MXN', '10.00', 'MXN', 'ana', 'Ana', '07', 's');
    INSERT INTO outcomes (intent_id, state) VALUES ('i', 'unknown');
  `);
  database.close();
}
