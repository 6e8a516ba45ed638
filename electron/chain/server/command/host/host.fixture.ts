import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { postgresUnavailableReason } from '../../../../../tests/support/postgres/index.ts';
import { startRemoteCommandServer } from '../../../../operations/headless/index.ts';
import { EXIT_CODES, silentLog } from '../../../../platform/index.ts';
import { runChainCommand } from '../run-chain.ts';
import { type HostComputer, type RunOptions, runProgram } from './host-computer.ts';

/**
 * A computer for `chain host` in a folder of its own: everything runs as on Debian, but for the service
 * manager, whose calls are recorded.
 */
export interface TestHost {
  readonly computer: HostComputer;
  readonly folder: string;
  /** The calls of `systemctl`, and of programs that would change this computer. */
  readonly calls: string[];
  /** Those of them that fail. */
  readonly failingCalls: Set<string>;
  /**
   * Runs `chain …` on it; at a terminal where a person answers every question, if there is an answer.
   * Returns the exit code and the output on both streams.
   */
  run(
    commandLine: string,
    options?: { readonly version?: string; readonly answer?: boolean },
  ): Promise<{ readonly code: number; readonly output: string }>;
  /** Writes a file that only this user can read; returns its path. */
  writeFile(name: string, content: object | string): string;
  /** Deletes it with its cluster. */
  remove(): Promise<void>;
}

/** An account that this computer does not have. */
const PROCESS_ACCOUNT = 'mostrador-chain-test';

export function createTestHost(
  /** Runs instead of each program, and is given what runs it. */
  intercept: (run: () => Promise<string>) => Promise<string> = (run) => run(),
  /** Hosts that are set up at the same time need different ones. */
  firstPort = 5480,
): TestHost {
  const reason = postgresUnavailableReason();
  if (reason !== null) throw new Error(reason);
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-host-'));
  // The account of the database must reach its cluster.
  chmodSync(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const clusterConfigFolder = join(folder, 'postgresql');
  mkdirSync(clusterConfigFolder);
  const databaseFolder = join(folder, 'database');
  mkdirSync(databaseFolder);
  const databaseAccount = isRoot ? 'postgres' : null;
  if (databaseAccount !== null) execFileSync('chown', [`${databaseAccount}:`, databaseFolder]);
  const clusterName = `host_${process.pid}`;
  const calls: string[] = [];
  const failingCalls = new Set<string>();
  let hasAccount = false;
  const computer: HostComputer = {
    settingsFolder: join(folder, 'settings'),
    processFolder: join(folder, 'process'),
    workFolder: join(folder, 'work'),
    unitFolder: join(folder, 'units'),
    sleepFolder: join(folder, 'sleep'),
    postgresFolder: '/usr/lib/postgresql',
    clusterConfigFolder,
    clusterDataFolder: databaseFolder,
    clusterDefaultsFolder: join(folder, 'cluster-defaults'),
    clusterName,
    firstPort,
    // Another folder for each cluster: one that was renamed keeps its own.
    get clusterArguments() {
      const clusterFolder = join(databaseFolder, randomUUID());
      return [
        `--user=${databaseAccount ?? userInfo().username}`,
        `--datadir=${clusterFolder}`,
        `--socketdir=${databaseFolder}`,
        `--logfile=${clusterFolder}.log`,
        '--pgoption=fsync=off',
      ];
    },
    databaseAccount,
    processAccount: PROCESS_ACCOUNT,
    program: ['/usr/bin/mostrador-cli', 'chain'],
    hasServiceManager: true,
    serviceStartMs: 0,
    findObstacle: () => null,
    run: (command, options) =>
      intercept(async () => {
        const [program = ''] = command;
        const isAboutAccount = command.some((word) => word.replace(/:$/, '') === PROCESS_ACCOUNT);
        // Services and accounts of this computer stay as they are.
        if (program !== 'systemctl' && !isAboutAccount)
          return await runOnTestHost(clusterConfigFolder, command, options);
        const call = command.join(' ');
        calls.push(call);
        if (program === 'useradd') hasAccount = true;
        if (failingCalls.has(call) || (isAboutAccount && !hasAccount))
          throw new Error(`${call} failed`);
        return '';
      }),
  };
  mkdirSync(computer.unitFolder);
  return {
    computer,
    folder,
    calls,
    failingCalls,
    run: async (commandLine, { version = '1.2.3', answer } = {}) => {
      let output = '';
      const note = (text: string): void => {
        output += text;
      };
      const code = await runChainCommand({
        args: commandLine.split(' '),
        workingFolder: folder,
        env: {},
        version,
        write: note,
        writeError: note,
        ...(answer === undefined ? {} : { confirm: async () => answer }),
        computer,
        stopRequested: new Promise(() => {}),
      });
      return { code, output };
    },
    writeFile: (name, content) => {
      const file = join(folder, name);
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), {
        mode: 0o600,
      });
      return file;
    },
    remove: async () => {
      const run = (command: readonly string[]) => runOnTestHost(clusterConfigFolder, command);
      const clusters = await run(['pg_lsclusters', '--no-header']);
      for (const [version = '', name = ''] of clusters.split('\n').map((line) => line.split(/\s+/)))
        if (name !== '') await run(['pg_dropcluster', '--stop', version, name]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Debian's programs find only the clusters of this folder. */
function runOnTestHost(
  clusterConfigFolder: string,
  command: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { account = null } = options;
  const asAccount = account === null ? [] : ['runuser', '-u', account, '--'];
  const setConfigFolder = ['env', `PG_CLUSTER_CONF_ROOT=${clusterConfigFolder}`];
  return runProgram([...asAccount, ...setConfigFolder, ...command], { ...options, account: null });
}

export const LOCAL_TILL = {
  environment: 'sandbox',
  baseUrl: 'https://service.example',
  vendor: 'vendor',
  version: 'v3.mx',
  chainName: 'lupita',
  posNumber: '07',
  timeZone: 'America/Mexico_City',
  language: 'es-MX',
  shop: { name: 'Centro' },
  printer: { kind: 'screen', columns: 42 },
  accountPrint: 'x',
  reconciliation: {
    host: 'sftp.example',
    user: 'lupita',
    hostKey: `SHA256:${'A'.repeat(43)}`,
    uploads: true,
  },
};

/**
 * Opens a till in the profile that stores each patch with an owner's PIN, as `--apply` does, without
 * asking anybody. Returns what ends it.
 */
export async function openLocalTill(
  profileFolder: string,
  applyPatch: (file: string, pin: string | null) => void,
): Promise<() => void> {
  const server = await startRemoteCommandServer({
    profileFolder,
    log: silentLog,
    run: async (command) => {
      if (command.kind !== 'apply') throw new Error('an unexpected command');
      if (command.pin === null) return { code: EXIT_CODES.notAllowed, lines: ['no PIN'] };
      applyPatch(command.file, command.pin);
      return { code: EXIT_CODES.done, lines: ['Applied.'] };
    },
  });
  return () => server.close();
}

/**
 * Opens a till that stores the chain that it is given with its other settings, but for the passwords. Returns
 * what ends it.
 */
export async function openJoiningTill(
  profileFolder: string,
  readSettings: () => typeof LOCAL_TILL = () => LOCAL_TILL,
): Promise<() => void> {
  return await openLocalTill(profileFolder, (file) => {
    const { chain, reconciliation } = JSON.parse(readFileSync(file, 'utf8'));
    const { password: _password, office: _office, ...joined } = chain;
    const settings = readSettings();
    writeLocalTill(profileFolder, {
      ...settings,
      chain: joined,
      reconciliation: { ...settings.reconciliation, ...reconciliation },
    });
  });
}

export function writeLocalTill(
  profileFolder: string,
  settings: { readonly environment: string; readonly [field: string]: unknown } = LOCAL_TILL,
): void {
  const { environment } = settings;
  mkdirSync(profileFolder, { recursive: true });
  writeFileSync(
    join(profileFolder, 'settings.json'),
    JSON.stringify({
      settings: {
        format: 1,
        revision: 1,
        environment,
        language: 'es-MX',
        tills: { [environment]: settings },
        sealed: {},
      },
    }),
  );
}
