import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { UpdateGateFacts } from '../../electron/back-office/monitoring/index.ts';
import { silentLog, systemClock } from '../../electron/platform/index.ts';
import { createUpdates, type Updates } from '../../electron/shell/electron/updates/index.ts';
import { createNsisUpdater } from '../../electron/shell/electron/updates/nsis-updater.ts';
import { ok, type Result } from '../../shared/contract/index.ts';
import {
  createFeedKey,
  createFileEntry,
  type FeedServer,
  signFeed,
  startFeedServer,
} from './feed-server.ts';

/**
 * The real updaters of electron-updater on plain Node, over HTTPS on this computer. Not tested
 * here: Windows' own check of the publisher, and its request for administrator rights. A script in
 * place of elevate records its arguments.
 */

export const EXE = 'Mostrador-Setup-0.2.0.exe';
export const DEB = 'mostrador_0.2.0_amd64.deb';
export const INSTALLER = Buffer.from('an installer of the newer version '.repeat(4_000));
export const [NOW, NEXT, OTHER] = [createFeedKey(), createFeedKey(), createFeedKey()];
export const DAY_MS = 86_400_000;

export const IDLE_FACTS: UpdateGateFacts = {
  ledger: {
    unresolved: 0,
    openShifts: 0,
    owed: 0,
    papersWaiting: 0,
    lastBackupAt: new Date().toISOString(),
  },
  isOfNewerProgram: false,
  isSending: false,
  hasCustomer: false,
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
  readonly isFleetManaged?: boolean;
  readonly keys?: readonly (typeof NOW)[];
}

export interface UpdatesFixture {
  readonly server: FeedServer;
  readonly home: string;
  /** How often the till was asked to quit. */
  readonly quits: number;
  gate: UpdateGateFacts;
  backup: () => Promise<Result<unknown>>;
  shares: { chainName: string; posNumber: string };
  publish(changes?: Readonly<Record<string, unknown>>, key?: typeof NOW): void;
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
  let shares: UpdatesFixture['shares'];
  const unhandled: unknown[] = [];
  const recordRejection = (reason: unknown): void => void unhandled.push(reason);

  beforeAll(async () => {
    server = await startFeedServer();
    process.on('unhandledRejection', recordRejection);
  });
  afterAll(async () => {
    await server.close();
    process.off('unhandledRejection', recordRejection);
    expect(unhandled).toEqual([]);
  });
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'till-updates-'));
    const elevate = join(home, 'elevate.exe');
    writeFileSync(
      elevate,
      `#!/bin/sh\nprintf '%s\\n' "$@" > "${home}/called.part"\nmv "${home}/called.part" "${home}/called"\n`,
    );
    chmodSync(elevate, 0o755);
    Object.assign(process, { resourcesPath: home });
    writeFileSync(
      join(home, 'app-update.yml'),
      'updaterCacheDirName: mostrador-updater\nchannel: ring1\n',
    );
    server.files.clear();
    server.requestedPaths.length = 0;
    server.handleRequest = () => false;
    server.files.set(EXE, INSTALLER);
    server.files.set(DEB, INSTALLER);
    quits = 0;
    gate = IDLE_FACTS;
    backup = async () => ok({});
    shares = { chainName: 'lupita', posNumber: '07' };
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  function publish(changes: Readonly<Record<string, unknown>> = {}, key = NOW): void {
    const feed = {
      format: 1,
      serial: 7,
      version: '0.2.0',
      released: new Date().toISOString(),
      expires: new Date(Date.now() + DAY_MS).toISOString(),
      percent: 100,
      files: [createFileEntry(EXE, INSTALLER), createFileEntry(DEB, INSTALLER)],
      ...changes,
    };
    const { raw, signature } = signFeed(feed, key);
    server.files.set('feed.json', raw);
    server.files.set('feed.json.sig', signature);
  }

  function start(options: StartOptions = {}): Updates {
    const version = options.version ?? '0.1.0';
    const folder = join(home, 'profile', 'updates');
    return createUpdates({
      platform: options.platform ?? 'win32',
      isPackaged: true,
      version,
      folder,
      installerFeed: options.feed ?? server.url,
      keys: (options.keys ?? [NOW, NEXT]).map(({ publicKey }) => publicKey),
      clock: systemClock,
      log: silentLog,
      agent: async () => server.agent,
      till: () => ({
        ...shares,
        feed: null,
        isFleetManaged: options.isFleetManaged ?? false,
        now: () => Date.now(),
        getUpdateGate: () => gate,
        createBackup: () => backup(),
        recordUpdateStart: () => {},
      }),
      closedGate: () => gate,
      quit: () => {
        quits += 1;
      },
      onChange: () => {},
      createUpdater: async (signedFeedOptions) =>
        createNsisUpdater(
          { version, folder, resourcesFolder: home, log: silentLog },
          signedFeedOptions,
        ),
    });
  }

  const listPendingFiles = (): string[] => {
    const folder = join(home, 'profile', 'updates', 'downloads', 'mostrador-updater', 'pending');
    return existsSync(folder) ? readdirSync(folder).sort() : [];
  };
  const getPendingFile = (): string =>
    join(home, 'profile', 'updates', 'downloads', 'mostrador-updater', 'pending', EXE);
  const getCalledFile = () => join(home, 'called');

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
    get shares() {
      return shares;
    },
    set shares(value) {
      shares = value;
    },
    publish,
    start,
    listPendingFiles,
    getPendingFile,
    getCalledFile,
  };
}

export function flipBit(content: Buffer): Buffer {
  const changed = Buffer.from(content);
  changed[1_000] = (changed[1_000] ?? 0) ^ 1;
  return changed;
}
