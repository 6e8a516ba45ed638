import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import type { FoundPrinter } from '../../../shared/contract/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import { type DnsRecord, dnsQuestion, readDnsAnswer } from './dns-message.ts';
import { modelNamed, plainName } from './names.ts';

/** Raw printing, as this till prints, goes first; and what else a printer announces itself as. */
const SERVICES = ['_pdl-datastream._tcp.local', '_printer._tcp.local'] as const;
type Service = (typeof SERVICES)[number];
const RAW_PORT = 9100;
const MOST_PRINTERS = 40;

/** Where DNS-SD asks; a test has an answerer of its own. */
export interface Browsing {
  readonly group: { readonly address: string; readonly port: number };
  /** The addresses of this computer to ask from, each on its own network. */
  readonly from: readonly string[];
  /** The system's address of a name; null if it knows none. */
  readonly lookUp: (host: string) => Promise<string | null>;
  readonly listenMs: number;
}

const ASK_AGAIN_MS = 700;

export function browsingOf(lookUp: Browsing['lookUp']): Browsing {
  const from = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return { group: { address: '224.0.0.251', port: 5353 }, from, lookUp, listenMs: 2_500 };
}

interface Known {
  readonly instances: Map<string, Service>;
  readonly services: Map<string, { readonly host: string; readonly port: number }>;
  readonly addresses: Map<string, string>;
  readonly makers: Map<string, string>;
}

/** Asks every network that this computer is in, and listens for a while. */
export async function findOnNetwork(
  browsing: Browsing,
  clock: Clock,
  log: Log,
): Promise<FoundPrinter[]> {
  const known: Known = {
    instances: new Map(),
    services: new Map(),
    addresses: new Map(),
    makers: new Map(),
  };
  await Promise.all(browsing.from.map((from) => browse(from, browsing, known, clock, log)));
  const resolving = [...known.instances]
    .sort(([, one], [, other]) => SERVICES.indexOf(one) - SERVICES.indexOf(other))
    .map(([instance, service]) => resolved(instance, service, known, browsing));
  return onceEach((await Promise.all(resolving)).filter((one) => one !== null));
}

/** One instance of a service, at an address. */
interface Announced {
  readonly label: string;
  readonly ip: string;
  readonly printer: Extract<FoundPrinter, { kind: 'network' }>;
}

async function resolved(
  instance: string,
  service: Service,
  known: Known,
  browsing: Browsing,
): Promise<Announced | null> {
  const at = known.services.get(instance);
  const ip = at === undefined ? undefined : known.addresses.get(at.host.toLowerCase());
  if (at === undefined || ip === undefined) return null;
  const label = plainName(instance.replaceAll(/\\(.)/gsu, '$1').replace(/\._[\s\S]*$/, ''));
  const host = await nameOrAddress(at.host, ip, browsing);
  // `_printer._tcp` names the port of another protocol.
  const port = service === SERVICES[0] ? at.port : RAW_PORT;
  const name = label === '' ? host : label;
  const model = modelNamed(`${label} ${known.makers.get(instance) ?? ''}`);
  return {
    label,
    ip,
    printer: { kind: 'network', name, address: `tcp://${host}:${port}`, model },
  };
}

/** A printer announces itself once for each protocol: the first stands for all of them. */
function onceEach(announced: readonly Announced[]): FoundPrinter[] {
  const found = new Map<string, FoundPrinter>();
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
async function nameOrAddress(host: string, address: string, { lookUp }: Browsing): Promise<string> {
  const name = host.replace(/\.$/, '');
  if (!/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(name)) return address;
  return (await lookUp(name)) === address ? name : address;
}

function browse(
  from: string,
  { group, listenMs }: Browsing,
  known: Known,
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
      log.info({ err: error, from }, 'a network could not be asked for printers');
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
        const records = readDnsAnswer(message);
        if (records === null) return;
        learn(records, known);
        ask(socket, group, missing(known));
      }),
    );
    socket.bind(0, from, () =>
      guarded(() => {
        // Otherwise all of them would ask on the network of the default route.
        if (isMulticast(group.address)) socket.setMulticastInterface(from);
        const questions = SERVICES.map((name) => ({ name, type: 'ptr' as const }));
        ask(socket, group, questions);
        // A question may be lost on its way.
        const again = () => guarded(() => ask(socket, group, questions));
        cancelAgain = clock.after(ASK_AGAIN_MS, again);
      }),
    );
  });
}

function isMulticast(address: string): boolean {
  return /^2(?:2[4-9]|3\d)\./.test(address);
}

function ask(
  socket: Socket,
  { address, port }: Browsing['group'],
  questions: Parameters<typeof dnsQuestion>[0],
): void {
  if (questions.length > 0) socket.send(dnsQuestion(questions), port, address);
}

function learn(records: readonly DnsRecord[], known: Known): void {
  for (const record of records) {
    switch (record.type) {
      case 'ptr': {
        const service = SERVICES.find((one) => one === record.name.toLowerCase());
        if (service === undefined || known.instances.size >= MOST_PRINTERS) break;
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

const asked = new WeakMap<Known, Set<string>>();

interface Question {
  readonly name: string;
  readonly type: 'srv' | 'a';
}

/** What an answer left out; each is asked for once. */
function missing(known: Known): Question[] {
  const before = asked.get(known) ?? new Set<string>();
  asked.set(known, before);
  const lacking = [...known.instances.keys()].flatMap((instance): Question[] => {
    const at = known.services.get(instance);
    if (at === undefined) return [{ name: instance, type: 'srv' }];
    return known.addresses.has(at.host.toLowerCase()) ? [] : [{ name: at.host, type: 'a' }];
  });
  const fresh = lacking.filter(({ name, type }) => !before.has(`${type} ${name}`));
  for (const { name, type } of fresh) before.add(`${type} ${name}`);
  return fresh;
}
