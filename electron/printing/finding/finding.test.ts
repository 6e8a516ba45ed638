import { createSocket, type Socket } from 'node:dgram';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Log, silentLog, systemClock } from '../../platform/index.ts';
import { encodeDnsQuery, parseDnsResponse } from './dns-message.ts';
import { createPrinterFinder } from './index.ts';

const PORTS = { clock: systemClock, log: silentLog };
const RAW = '_pdl-datastream._tcp.local';
const LPD = '_printer._tcp.local';

/** A record as a printer writes it. Shares nothing with the product's reader. */
const label = (text: string): Buffer =>
  Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
const name = (...labels: readonly string[]): Buffer =>
  Buffer.concat([...labels.map(label), Buffer.from([0])]);
function record(of: Buffer, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(120, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([of, head, data]);
}
const srv = (port: number, host: Buffer): Buffer => {
  const head = Buffer.alloc(6);
  head.writeUInt16BE(port, 4);
  return Buffer.concat([head, host]);
};
function answer(...records: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0x8400, 2);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, ...records]);
}

let answerer: Socket;
/** What is asked for by name and type; the answerer says what it is told to. */
let questions: string[];
let says: (asked: string) => readonly Buffer[];
let port: number;
beforeEach(async () => {
  questions = [];
  says = () => [];
  answerer = createSocket('udp4');
  answerer.on('message', (message, from) => {
    for (const asked of questionsIn(message)) {
      questions.push(asked);
      for (const packet of says(asked)) answerer.send(packet, from.port, from.address);
    }
  });
  await new Promise<void>((resolve) => answerer.bind(0, '127.0.0.1', resolve));
  port = answerer.address().port;
});
afterEach(() => answerer.close());

function questionsIn(message: Buffer): string[] {
  const found: string[] = [];
  let at = 12;
  for (let count = message.readUInt16BE(4); count > 0; count -= 1) {
    const labels: string[] = [];
    for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
      labels.push(message.subarray(at + 1, at + 1 + length).toString());
      at += 1 + length;
    }
    found.push(`${message.readUInt16BE(at + 1)} ${labels.join('.')}`);
    at += 5;
  }
  return found;
}

const found = (lookUp: (host: string) => Promise<string | null> = async () => null) =>
  createPrinterFinder({
    ...PORTS,
    platform: 'linux',
    root: '/nothing/here',
    browsing: {
      group: { address: '127.0.0.1', port },
      from: ['127.0.0.1'],
      lookUp,
      listenMs: 1_500,
    },
  }).find();

const service = (kind: string) => name(...kind.split('.'));
const instance = (called: string, kind: string) => name(called, ...kind.split('.'));
const host = name('EPSON1A2B', 'local');
const addressOf = record(host, 1, Buffer.from([10, 0, 0, 20]));

function recordingLog(): { readonly logged: string[]; readonly log: Log } {
  const logged: string[] = [];
  const note = (_about: unknown, text: string) => void logged.push(text);
  return { logged, log: { ...silentLog, info: note, warn: note } };
}

describe('printers on the network', () => {
  it('are found by what they announce, with the make that their name suggests', async () => {
    says = (asked) =>
      asked === `12 ${RAW}`
        ? [
            answer(
              record(service(RAW), 12, instance('Cocina. TM-T20III', RAW)),
              record(instance('Cocina. TM-T20III', RAW), 33, srv(9100, host)),
              addressOf,
            ),
          ]
        : [];
    expect(await found()).toEqual([
      {
        kind: 'network',
        name: 'Cocina. TM-T20III',
        address: 'tcp://10.0.0.20:9100',
        model: 'epson',
      },
    ]);
    expect(questions).toContain(`12 ${RAW}`);
    expect(questions).toContain(`12 ${LPD}`);
  });

  it('are listed once, by raw printing, where they announce other protocols as well', async () => {
    const announced = (kind: string, port: number): Buffer =>
      answer(
        record(service(kind), 12, instance('Caja', kind)),
        record(instance('Caja', kind), 33, srv(port, host)),
        addressOf,
      );
    const maker = record(instance('Caja', LPD), 16, label('ty=EPSON TM-T20'));
    says = (asked) => {
      // The other protocol is heard of first.
      if (asked === `12 ${LPD}`) return [announced(LPD, 515), answer(maker)];
      return asked === `12 ${RAW}` ? [announced(RAW, 9101)] : [];
    };
    expect(await found()).toEqual([
      { kind: 'network', name: 'Caja', address: 'tcp://10.0.0.20:9101', model: 'epson' },
    ]);
  });

  it('are asked for what their first answer left out', async () => {
    says = (asked) => {
      if (asked === `12 ${LPD}`) {
        return [answer(record(service(LPD), 12, instance('Star TSP143', LPD)))];
      }
      if (asked === `33 Star TSP143.${LPD}`) {
        return [answer(record(instance('Star TSP143', LPD), 33, srv(515, host)))];
      }
      return asked === '1 EPSON1A2B.local' ? [answer(addressOf)] : [];
    };
    // The port of another protocol is not printed on.
    expect(await found()).toEqual([
      { kind: 'network', name: 'Star TSP143', address: 'tcp://10.0.0.20:9100', model: 'star' },
    ]);
  });

  it('are named, rather than numbered, where this computer resolves the name', async () => {
    says = (asked) =>
      asked === `12 ${RAW}`
        ? [
            answer(
              record(service(RAW), 12, instance('Caja', RAW)),
              record(instance('Caja', RAW), 33, srv(9101, host)),
              addressOf,
            ),
          ]
        : [];
    expect(await found(async () => '10.0.0.20')).toMatchObject([
      { address: 'tcp://EPSON1A2B.local:9101', model: null },
    ]);
    expect(await found(async () => '10.0.0.99')).toMatchObject([
      { address: 'tcp://10.0.0.20:9101' },
    ]);
  });

  it('ignores malformed, looping and foreign mDNS answers', async () => {
    const loop = Buffer.concat([answer(), Buffer.from([0xc0, 12])]);
    loop.writeUInt16BE(1, 6);
    says = () => [loop, Buffer.from('hello'), answer(record(service(RAW), 12, Buffer.from([63])))];
    expect(await found()).toEqual([]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const message = Buffer.from(bytes);
        if (message.length > 2) message.writeUInt8(0x84, 2);
        expect(() => parseDnsResponse(message)).not.toThrow();
      }),
    );
  });

  it('end the search where nobody answers, and where no network can be asked', async () => {
    expect(await found()).toEqual([]);
    const none = createPrinterFinder({
      ...PORTS,
      platform: 'linux',
      root: '/nothing/here',
      browsing: {
        group: { address: '127.0.0.1', port },
        from: ['203.0.113.1'],
        lookUp: async () => null,
        listenMs: 60_000,
      },
    });
    expect(await none.find()).toEqual([]);
  });

  it('are none on a network that cannot be asked by multicast, and the log says why', async () => {
    const { logged, log } = recordingLog();
    const { find } = createPrinterFinder({
      clock: systemClock,
      log,
      platform: 'linux',
      root: '/nothing/here',
      browsing: {
        group: { address: '224.0.0.251', port },
        // Can be bound to, and is no address of an interface.
        from: ['localhost'],
        lookUp: async () => null,
        listenMs: 60_000,
      },
    });
    expect(await find()).toEqual([]);
    expect(logged).toEqual(['printer-finder: network query failed']);
  });

  it('ask for an answer to themselves alone', () => {
    const question = encodeDnsQuery([{ name: RAW, type: 'ptr' }]);
    expect(question.readUInt16BE(question.length - 2)).toBe(0x8001);
    expect(parseDnsResponse(question)).toBeNull();
  });
});

describe('printers of this computer', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'devices-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const browsing = {
    group: { address: '127.0.0.1', port: 9 },
    from: [],
    lookUp: async () => null,
    listenMs: 1,
  };

  it('are on USB by their own names, and on serial ports by their adapter’s', async () => {
    for (const folder of ['dev/usb', 'dev/serial/by-id', 'sys/class/usbmisc/lp0/device']) {
      mkdirSync(join(root, folder), { recursive: true });
    }
    for (const file of ['dev/usb/lp0', 'dev/usb/lp1', 'dev/usb/hiddev0', 'dev/cu.usbserial-14']) {
      writeFileSync(join(root, file), '');
    }
    writeFileSync(join(root, 'dev/serial/by-id/usb-STAR_SP700-if00'), '');
    writeFileSync(
      join(root, 'sys/class/usbmisc/lp0/device/ieee1284_id'),
      'MFG:EPSON;CMD:ESC/POS;MDL:TM-T20III;CLS:PRINTER;',
    );
    const { find } = createPrinterFinder({ ...PORTS, platform: 'linux', root, browsing });
    expect(await find()).toEqual([
      { kind: 'path', name: 'EPSON TM-T20III', path: '/dev/usb/lp0', model: 'epson' },
      { kind: 'path', name: 'lp1', path: '/dev/usb/lp1', model: null },
      {
        kind: 'path',
        name: 'STAR SP700-if00',
        path: '/dev/serial/by-id/usb-STAR_SP700-if00',
        model: 'star',
      },
      { kind: 'path', name: 'usbserial-14', path: '/dev/cu.usbserial-14', model: null },
    ]);
  });

  it('are on Windows what it shares, what it does not, and its ports', async () => {
    const run = async (): Promise<string> =>
      JSON.stringify({
        printers: [
          { Name: 'EPSON TM-T20', Shared: true, ShareName: 'Recibos' },
          { Name: 'Microsoft Print to PDF', Shared: false, ShareName: null },
        ],
        ports: ['COM3', 'x'],
      });
    const { find } = createPrinterFinder({ ...PORTS, platform: 'win32', run, browsing });
    expect(await find()).toEqual([
      { kind: 'path', name: 'EPSON TM-T20', path: '//localhost/Recibos', model: 'epson' },
      { kind: 'not-shared', name: 'Microsoft Print to PDF' },
      { kind: 'path', name: 'COM3', path: 'COM3', model: null },
    ]);
  });

  it('are none where Windows answers nonsense, or never', async () => {
    const nonsense = createPrinterFinder({
      ...PORTS,
      platform: 'win32',
      run: async () => '{',
      browsing,
    });
    expect(await nonsense.find()).toEqual([]);
    const { logged, log } = recordingLog();
    const hangs = createPrinterFinder({
      clock: systemClock,
      log,
      platform: 'win32',
      run: () => new Promise(() => {}),
      browsing,
      longestMs: 20,
    });
    expect(await hangs.find()).toEqual([]);
    expect(logged).toEqual(['printer-finder: search timed out']);
  });

  it('are listed by their port where their name cannot be read, and the log says why', async () => {
    mkdirSync(join(root, 'dev/usb'), { recursive: true });
    for (const file of ['lp0', 'lp1']) writeFileSync(join(root, 'dev/usb', file), '');
    // A folder cannot be read as a file, by nobody.
    const name = 'sys/class/usbmisc/lp0/device/ieee1284_id';
    mkdirSync(join(root, name), { recursive: true });
    const { logged, log } = recordingLog();
    const { find } = createPrinterFinder({
      clock: systemClock,
      log,
      platform: 'linux',
      root,
      browsing,
    });
    expect(await find()).toMatchObject([{ name: 'lp0' }, { name: 'lp1' }]);
    expect(logged).toEqual(['printer-finder: usb printer name unreadable']);
  });
});
