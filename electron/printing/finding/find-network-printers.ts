import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import type { DiscoveredPrinter } from '../../../shared/contract/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import { type DnsRecord, encodeDnsQuery, parseDnsResponse } from './dns-message.ts';
import { findModelByPrinterName, toPrinterDisplayName } from './printer-names.ts';

/** Raw printing, which this till uses, first; then the other service type that printers announce. */
const SERVICE_TYPES = ['_pdl-datastream._tcp.local', '_printer._tcp.local'] as const;
type ServiceType = (typeof SERVICE_TYPES)[number];
const RAW_PORT = 9100;
const MAX_PRINTERS = 40;

/** The destination of DNS-SD queries and the time to listen; a test has its own responder. */
export interface MulticastDnsOptions {
  readonly multicastGroup: { readonly address: string; readonly port: number };
  /** The local addresses to send queries from, each on its own network. */
  readonly localAddresses: readonly string[];
  /** Resolves a host name with the system's resolver; null if it has no address. */
  readonly resolveHost: (host: string) => Promise<string | null>;
  readonly listenMs: number;
}

const QUERY_RETRY_DELAY_MS = 700;

export function createMulticastDnsOptions(
  resolveHost: MulticastDnsOptions['resolveHost'],
): MulticastDnsOptions {
  const from = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return {
    multicastGroup: { address: '224.0.0.251', port: 5353 },
    localAddresses: from,
    resolveHost,
    listenMs: 2_500,
  };
}

interface DiscoveredRecords {
  readonly instances: Map<string, ServiceType>;
  readonly services: Map<string, { readonly host: string; readonly port: number }>;
  readonly addresses: Map<string, string>;
  readonly makers: Map<string, string>;
}

/** Sends queries on every network of this computer, and listens for `listenMs`. */
export async function findNetworkPrinters(
  browsing: MulticastDnsOptions,
  clock: Clock,
  log: Log,
): Promise<DiscoveredPrinter[]> {
  const discovered: DiscoveredRecords = {
    instances: new Map(),
    services: new Map(),
    addresses: new Map(),
    makers: new Map(),
  };
  await Promise.all(
    browsing.localAddresses.map((from) => browse(from, browsing, discovered, clock, log)),
  );
  const announcements = [...discovered.instances]
    .sort(([, first], [, second]) => SERVICE_TYPES.indexOf(first) - SERVICE_TYPES.indexOf(second))
    .map(([instance, service]) => resolveAnnouncement(instance, service, discovered, browsing));
  return mergeAnnouncements(
    (await Promise.all(announcements)).filter((announcement) => announcement !== null),
  );
}

/** One instance of a service, at an address. */
interface PrinterAnnouncement {
  readonly label: string;
  readonly ip: string;
  readonly printer: Extract<DiscoveredPrinter, { kind: 'network' }>;
}

async function resolveAnnouncement(
  instance: string,
  service: ServiceType,
  discovered: DiscoveredRecords,
  browsing: MulticastDnsOptions,
): Promise<PrinterAnnouncement | null> {
  const location = discovered.services.get(instance);
  const ip =
    location === undefined ? undefined : discovered.addresses.get(location.host.toLowerCase());
  if (location === undefined || ip === undefined) return null;
  const label = toPrinterDisplayName(
    instance.replaceAll(/\\(.)/gsu, '$1').replace(/\._[\s\S]*$/, ''),
  );
  const host = await resolveNameOrAddress(location.host, ip, browsing);
  // `_printer._tcp` names the port of another protocol.
  const port = service === SERVICE_TYPES[0] ? location.port : RAW_PORT;
  const name = label === '' ? host : label;
  const model = findModelByPrinterName(`${label} ${discovered.makers.get(instance) ?? ''}`);
  return {
    label,
    ip,
    printer: { kind: 'network', name, address: `tcp://${host}:${port}`, model },
  };
}

/** A printer announces itself once for each protocol: the first represents all of them. */
function mergeAnnouncements(announcements: readonly PrinterAnnouncement[]): DiscoveredPrinter[] {
  const printers = new Map<string, DiscoveredPrinter>();
  for (const { label, ip, printer } of announcements) {
    const key = `${ip} ${label}`;
    const existing = printers.get(key);
    if (existing === undefined) printers.set(key, printer);
    else if (existing.kind === 'network' && existing.model === null) {
      printers.set(key, { ...existing, model: printer.model });
    }
  }
  return [...printers.values()];
}

/** Prefers a name that this computer can resolve: it stays when the router changes the address. */
async function resolveNameOrAddress(
  host: string,
  address: string,
  { resolveHost }: MulticastDnsOptions,
): Promise<string> {
  const name = host.replace(/\.$/, '');
  if (!/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(name)) return address;
  return (await resolveHost(name)) === address ? name : address;
}

function browse(
  from: string,
  { multicastGroup: group, listenMs }: MulticastDnsOptions,
  discovered: DiscoveredRecords,
  clock: Clock,
  log: Log,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    let cancelRetry = (): void => {};
    const cancelEnd = clock.after(listenMs, () => end());
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      cancelRetry();
      cancelEnd();
      socket.close();
      resolve();
    };
    // A network that is down, or that rejects queries, has no printer to list.
    const handleError = (error: unknown): void => {
      log.info({ err: error, from }, 'printer-finder: network query failed');
      end();
    };
    socket.on('error', handleError);
    // An error thrown in a listener of the socket would end the program.
    const runGuarded = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        handleError(error);
      }
    };
    socket.on('message', (message) =>
      runGuarded(() => {
        const records = parseDnsResponse(message);
        if (records === null) return;
        addRecords(records, discovered);
        sendQuery(socket, group, listMissingQuestions(discovered));
      }),
    );
    socket.bind(0, from, () =>
      runGuarded(() => {
        // Otherwise every socket would send on the network of the default route.
        if (isMulticast(group.address)) socket.setMulticastInterface(from);
        const questions = SERVICE_TYPES.map((name) => ({ name, type: 'ptr' as const }));
        sendQuery(socket, group, questions);
        // A query may be lost.
        const sendAgain = () => runGuarded(() => sendQuery(socket, group, questions));
        cancelRetry = clock.after(QUERY_RETRY_DELAY_MS, sendAgain);
      }),
    );
  });
}

function isMulticast(address: string): boolean {
  return /^2(?:2[4-9]|3\d)\./.test(address);
}

function sendQuery(
  socket: Socket,
  { address, port }: MulticastDnsOptions['multicastGroup'],
  questions: Parameters<typeof encodeDnsQuery>[0],
): void {
  if (questions.length > 0) socket.send(encodeDnsQuery(questions), port, address);
}

function addRecords(records: readonly DnsRecord[], discovered: DiscoveredRecords): void {
  for (const record of records) {
    switch (record.type) {
      case 'ptr': {
        const service = SERVICE_TYPES.find((type) => type === record.name.toLowerCase());
        if (service === undefined || discovered.instances.size >= MAX_PRINTERS) break;
        if (!discovered.instances.has(record.to)) discovered.instances.set(record.to, service);
        break;
      }
      case 'srv':
        discovered.services.set(record.name, { host: record.host, port: record.port });
        break;
      case 'a':
        discovered.addresses.set(record.name.toLowerCase(), record.address);
        break;
      case 'txt':
        discovered.makers.set(
          record.name,
          record.texts.filter((text) => /^(ty|product|usb_M)/.test(text)).join(' '),
        );
        break;
    }
  }
}

const questionsSentFor = new WeakMap<DiscoveredRecords, Set<string>>();

interface Question {
  readonly name: string;
  readonly type: 'srv' | 'a';
}

/** The questions that the responses left open; each is sent once. */
function listMissingQuestions(discovered: DiscoveredRecords): Question[] {
  const sentQuestions = questionsSentFor.get(discovered) ?? new Set<string>();
  questionsSentFor.set(discovered, sentQuestions);
  const missing = [...discovered.instances.keys()].flatMap((instance): Question[] => {
    const location = discovered.services.get(instance);
    if (location === undefined) return [{ name: instance, type: 'srv' }];
    return discovered.addresses.has(location.host.toLowerCase())
      ? []
      : [{ name: location.host, type: 'a' }];
  });
  const newQuestions = missing.filter(({ name, type }) => !sentQuestions.has(`${type} ${name}`));
  for (const { name, type } of newQuestions) sentQuestions.add(`${type} ${name}`);
  return newQuestions;
}
