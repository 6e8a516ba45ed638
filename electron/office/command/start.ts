import { resolve } from 'node:path';
import type { ChainAsked } from '../../command-line/index.ts';
import { EXIT, type ExitCode, type Log, systemClock } from '../../platform/index.ts';
import {
  configFile,
  type OfficeConfig,
  type OfficeService,
  readOfficeConfig,
} from '../config/index.ts';
import { dailyFileOf } from '../daily-file/index.ts';
import { healthOf, startHealth } from '../health/index.ts';
import { createHookService } from '../hooks/index.ts';
import { probe } from './probe.ts';
import { type Running, runServices } from './run-services.ts';
import type { ChainTerminal } from './terminal.ts';
import { terminalLog } from './terminal-log.ts';

/** Runs until the process is told to stop. A database that is away is waited for, not complained of. */
export async function startChain(
  { options }: ChainAsked,
  { folder, env, version, complain, stopped }: ChainTerminal,
): Promise<ExitCode> {
  const asked = options.get('config');
  const config = await readOfficeConfig(
    configFile(asked === undefined ? undefined : resolve(folder, asked), env),
    env,
  );
  const log = terminalLog(complain);
  const hooksPort = readPort('hooks', options.get('hooks')) ?? config.hooks?.port ?? null;
  const healthPort = readPort('health', options.get('health')) ?? config.health ?? null;
  const services = servicesOf(config, hooksPort, log);
  const refused = await probe(config, log);
  if (refused !== null) {
    complain(`${refused}\n`);
    return EXIT.database;
  }
  const onStarted = async (running: readonly Running[]): Promise<() => Promise<void>> => {
    log.info({ version, parts: running.map(({ name }) => name) }, 'the process of the chain runs');
    if (healthPort === null) return async () => {};
    const health = () => healthOf(running, { version, clock: systemClock });
    const server = await startHealth(healthPort, health);
    log.info({ port: server.port }, 'health is said on loopback');
    return server.close;
  };
  const isWhole = await runServices(services, stopped, { log, onStarted });
  log.info({}, 'the process of the chain has ended');
  return isWhole ? EXIT.done : EXIT.later;
}

/** What the file gives the logins for. */
function servicesOf(config: OfficeConfig, hooksPort: number | null, log: Log): OfficeService[] {
  const ports = { clock: systemClock, log };
  const dailyFile = dailyFileOf(config, ports);
  const hooks = hooksPort === null ? null : createHookService(config, hooksPort, ports);
  const services = [dailyFile, hooks].filter((one) => one !== null);
  if (services.length > 0) return services;
  throw new Error(
    'There is nothing to do: the file of the process has no daily file to make (maker, chainName, reconciliation) and no port for webhooks.',
  );
}

function readPort(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new Error(`--${name} takes a port from 1 to 65535, not ${text}.`);
}
