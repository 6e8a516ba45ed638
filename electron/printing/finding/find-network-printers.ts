import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import type { DiscoveredPrinter } from '../../../shared/contract/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import { type DnsRecord, encodeDnsQuery, parseDnsResponse } from './dns-message.ts';
import { findModelByName, toDisplayName } from './printer-names.ts';

/** Raw printing, as this till prints, goes first; and what else a printer announces itself as. */
const SERVICE_TYPES = ['_pdl-datastream._tcp.local', '_printer._tcp.local'] as const;
type ServiceType = (typeof SERVICE_TYPES)[number];
const RAW_PORT = 9100;
const MAX_PRINTERS = 40;

/** Where DNS-SD asks; a test has an answerer of its own. */
export interface BrowseOptions {
  readonly group: { readonly address: string; readonly port: number };
  /** The addresses of this computer to ask from, each on its own network. */
  readonly from: readonly string[];
  /** The system's address of a name; null if it knows none. */
  readonly lookUp: (host: string) => Promise<string | null>;
  readonly listenMs: number;
}

const QUERY_RETRY_DELAY_MS = 700;

export function createBrowseOptions(lookUp: BrowseOptions['lookUp']): BrowseOptions {
  const from = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return { group: { address: '224.0.0.251', port: 5353 }, from, lookUp, listenMs: 2_500 };
}

interface DiscoveredRecords {
  readonly instances: Map<string, ServiceType>;
  readonly services: Map<string, { readonly host: string; readonly port: number }>;
  readonly addresses: Map<string, string>;
  readonly makers: Map<string, string>;
}

/** Asks every network that this computer is in, and listens for a while. */
export async function findNetworkPrinters(
  browsing: BrowseOptions,
  clock: Clock,
  log: Log,
): Promise<DiscoveredPrinter[]> {
  const known: DiscoveredRecords = {
    instances: new Map(),
    services: new Map(),
    addresses: new Map(),
    makers: new Map(),
  };
  await Promise.all(browsing.from.map((from) => browse(from, browsing, known, clock, log)));
  const resolving = [...known.instances]
    .sort(([, one], [, other]) => SERVICE_TYPES.indexOf(one) - SERVICE_TYPES.indexOf(other))
    .map(([instance, service]) => resolveAnnouncement(instance, service, known, browsing));
  return mergeAnnouncements((await Promise.all(resolving)).filter((one) => one !== null));
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
  known: DiscoveredRecords,
  browsing: BrowseOptions,
): Promise<PrinterAnnouncement | null> {
  const at = known.services.get(instance);
  const ip = at === undefined ? undefined : known.addresses.get(at.host.toLowerCase());
  if (at === undefined || ip === undefined) return null;
  const label = toDisplayName(instance.replaceAll(/\\(.)/gsu, '$1').replace(/\._[\s\S]*$/, ''));
  const host = await resolveNameOrAddress(at.host, ip, browsing);
  // `_printer._tcp` names the port of another protocol.
  const port = service === SERVICE_TYPES[0] ? at.port : RAW_PORT;
  const name = label === '' ? host : label;
  const model = findModelByName(`${label} ${known.makers.get(instance) ?? ''}`);
  return {
    label,
    ip,
    printer: { kind: 'network', name, address: `tcp://${host}:${port}`, model },
  };
}

/** A printer announces itself once for each protocol: the first stands for all of them. */
function mergeAnnouncements(announced: readonly PrinterAnnouncement[]): DiscoveredPrinter[] {
  const found = new Map<string, DiscoveredPrinter>();
  for (const { label, ip, printer } of announced) {
    const key = `${ip} ${label}`;
    const before = found.get(key);
    if (before === undefined) found.set(key, printer);
    else if (before.kind === 'network' && before.model === null) {
      found.set(key, { ...before, model: printer.model });
    }
  }
  return [...found.values()];
}

/** A name stays when the router gives the printer another address: if this computer can resolve it. */
async function resolveNameOrAddress(
  host: string,
  address: string,
  { lookUp }: BrowseOptions,
): Promise<string> {
  const name = host.replace(/\.$/, '');
  if (!/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(name)) return address;
  return (await lookUp(name)) === address ? name : address;
}

function browse(
  from: string,
  { group, listenMs }: BrowseOptions,
  known: DiscoveredRecords,
  clock: Clock,
  log: Log,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    let cancelAgain = (): void => {};
    const cancelEnd = clock.after(listenMs, () => end());
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      cancelAgain();
      cancelEnd();
      socket.close();
      resolve();
    };
    // A network that is down, or that lets nobody ask: it has no printer to show.
    const giveUp = (error: unknown): void => {
      log.info({ err: error, from }, 'printer-finder: network query failed');
      end();
    };
    socket.on('error', giveUp);
    // What is thrown in a listener of the socket would end the program.
    const guarded = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        giveUp(error);
      }
    };
    socket.on('message', (message) =>
      guarded(() => {
        const records = parseDnsResponse(message);
        if (records === null) return;
        addRecords(records, known);
        sendQuery(socket, group, listMissingQuestions(known));
      }),
    );
    socket.bind(0, from, () =>
      guarded(() => {
        // Otherwise all of them would ask on the network of the default route.
        if (isMulticast(group.address)) socket.setMulticastInterface(from);
        const questions = SERVICE_TYPES.map((name) => ({ name, type: 'ptr' as const }));
        sendQuery(socket, group, questions);
        // A question may be lost on its way.
        const again = () => guarded(() => sendQuery(socket, group, questions));
        cancelAgain = clock.after(QUERY_RETRY_DELAY_MS, again);
      }),
    );
  });
}

function isMulticast(address: string): boolean {
  return /^2(?:2[4-9]|3\d)\./.test(address);
}

function sendQuery(
  socket: Socket,
  { address, port }: BrowseOptions['group'],
  questions: Parameters<typeof encodeDnsQuery>[0],
): void {
  if (questions.length > 0) socket.send(encodeDnsQuery(questions), port, address);
}

function addRecords(records: readonly DnsRecord[], known: DiscoveredRecords): void {
  for (const record of records) {
    switch (record.type) {
      case 'ptr': {
        const service = SERVICE_TYPES.find((one) => one === record.name.toLowerCase());
        if (service === undefined || known.instances.size >= MAX_PRINTERS) break;
        if (!known.instances.has(record.to)) known.instances.set(record.to, service);
        break;
      }
      case 'srv':
        known.services.set(record.name, { host: record.host, port: record.port });
        break;
      case 'a':
        known.addresses.set(record.name.toLowerCase(), record.address);
        break;
      case 'txt':
        known.makers.set(
          record.name,
          record.texts.filter((one) => /^(ty|product|usb_M)/.test(one)).join(' '),
        );
        break;
    }
  }
}

const askedQuestions = new WeakMap<DiscoveredRecords, Set<string>>();

interface Question {
  readonly name: string;
  readonly type: 'srv' | 'a';
}

/** What an answer left out; each is asked for once. */
function listMissingQuestions(known: DiscoveredRecords): Question[] {
  const before = askedQuestions.get(known) ?? new Set<string>();
  askedQuestions.set(known, before);
  const lacking = [...known.instances.keys()].flatMap((instance): Question[] => {
    const at = known.services.get(instance);
    if (at === undefined) return [{ name: instance, type: 'srv' }];
    return known.addresses.has(at.host.toLowerCase()) ? [] : [{ name: at.host, type: 'a' }];
  });
  const fresh = lacking.filter(({ name, type }) => !before.has(`${type} ${name}`));
  for (const { name, type } of fresh) before.add(`${type} ${name}`);
  return fresh;
}
