import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Clock } from '../../platform/index.ts';
import { probeConnection, type ServiceConfig } from '../../service/index.ts';
import type { ConnectionFacts, NameLookup } from './diagnose-connection.ts';

export interface InternetServer {
  readonly host: string;
  readonly port: number;
}

/** Each probe ends after this time, and all run at once. */
const PROBE_TIMEOUT_MS = 4000;

export type GatheredFacts = Omit<ConnectionFacts, 'problem'>;

/**
 * Probes only what the till talks to anyway: the service, through its proxy, and `otherServers`. No
 * probe sends a request, so nothing can be charged and no key leaves the till.
 */
export async function gatherConnectionFacts(
  config: Pick<ServiceConfig, 'baseUrl' | 'caPem' | 'proxy'>,
  otherServers: readonly InternetServer[],
  clock: Clock,
): Promise<GatheredFacts> {
  const firstHost = URL.parse(config.proxy ?? config.baseUrl)?.hostname ?? '';
  const serviceHost = URL.parse(config.baseUrl)?.hostname;
  // A server on the service's own computer says nothing about the way to it.
  const witnesses = otherServers.filter(({ host }) => host !== serviceHost);
  const [nameLookup, connection, answers] = await Promise.all([
    lookUpName(firstHost, clock),
    probeConnection({ ...config, clock, timeoutMs: PROBE_TIMEOUT_MS }),
    Promise.all(witnesses.map((server) => canConnectTo(server, clock))),
  ]);
  return {
    hasLink: hasNetworkLink(),
    nameLookup,
    connection,
    otherServers: answers.length === 0 ? 'none' : answers.includes(true) ? 'answering' : 'silent',
  };
}

function hasNetworkLink(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  // A link-local address is given without a network, too.
  return addresses.some(
    ({ internal, address }) => !internal && !/^(169\.254\.|fe80:)/i.test(address),
  );
}

async function lookUpName(host: string, clock: Clock): Promise<NameLookup> {
  const timeout = Promise.withResolvers<NameLookup>();
  const cancel = clock.after(PROBE_TIMEOUT_MS, () => timeout.resolve('failed'));
  const answer = lookup(host.replace(/^\[(.*)\]$/, '$1')).then(
    (): NameLookup => 'resolved',
    (error: unknown): NameLookup =>
      error instanceof Error && 'code' in error && error.code === 'ENOTFOUND'
        ? 'not-found'
        : 'failed',
  );
  return Promise.race([answer, timeout.promise]).finally(cancel);
}

function canConnectTo({ host, port }: InternetServer, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (canConnect: boolean): void => {
      cancel();
      socket.destroy();
      resolve(canConnect);
    };
    const cancel = clock.after(PROBE_TIMEOUT_MS, () => finish(false));
    socket.once('connect', () => finish(true));
    // A server that refuses the connection was reached.
    socket.on('error', (error) => finish('code' in error && error.code === 'ECONNREFUSED'));
  });
}
