import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import Module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { publishFeed } from '../../build/release/feed.mjs';
import type { UpdateGateFacts } from '../../electron/back-office/monitoring/index.ts';
import { type Clock, silentLog, systemClock } from '../../electron/platform/index.ts';
import { createNetSession, net } from '../../electron/shell/browser/net.ts';
import {
  createUpdates,
  readInstallerConfig,
  type Updates,
} from '../../electron/shell/electron/updates/index.ts';
import { createUpdater } from '../../electron/shell/electron/updates/updater.ts';
import { ok, type Result } from '../../shared/contract/index.ts';
import { type FeedServer, startFeedServer } from './feed-server.ts';

/**
 * The real updater of electron-updater on plain Node, over HTTPS on this computer. Electron's network
 * is replaced by that of the browser shell, cmd.exe with PowerShell by a script that outputs a
 * signature, and elevate.exe by one that records its arguments. Not tested here: Electron, Windows'
 * own check of a signature, and its request for administrator rights.
 */

export const EXE = 'Mostrador-Setup-0.2.0.exe';
export const INSTALLER = Buffer.from('an installer of the newer version '.repeat(4_000));
const PUBLISHER = 'CN=Mostrador, O="Mostrador, S.A. de C.V.", C=MX';

export const IDLE_FACTS: UpdateGateFacts = {
  ledger: {
    unresolved: 0,
    openShifts: 0,
    owed: 0,
    papersWaiting: 0,
    lastBackupAt: new Date().toISOString(),
  },
  isLedgerOfNewerProgram: false,
  isSendingPayment: false,
  isServingCustomer: false,
  shifts: 'required',
  timeZone: 'America/Mexico_City',
  now: Date.now(),
};
export const OPEN_SHIFT_FACTS: UpdateGateFacts = {
  ...IDLE_FACTS,
  ledger: { unresolved: 0, openShifts: 1, owed: 0, papersWaiting: 0, lastBackupAt: null },
};

interface StartOptions {
  readonly version?: string;
  readonly platform?: NodeJS.Platform;
  readonly feed?: string;
  readonly proxy?: string;
  readonly isFleetManaged?: boolean;
  /** In place of the updater's timers. */
  readonly after?: Clock['after'];
}

export interface UpdatesFixture {
  readonly server: FeedServer;
  readonly home: string;
  /** How often the till was asked to quit. */
  readonly quits: number;
  gate: UpdateGateFacts;
  backup: () => Promise<Result<unknown>>;
  /** Called for each request of the updater. */
  onRequest: (request: ReturnType<typeof net.request>) => void;
  /** Writes the feed of version 0.2.0 as a release does. */
  publish(percent?: number): Promise<void>;
  /** Writes a feed as JSON, which is YAML too. */
  publishChanged(changes: Readonly<Record<string, unknown>>): void;
  /** Writes the `publisherName` of the installed program; null for none. */
  setPublisher(publisher: string | null): void;
  /** Signs every installer as this publisher; null: PowerShell cannot run. */
  setSigner(subject: string | null): void;
  /** PowerShell fails at its next call, and then knows no signature. */
  failPowerShellOnce(): void;
  /** Creates the updates of a till that starts on this profile. */
  start(options?: StartOptions): Updates;
  listPendingFiles(): string[];
  getPendingFile(): string;
  getCalledFile(): string;
}

/** Creates a fixture for each test; one server serves all tests of a file. */
export function createUpdatesFixture(): UpdatesFixture {
  let server: FeedServer;
  let home: string;
  let quits: number;
  let gate: UpdateGateFacts;
  let backup: () => Promise<Result<unknown>>;
  let onRequest: UpdatesFixture['onRequest'];
  const unhandled: unknown[] = [];
  const recordRejection = (reason: unknown): void => void unhandled.push(reason);
  const { platform } = process;
  const load: unknown = Reflect.get(Module, '_load');

  beforeAll(async () => {
    server = await startFeedServer();
    setDefaultCACertificates([server.certificate]);
    process.on('unhandledRejection', recordRejection);
  });
  afterAll(async () => {
    await server.close();
    setDefaultCACertificates(getCACertificates('bundled'));
    process.off('unhandledRejection', recordRejection);
    expect(unhandled).toEqual([]);
  });
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'till-updates-'));
    vi.stubEnv('LOCALAPPDATA', home);
    vi.stubEnv('comspec', join(home, 'command'));
    writeProgram(
      'elevate.exe',
      `printf '%s\\n' "$@" > "${home}/called.part"\nmv "${home}/called.part" "${home}/called"`,
    );
    writeProgram(
      'command',
      `file=$(printf '%s' "$2" | sed "s/.*-LiteralPath '\\([^']*\\)'.*/\\1/")\nsed "s|FILE|$file|" "${home}/signature"`,
    );
    Object.assign(process, { resourcesPath: home });
    setPublisher(PUBLISHER);
    setSigner(PUBLISHER);
    server.files.clear();
    server.requestedPaths.length = 0;
    server.handleRequest = () => false;
    server.files.set(EXE, INSTALLER);
    quits = 0;
    gate = IDLE_FACTS;
    backup = async () => ok({});
    onRequest = () => {};
    Object.defineProperty(process, 'platform', { value: 'win32' });
  });
  afterEach(() => {
    Object.defineProperty(process, 'platform', { value: platform });
    Reflect.set(Module, '_load', load);
    vi.unstubAllEnvs();
    // The installer of a test may still be writing.
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });

  function writeProgram(name: string, script: string): void {
    writeFileSync(join(home, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(home, name), 0o755);
  }

  async function publish(percent = 100): Promise<void> {
    const folder = join(home, 'release');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, EXE), INSTALLER);
    await publishFeed(folder, { percent });
    server.files.set('latest.yml', readFileSync(join(folder, 'latest.yml')));
  }

  function publishChanged(changes: Readonly<Record<string, unknown>>): void {
    const sha512 = '/'.repeat(88);
    const files = [{ url: EXE, sha512, size: 1 }];
    const feed = { version: '0.2.0', files, stagingPercentage: 100, ...changes };
    server.files.set('latest.yml', Buffer.from(JSON.stringify(feed)));
  }

  function setPublisher(publisher: string | null): void {
    const lines = publisher === null ? [] : ['publisherName:', `  - ${publisher}`];
    writeFileSync(
      join(home, 'app-update.yml'),
      ['updaterCacheDirName: mostrador-updater', 'channel: ring1', ...lines, ''].join('\n'),
    );
  }

  function setSigner(subject: string | null): void {
    const file = join(home, 'signature');
    if (subject === null) {
      rmSync(file);
      return;
    }
    const signature = { Status: 0, Path: 'FILE', SignerCertificate: { Subject: subject } };
    writeFileSync(file, JSON.stringify(signature));
  }

  function failPowerShellOnce(): void {
    writeFileSync(
      join(home, 'signature'),
      JSON.stringify({ Status: 2, Path: 'FILE', SignerCertificate: null }),
    );
    writeProgram(
      'command',
      `[ -e "${home}/failed" ] || { touch "${home}/failed"; exit 1; }\ncat "${home}/signature"`,
    );
  }

  function start(options: StartOptions = {}): Updates {
    const version = options.version ?? '0.1.0';
    const profile = join(home, 'profile');
    const netSession = createNetSession();
    const electron = {
      app: {
        isPackaged: true,
        getVersion: () => version,
        getName: () => 'Mostrador',
        getPath: () => profile,
        whenReady: async () => {},
      },
      session: { fromPartition: () => netSession },
      net: {
        request: (requestOptions: Parameters<typeof net.request>[0]) => {
          const request = net.request(requestOptions);
          onRequest(request);
          return request;
        },
      },
    };
    Reflect.set(Module, '_load', (name: string, ...args: unknown[]) =>
      name === 'electron' ? electron : Reflect.apply(Object(load), Module, [name, ...args]),
    );
    return createUpdates({
      platform: options.platform ?? 'win32',
      isPackaged: true,
      version,
      folder: join(profile, 'updates'),
      installerFeed: options.feed ?? server.url,
      hasPublisher: readInstallerConfig(home).publisher !== null,
      clock: systemClock,
      log: silentLog,
      till: () => ({
        feed: null,
        isFleetManaged: options.isFleetManaged ?? false,
        getUpdateGate: () => gate,
        createBackup: () => backup(),
        recordUpdateStart: () => {},
      }),
      getClosedTillUpdateGate: () => gate,
      quit: () => {
        quits += 1;
      },
      onChange: () => {},
      createUpdater: (address, downloadsFolder) =>
        createUpdater({
          address,
          downloadsFolder,
          publisher: readInstallerConfig(home).publisher,
          proxy: options.proxy ?? null,
          clock: { after: options.after ?? systemClock.after },
          log: silentLog,
        }),
    });
  }

  const getPendingFolder = () => join(home, 'profile/updates/downloads/mostrador-updater/pending');
  const listPendingFiles = (): string[] =>
    existsSync(getPendingFolder()) ? readdirSync(getPendingFolder()).sort() : [];

  return {
    get server() {
      return server;
    },
    get home() {
      return home;
    },
    get quits() {
      return quits;
    },
    get gate() {
      return gate;
    },
    set gate(value) {
      gate = value;
    },
    get backup() {
      return backup;
    },
    set backup(value) {
      backup = value;
    },
    get onRequest() {
      return onRequest;
    },
    set onRequest(value) {
      onRequest = value;
    },
    publish,
    publishChanged,
    setPublisher,
    setSigner,
    failPowerShellOnce,
    start,
    listPendingFiles,
    getPendingFile: () => join(getPendingFolder(), EXE),
    getCalledFile: () => join(home, 'called'),
  };
}

export function flipBit(content: Buffer): Buffer {
  const changed = Buffer.from(content);
  changed[1_000] = (changed[1_000] ?? 0) ^ 1;
  return changed;
}
