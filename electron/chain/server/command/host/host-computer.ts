import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** The computer that `chain host` sets up: its programs, and where its system keeps things. */
export interface HostComputer {
  /** `chain.json`, and the folder `host` with the keys of the chain. */
  readonly settingsFolder: string;
  /** The files that `chain start` writes. */
  readonly processFolder: string;
  /** For plain copies while a backup is made or restored; only the administrator may read it. */
  readonly workFolder: string;
  readonly unitFolder: string;
  /** systemd's folder for settings of suspend and hibernation. */
  readonly sleepFolder: string;
  readonly postgresFolder: string;
  /** Debian's folder of the configurations of all clusters. */
  readonly clusterConfigFolder: string;
  /** Debian's folder of the data of all clusters, by version and name. */
  readonly clusterDataFolder: string;
  /** Debian's folder of the settings with which a cluster is created. */
  readonly clusterDefaultsFolder: string;
  readonly clusterName: string;
  /** From which a free port is searched. */
  readonly firstPort: number;
  /** More arguments of `pg_createcluster`. */
  readonly clusterArguments: readonly string[];
  /** The account that owns the database; null if this process runs as that account. */
  readonly databaseAccount: string | null;
  /** The account of `chain start`; null if this process runs as that account. */
  readonly processAccount: string | null;
  /** How the system starts `mostrador-cli`. */
  readonly program: readonly string[];
  /** Why nothing can be set up here; null if it can. */
  findObstacle(): string | null;
  /** Whether the system starts services; without it, nothing is started but the database. */
  readonly hasServiceManager: boolean;
  /** A service that cannot run has ended by then. */
  readonly serviceStartMs: number;
  /** Returns what the program prints. Throws an error with the end of its messages if it fails. */
  run(command: readonly string[], options?: RunOptions): Promise<string>;
}

export interface RunOptions {
  readonly input?: string;
  readonly inputFile?: string;
  /** A file that does not exist yet, instead of the returned text. */
  readonly outputFile?: string;
  readonly account?: string | null;
}

const INSTALLED_PROGRAM = '/usr/bin/mostrador-cli';
const MAX_MESSAGE_LENGTH = 600;

export function createHostComputer(): HostComputer {
  const hasServiceManager = existsSync('/run/systemd/system');
  return {
    settingsFolder: '/etc/mostrador',
    processFolder: '/var/lib/mostrador-chain',
    workFolder: '/var/lib/mostrador-host',
    unitFolder: '/etc/systemd/system',
    sleepFolder: '/etc/systemd/sleep.conf.d',
    postgresFolder: '/usr/lib/postgresql',
    clusterConfigFolder: '/etc/postgresql',
    clusterDataFolder: '/var/lib/postgresql',
    clusterDefaultsFolder: '/etc/postgresql-common/createcluster.d',
    clusterName: 'mostrador',
    // Below the ports from which the system takes those of outgoing connections.
    firstPort: 5480,
    clusterArguments: [],
    databaseAccount: 'postgres',
    processAccount: 'mostrador-chain',
    program: existsSync(INSTALLED_PROGRAM)
      ? [INSTALLED_PROGRAM, 'chain']
      : [process.execPath, ...process.execArgv, process.argv[1] ?? '', 'chain'],
    hasServiceManager,
    serviceStartMs: 3_000,
    findObstacle: () => {
      if (process.platform !== 'linux' || !existsSync('/etc/debian_version')) {
        return 'chain host sets up Debian and Ubuntu only. On another system, set up the database and the process as docs/chain.md describes.';
      }
      if (process.getuid?.() !== 0) {
        return 'chain host sets up a database and a service, so it needs root: sudo mostrador-cli chain host';
      }
      return hasServiceManager
        ? null
        : 'This system was not started by systemd, which runs the chain as a service. Use a computer that was, or set everything up as docs/chain.md describes.';
    },
    run: runProgram,
  };
}

/** Runs a program with the messages of the language C, as the account. */
export async function runProgram(
  command: readonly string[],
  { input, inputFile, outputFile, account = null }: RunOptions = {},
): Promise<string> {
  const [program = '', ...args] =
    account === null ? command : ['runuser', '-u', account, '--', ...command];
  const inputHandle = inputFile === undefined ? null : await open(inputFile, 'r');
  const outputHandle = outputFile === undefined ? null : await open(outputFile, 'wx', 0o600);
  try {
    const child = spawn(program, args, {
      cwd: '/',
      env: { ...process.env, LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' },
      stdio: [inputHandle?.fd ?? 'pipe', outputHandle?.fd ?? 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    // A program that ends without reading everything reports why.
    if (child.stdin !== null) pipeline([input ?? ''], child.stdin).catch(() => {});
    const [code, output, messages] = await Promise.all([
      ended,
      child.stdout === null ? '' : readText(child.stdout),
      child.stderr === null ? '' : readText(child.stderr),
    ]);
    if (code === 0) return output;
    const reason = `${output}\n${messages}`.trim().slice(-MAX_MESSAGE_LENGTH);
    throw new Error(`${command.slice(0, 3).join(' ')} failed: ${reason || `code ${code}`}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error(`${program} is not installed on this computer.`);
    }
    throw error;
  } finally {
    await outputHandle?.sync();
    await inputHandle?.close();
    await outputHandle?.close();
  }
}
