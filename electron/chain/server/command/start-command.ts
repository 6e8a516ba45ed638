import { resolve } from 'node:path';
import {
  EXIT_CODES,
  type ExitCode,
  type Log,
  systemClock,
  toIsoTime,
} from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import { type ChainConnection, type ChainProblem, connectToChain } from '../../client/index.ts';
import { LATEST_CHAIN_SCHEMA_VERSION } from '../../schema/index.ts';
import {
  type ChainServerConfig,
  type ChainServerService,
  getConfigFile,
  getDataFolder,
  readChainServerConfig,
} from '../config/index.ts';
import { createDailyFileFromConfig } from '../daily-file/index.ts';
import { buildHealthReport, startHealthServer } from '../health/index.ts';
import { createSessionWatch } from '../session-watch/index.ts';
import { UploadJournalError } from '../upload-journal/index.ts';
import { createWebhookService } from '../webhooks/index.ts';
import { ChainCommandError, formatChainProblem, isTransientChainProblem } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import { createMetricsReader } from './metrics-reader.ts';
import { type NamedRunningService, runChainServerServices } from './run-services.ts';

/**
 * Runs until the process gets a signal to end. An unreachable database is retried and is not an
 * error.
 */
export async function runStartCommand(
  { options }: ChainCommandLine,
  { workingFolder, env, version, writeError, confirm, stopRequested }: ChainTerminal,
): Promise<ExitCode> {
  const configOption = options.get('config');
  const config = await readChainServerConfig(
    getConfigFile(
      configOption === undefined ? undefined : resolve(workingFolder, configOption),
      env,
    ),
    env,
  );
  const log = createTerminalLog(writeError);
  const hooksPort = parsePort('hooks', options.get('hooks')) ?? config.hooks?.port ?? null;
  const healthPort = parsePort('health', options.get('health')) ?? config.health ?? null;
  const dataOption = options.get('data');
  const services = createServices(config, hooksPort, log, {
    folder: getDataFolder(
      dataOption === undefined ? undefined : resolve(workingFolder, dataOption),
      env,
    ),
    choices: {
      acceptsJournal: options.has('accept-journal'),
      startsNewJournal: options.has('new-journal'),
    },
    confirm: confirm ?? null,
  });
  const loginProblem = await probeLogins(config, log);
  if (loginProblem !== null) {
    writeError(`${loginProblem}\n`);
    return EXIT_CODES.database;
  }
  const onStarted = async (
    running: readonly NamedRunningService[],
  ): Promise<() => Promise<void>> => {
    log.info({ version, parts: running.map(({ name }) => name) }, 'chain-process: started');
    if (healthPort === null) return async () => {};
    const health = () => buildHealthReport(running, { version, clock: systemClock });
    const server = await startHealthServer(
      healthPort,
      health,
      createMetricsReader(config, health, log),
    );
    log.info({ port: server.port }, 'health: listening on loopback');
    return server.close;
  };
  const hasStopped = await runChainServerServices(services, stopRequested, {
    log,
    onStarted,
  }).catch(throwCommandError);
  log.info({}, 'chain-process: ended');
  return hasStopped ? EXIT_CODES.done : EXIT_CODES.later;
}

function throwCommandError(error: unknown): never {
  if (!(error instanceof UploadJournalError)) throw error;
  const isOfDatabase = error.kind === 'ahead' || error.kind === 'other-environment';
  const code = isOfDatabase ? EXIT_CODES.database : EXIT_CODES.failed;
  throw new ChainCommandError(code, error.message);
}

/** Creates the services for which the configuration has logins. */
function createServices(
  config: ChainServerConfig,
  hooksPort: number | null,
  log: Log,
  journal: Parameters<typeof createDailyFileFromConfig>[1]['journal'],
): ChainServerService[] {
  const ports = { clock: systemClock, log };
  const dailyFile = createDailyFileFromConfig(config, { ...ports, journal });
  const hooks = hooksPort === null ? null : createWebhookService(config, hooksPort, ports);
  const services = [dailyFile, hooks].filter((service) => service !== null);
  if (services.length > 0) return [...services, ...createSessionWatches(config, ports)];
  throw new Error(
    'Nothing to run: the configuration sets up neither the daily file (maker, chainName, reconciliation) nor a port for webhooks (hooks.port, or --hooks PORT). Add one of them.',
  );
}

/** Only the login that makes the daily file may watch. */
function createSessionWatches(
  { hosts, database, ca, maker }: ChainServerConfig,
  ports: Pick<Parameters<typeof createSessionWatch>[0], 'clock' | 'log'>,
): ChainServerService[] {
  if (maker === undefined) return [];
  const connect = () => connectToChain({ hosts, database, ca, ...maker });
  return [createSessionWatch({ ...ports, connect })];
}

function parsePort(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new Error(`--${name} must be a port from 1 to 65535, not ${text}.`);
}

/** Writes one line per message for a journal: time, level, message, and the fields as JSON. */
function createTerminalLog(write: (text: string) => void): Log {
  const createLineWriter = (level: string) => (fields: object, message: string) => {
    const loggedFields = Object.entries(fields).map(
      ([name, value]) => [name, toLogValue(value)] as const,
    );
    const fieldsText =
      loggedFields.length === 0 ? '' : ` ${JSON.stringify(Object.fromEntries(loggedFields))}`;
    write(`${toIsoTime(Date.now())} ${level} ${message}${fieldsText}\n`);
  };
  return {
    info: createLineWriter('info'),
    warn: createLineWriter('warn'),
    error: createLineWriter('error'),
  };
}

/**
 * Logs only the name and the message of an error: its other fields may contain a query and its
 * values.
 */
function toLogValue(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = 'code' in value ? ` (${String(value.code)})` : '';
  return `${value.name}: ${value.message}${code}`;
}

/**
 * Tries each login of the configuration once. Returns a text if a login can never work; null if all
 * work, or if the database is unreachable: it may start later than this computer.
 */
async function probeLogins(config: ChainServerConfig, log: Log): Promise<string | null> {
  const { hosts, database, ca, maker, hook } = config;
  for (const login of [maker, hook].filter((login) => login !== undefined)) {
    const connected = await connectToChain({ hosts, database, ca, ...login });
    const problem = connected.ok ? await findSchemaProblem(connected.value) : connected.problem;
    if (problem === null) continue;
    if (!isTransientChainProblem(problem)) return `${login.user}: ${formatChainProblem(problem)}`;
    log.warn(
      { user: login.user, problem: formatChainProblem(problem) },
      'chain-process: login probe failed, database unreachable',
    );
  }
  return null;
}

async function findSchemaProblem(connection: ChainConnection): Promise<ChainProblem | null> {
  const { host } = connection;
  const result = await connection.query('SELECT chain.version_v1() AS version');
  await connection.end();
  if (!result.ok) return result.problem;
  const version = Number(result.value[0]?.version);
  if (version === LATEST_CHAIN_SCHEMA_VERSION) return null;
  const detail = `its schema has version ${version}, this program needs ${LATEST_CHAIN_SCHEMA_VERSION}`;
  const kind = version < LATEST_CHAIN_SCHEMA_VERSION ? 'older' : 'newer';
  return { kind, detail, sqlState: null, host };
}
