/**
 * The whole of main without Electron's runtime. Window, sender check, registrar, handlers, till,
 * ledger and client are the product's; the training service is behind HTTPS, and the settings are
 * stored in a variable. A test that reads the ledger mocks the ledger module with `watchOpening`.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../../electron/counter/staff/index.ts';
import { QUICK_PIN_COST } from '../../../electron/counter/staff/testing/index.ts';
import { createHandlers } from '../../../electron/main/ipc/handlers/index.ts';
import { createCallListener, createEmitter } from '../../../electron/main/ipc/index.ts';
import { createTillHost, type TillHost } from '../../../electron/main/till/index.ts';
import { createUuid, type Log, type Vault } from '../../../electron/platform/index.ts';
import { createSettings, type SettingsStore } from '../../../electron/settings/index.ts';
import {
  BrowserWindowDouble,
  WebContentsDouble,
} from '../../../electron/shell/electron/electron-double.ts';
// The window checks the sender's frame; the rest of the shell needs a running Electron.
import { createTillWindow } from '../../../electron/shell/electron/till-window.ts';
import {
  type CallName,
  type CallOutput,
  ok,
  type Provisioning,
  type Role,
  type ServiceVersion,
} from '../../../shared/contract/index.ts';
import {
  CHECK_WORKER_URL,
  PAPER_WORKER_URL,
  TRAINING_WORKER_URL,
} from '../../support/built-paths.ts';
import { createMovableClock, type MovableClock } from './movable-clock.ts';
import { type RecordingService, startRecordingService } from './recording-service.ts';

vi.mock('electron', async () => {
  const double = await import('../../../electron/shell/electron/electron-double.ts');
  return { ...double, BrowserWindow: double.BrowserWindowDouble };
});

/**
 * No answer may contain one of these. Their form is unique, so that a search finds nothing else.
 */
export const SECRETS = {
  apiKey: 'MARK-api-key-5d0c',
  secretKey: 'MARK-secret-key-77fa',
  sftpPassword: 'MARK-sftp-password-1b3e',
} as const;
export const PINS = { ana: '90417263', luis: '81739504', carmen: '70652918', dora: '60284715' };
export const ROLES: Readonly<Record<keyof typeof PINS, Role>> = {
  ana: 'cashier',
  luis: 'supervisor',
  carmen: 'owner',
  dora: 'supervisor',
};

function createCashiers(people: readonly (keyof typeof PINS)[]) {
  return people.map((id) => ({ id, name: id, pin: PINS[id], role: ROLES[id] }));
}
export type Person = keyof typeof PINS;

/** Senders of a message: our page, or a frame that only resembles it. */
export const SENDERS = [
  'ours',
  'no frame',
  'a frame inside',
  'another origin',
  'a neighbour',
] as const;
export type Sender = (typeof SENDERS)[number] | 'another window';

export interface TestTill {
  readonly clock: MovableClock;
  readonly service: RecordingService;
  readonly host: TillHost;
  readonly folder: string;
  /** Sends a message as the preload does; rejects if main throws. */
  call(name: CallName, input: unknown, sender?: Sender): Promise<unknown>;
  /** Makes a call that must succeed; throws its problem. */
  callOrThrow<Name extends CallName>(name: Name, input: unknown): Promise<CallOutput<Name>>;
  /** Returns the current content of the settings file. */
  readSettings(): unknown;
  /** Events sent to the page and lines of the log, as JSON. */
  readonly messages: string[];
  /** Signs this person in, after the delay for wrong PINs; null signs out. */
  signIn(person: Person | null): Promise<void>;
  /** Provisions the till again as it was created, after any changes by an owner. */
  provision(people?: readonly Person[]): Promise<void>;
  /** Resolves when all payments in progress are answered. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface TestTillOptions {
  /** Fields that are merged into the provisioning. */
  readonly provisioning?: Partial<Provisioning>;
  /** Creates a log that receives every line too. */
  readonly log?: (folder: string) => Log;
  /** Writes the settings also into a file of the folder. */
  readonly writesSettingsFile?: boolean;
  readonly vault?: Vault;
  /** How far the till's clock differs from the service's, in milliseconds. */
  readonly clockOffsetMs?: number;
  /**
   * Shortens delays below five seconds. A real printer has deadlines below that too, so a till that
   * prints must not set it.
   */
  readonly shortensDelays?: boolean;
}

export async function openTestTill(
  version: ServiceVersion,
  options: TestTillOptions = {},
): Promise<TestTill> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-contract-'));
  const clock = createMovableClock(options.shortensDelays ?? true);
  const service = await startRecordingService(clock, SECRETS);
  writeFileSync(join(folder, 'ca.pem'), service.caPem);

  const messages: string[] = [];
  const recordLogLine = (fields: object, message: string): void => {
    const { err } = fields as { err?: unknown };
    const error = err instanceof Error ? [err.name, err.message, String(err.cause)] : err;
    messages.push(JSON.stringify([message, { ...fields, err: error }]));
  };
  const extraLog = options.log?.(folder);
  const createLogMethod =
    (level: keyof Log): Log['info'] =>
    (fields, message) => {
      recordLogLine(fields, message);
      extraLog?.[level](fields, message);
    };
  const log: Log = {
    info: createLogMethod('info'),
    warn: createLogMethod('warn'),
    error: createLogMethod('error'),
  };

  let storedSettings: unknown;
  const store: SettingsStore = {
    name: 'settings.json',
    read: () => storedSettings,
    write: (value) => {
      storedSettings = structuredClone(value);
      if (options.writesSettingsFile) {
        writeFileSync(join(folder, 'settings.json'), JSON.stringify(value));
      }
    },
  };
  // Sealed values must differ from the secret itself.
  const vault: Vault = options.vault ?? {
    getStrength: async () => 'strong',
    seal: async (text) => ok(Buffer.from(text).toString('base64')),
    open: async (text) => ok({ text: Buffer.from(text, 'base64').toString(), needsReseal: false }),
  };

  const window = createTillWindow('preload.cjs', log);
  await window.open();
  const page = BrowserWindowDouble.all.at(-1)?.webContents;
  if (!page) throw new Error('no window');
  const emit = createEmitter({
    send: (channel, payload) => {
      messages.push(JSON.stringify([channel, payload]));
      window.send(channel, payload);
    },
    log,
  });
  const settings = createSettings({ store, vault, log });
  const tillClock = { ...clock, now: () => clock.now() + (options.clockOffsetMs ?? 0) };
  const host = createTillHost({
    profileFolder: folder,
    settings,
    vault,
    getPinHashCost: () => QUICK_PIN_COST,
    clock: tillClock,
    createId: createUuid,
    log,
    emit,
    trainingWorkerUrl: TRAINING_WORKER_URL,
    paperWorkerUrl: PAPER_WORKER_URL,
    ledgerCheckWorkerUrl: CHECK_WORKER_URL,
    applicationVersion: '0.0.0',
    setKeepAwake: () => {},
    receiptDelivery: {
      saveFile: async ({ name }, onLeaving) => {
        const permission = onLeaving();
        return permission.ok ? { ok: true, value: { kind: 'saved', name } } : permission;
      },
      composeMail: async (_, onLeaving) => {
        const permission = onLeaving();
        return permission.ok ? { ok: true, value: { kind: 'mail-opened' } } : permission;
      },
      deleteOldDrafts: async () => {},
    },
  });
  const handlers = createHandlers({
    host,
    settings,
    clock,
    log,
    applicationVersion: '0.0.0',
    initialLanguage: 'es-MX',
  });
  const answerCall = createCallListener({
    isTillPage: window.isTillPage,
    handlers,
    access: () => ({
      cashier: host.till()?.staff.getCurrentCashier() ?? null,
      isSetUp: host.isSetUp(),
    }),
    log,
    createId: createUuid,
  });

  const ownFrame = { origin: 'app://till', parent: null };
  const events: Readonly<Record<Sender, object>> = {
    ours: { sender: page, senderFrame: ownFrame },
    'no frame': { sender: page, senderFrame: null },
    'a frame inside': { sender: page, senderFrame: { ...ownFrame, parent: ownFrame } },
    'another origin': { sender: page, senderFrame: { ...ownFrame, origin: 'https://example.com' } },
    'a neighbour': { sender: page, senderFrame: { ...ownFrame, origin: 'app://till.example' } },
    'another window': { sender: new WebContentsDouble(), senderFrame: ownFrame },
  };

  const call: TestTill['call'] = async (name, input, sender = 'ours') => {
    const answer: unknown = await Reflect.apply(answerCall, null, [
      events[sender],
      { name, input },
    ]);
    return answer;
  };

  const provisioning = (people: readonly Person[]): Provisioning => ({
    environment: 'sandbox',
    baseUrl: service.baseUrl,
    caFile: 'ca.pem',
    vendor: service.training.keys.vendor,
    version,
    apiKey: SECRETS.apiKey,
    secretKey: SECRETS.secretKey,
    chainName: 'lupita',
    posNumber: '07',
    timeZone: 'America/Mexico_City',
    language: 'es-MX',
    shop: { name: 'Abarrotes Lupita' },
    printer: { kind: 'screen', columns: 42 },
    cashiers: createCashiers(people),
    cashOutBillers: [20001, 20002],
    reconciliation: {
      host: '127.0.0.1',
      user: 'lupita',
      password: SECRETS.sftpPassword,
      uploads: false,
    },
    // The clock jumps, and a till that is idle for so long would lock during the test.
    lockAfterMinutes: 0,
    ...options.provisioning,
  });

  const till: TestTill = {
    clock,
    service,
    host,
    folder,
    call,
    callOrThrow: async <Name extends CallName>(name: Name, input: unknown) => {
      const answer = await call(name, input);
      const value = getAnswerValue(answer);
      if (value === undefined) throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 500)}`);
      return value as CallOutput<Name>;
    },
    messages,
    readSettings: () => structuredClone(storedSettings),
    signIn: async (person) => {
      const staff = host.till()?.staff;
      if (!staff) throw new Error('no till is open');
      if (person === null) return staff.signOut();
      for (const isLast of [false, true]) {
        const answer = await call('staff.signIn', { cashierId: person, pin: PINS[person] });
        const current = host.till()?.staff.getCurrentCashier();
        if (current?.id === person && current.role === ROLES[person]) return;
        if (isLast) throw new Error(`${person} cannot sign in: ${JSON.stringify(answer)}`);
        clock.jump(301_000);
        // An owner in an earlier run may have disabled, demoted or renamed anybody.
        await host
          .till()
          ?.staff.replaceAll(
            createCashiers(['ana', 'luis', 'carmen']),
            PROVISIONED_BY_FIRST_SET_UP,
          );
      }
    },
    provision: async (people = ['ana', 'luis', 'carmen']) => {
      const provisioned = await host.provision(
        provisioning(people),
        folder,
        PROVISIONED_BY_FIRST_SET_UP,
      );
      if (!provisioned.ok) throw new Error(JSON.stringify(provisioned.problem));
      host.till()?.start();
      await waitUntil(
        () =>
          host
            .till()
            ?.catalog.state()
            .lists.every(({ count }) => count > 0) ?? false,
      );
    },
    settle: () => waitUntil(() => !(host.till()?.payments.isSending() ?? false)),
    close: async () => {
      await host.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await till.provision();
  return till;
}

export async function waitUntil(isDone: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 3000; attempt += 1) {
    if (isDone()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('it did not happen');
}

/** Returns the value of a successful answer; undefined otherwise. */
export function getAnswerValue(answer: unknown): unknown {
  const isOk =
    typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true;
  return isOk && 'value' in answer ? answer.value : undefined;
}
