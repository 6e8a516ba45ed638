import { createSocket, type Socket } from 'node:dgram';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getNumericSeed, scaleRuns } from '../../../tests/support/sampling.ts';
import { type Log, silentLog, systemClock } from '../../platform/index.ts';
import { encodeDnsQuery, parseDnsResponse } from './dns-message.ts';
import { createPrinterFinder } from './index.ts';

const PORTS = { clock: systemClock, log: silentLog };
const RAW = '_pdl-datastream._tcp.local';
const LPD = '_printer._tcp.local';

/** Encodes records as printers do. Shares no code with the product's parser. */
const encodeLabel = (text: string): Buffer =>
  Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
const encodeName = (...labels: readonly string[]): Buffer =>
  Buffer.concat([...labels.map(encodeLabel), Buffer.from([0])]);
function encodeRecord(recordName: Buffer, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(120, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([recordName, head, data]);
}
const encodeService = (port: number, host: Buffer): Buffer => {
  const head = Buffer.alloc(6);
  head.writeUInt16BE(port, 4);
  return Buffer.concat([head, host]);
};
function encodeResponse(...records: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0x8400, 2);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, ...records]);
}

let responder: Socket;
/** The received questions, as type and name; `respond` returns the responses to one of them. */
let questions: string[];
let respond: (question: string) => readonly Buffer[];
let port: number;
beforeEach(async () => {
  questions = [];
  respond = () => [];
  responder = createSocket('udp4');
  responder.on('message', (message, from) => {
    for (const question of parseQuestions(message)) {
      questions.push(question);
      for (const packet of respond(question)) responder.send(packet, from.port, from.address);
    }
  });
  await new Promise<void>((resolve) => responder.bind(0, '127.0.0.1', resolve));
  port = responder.address().port;
});
afterEach(() => responder.close());

function parseQuestions(message: Buffer): string[] {
  const parsed: string[] = [];
  let at = 12;
  for (let count = message.readUInt16BE(4); count > 0; count -= 1) {
    const labels: string[] = [];
    for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
      labels.push(message.subarray(at + 1, at + 1 + length).toString());
      at += 1 + length;
    }
    parsed.push(`${message.readUInt16BE(at + 1)} ${labels.join('.')}`);
    at += 5;
  }
  return parsed;
}

const findPrinters = (lookUp: (host: string) => Promise<string | null> = async () => null) =>
  createPrinterFinder({
    ...PORTS,
    platform: 'linux',
    root: '/nothing/here',
    browsing: {
      multicastGroup: { address: '127.0.0.1', port },
      localAddresses: ['127.0.0.1'],
      resolveHost: lookUp,
      listenMs: 1_500,
    },
  }).find();

const encodeServiceName = (kind: string) => encodeName(...kind.split('.'));
const encodeInstanceName = (label: string, kind: string) => encodeName(label, ...kind.split('.'));
const host = encodeName('EPSON1A2B', 'local');
const addressRecord = encodeRecord(host, 1, Buffer.from([10, 0, 0, 20]));
const WHOLE_RESPONSE = encodeResponse(
  encodeRecord(encodeServiceName(RAW), 12, encodeInstanceName('Caja', RAW)),
  encodeRecord(encodeInstanceName('Caja', RAW), 33, encodeService(9100, host)),
  encodeRecord(encodeInstanceName('Caja', RAW), 16, encodeLabel('ty=EPSON TM-T20')),
  addressRecord,
);

function createRecordingLog(): { readonly messages: string[]; readonly log: Log } {
  const messages: string[] = [];
  const note = (_about: unknown, text: string) => void messages.push(text);
  return { messages: messages, log: { ...silentLog, info: note, warn: note } };
}

describe('the search for network printers', () => {
  it('finds announced printers, with the make that their name suggests', async () => {
    respond = (question) =>
      question === `12 ${RAW}`
        ? [
            encodeResponse(
              encodeRecord(
                encodeServiceName(RAW),
                12,
                encodeInstanceName('Cocina. TM-T20III', RAW),
              ),
              encodeRecord(
                encodeInstanceName('Cocina. TM-T20III', RAW),
                33,
                encodeService(9100, host),
              ),
              addressRecord,
            ),
          ]
        : [];
    expect(await findPrinters()).toEqual([
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

  it('lists a printer once, with raw printing, if it announces several protocols', async () => {
    const announce = (kind: string, port: number): Buffer =>
      encodeResponse(
        encodeRecord(encodeServiceName(kind), 12, encodeInstanceName('Caja', kind)),
        encodeRecord(encodeInstanceName('Caja', kind), 33, encodeService(port, host)),
        addressRecord,
      );
    const maker = encodeRecord(encodeInstanceName('Caja', LPD), 16, encodeLabel('ty=EPSON TM-T20'));
    respond = (question) => {
      // The response for the other protocol arrives first.
      if (question === `12 ${LPD}`) return [announce(LPD, 515), encodeResponse(maker)];
      return question === `12 ${RAW}` ? [announce(RAW, 9101)] : [];
    };
    expect(await findPrinters()).toEqual([
      { kind: 'network', name: 'Caja', address: 'tcp://10.0.0.20:9101', model: 'epson' },
    ]);
  });

  it('asks for records that the first response left out', async () => {
    respond = (question) => {
      if (question === `12 ${LPD}`) {
        return [
          encodeResponse(
            encodeRecord(encodeServiceName(LPD), 12, encodeInstanceName('Star TSP143', LPD)),
          ),
        ];
      }
      if (question === `33 Star TSP143.${LPD}`) {
        return [
          encodeResponse(
            encodeRecord(encodeInstanceName('Star TSP143', LPD), 33, encodeService(515, host)),
          ),
        ];
      }
      return question === '1 EPSON1A2B.local' ? [encodeResponse(addressRecord)] : [];
    };
    // The port of another protocol is not used.
    expect(await findPrinters()).toEqual([
      { kind: 'network', name: 'Star TSP143', address: 'tcp://10.0.0.20:9100', model: 'star' },
    ]);
  });

  it('uses the host name if this computer resolves it to the same address', async () => {
    respond = (question) =>
      question === `12 ${RAW}`
        ? [
            encodeResponse(
              encodeRecord(encodeServiceName(RAW), 12, encodeInstanceName('Caja', RAW)),
              encodeRecord(encodeInstanceName('Caja', RAW), 33, encodeService(9101, host)),
              addressRecord,
            ),
          ]
        : [];
    expect(await findPrinters(async () => '10.0.0.20')).toMatchObject([
      { address: 'tcp://EPSON1A2B.local:9101', model: null },
    ]);
    expect(await findPrinters(async () => '10.0.0.99')).toMatchObject([
      { address: 'tcp://10.0.0.20:9101' },
    ]);
  });

  it('ignores malformed, looping and foreign mDNS responses', async () => {
    const loop = Buffer.concat([encodeResponse(), Buffer.from([0xc0, 12])]);
    loop.writeUInt16BE(1, 6);
    respond = () => [
      loop,
      Buffer.from('hello'),
      encodeResponse(encodeRecord(encodeServiceName(RAW), 12, Buffer.from([63]))),
    ];
    expect(await findPrinters()).toEqual([]);
  });

  /** A valid response with changed bytes, cut off or with a tail, or any bytes behind its header. */
  const damagedResponse = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => {
      const message = Buffer.from(bytes);
      if (message.length > 2) message.writeUInt8(0x84, 2);
      return message;
    }),
    fc
      .record({
        changes: fc.array(
          fc.tuple(fc.nat(250), fc.oneof(fc.nat(255), fc.constantFrom(0, 12, 0xc0))),
          {
            maxLength: 4,
          },
        ),
        length: fc.oneof(fc.constant(500), fc.nat(250)),
        tail: fc.uint8Array({ maxLength: 20 }),
      })
      .map(({ changes, length, tail }) => {
        const message = Buffer.from(WHOLE_RESPONSE);
        for (const [at, value] of changes) {
          if (at < message.length) message.writeUInt8(value, at);
        }
        return Buffer.concat([message.subarray(0, length), tail]);
      }),
  );

  it('parses any DNS-SD response to a limited number of records, or to null', () => {
    expect(parseDnsResponse(WHOLE_RESPONSE)).toHaveLength(4);
    let validCount = 0;
    fc.assert(
      fc.property(damagedResponse, (message) => {
        const records = parseDnsResponse(message);
        if (records === null) return;
        validCount += 1;
        expect(records.length).toBeLessThanOrEqual(200);
        for (const { name } of records) expect(name.length).toBeLessThanOrEqual(64 * 130);
      }),
      { seed: getNumericSeed('mDNS'), numRuns: scaleRuns(1_000) },
    );
    expect(validCount).toBeGreaterThan(0);
  });

  it('ends without printers if no response arrives or no network is available', async () => {
    expect(await findPrinters()).toEqual([]);
    const finder = createPrinterFinder({
      ...PORTS,
      platform: 'linux',
      root: '/nothing/here',
      browsing: {
        multicastGroup: { address: '127.0.0.1', port },
        localAddresses: ['203.0.113.1'],
        resolveHost: async () => null,
        listenMs: 60_000,
      },
    });
    expect(await finder.find()).toEqual([]);
  });

  it('logs a network without multicast and finds no printers on it', async () => {
    const { messages, log } = createRecordingLog();
    const { find } = createPrinterFinder({
      clock: systemClock,
      log,
      platform: 'linux',
      root: '/nothing/here',
      browsing: {
        multicastGroup: { address: '224.0.0.251', port },
        // A socket can bind to it, but it is no address of an interface.
        localAddresses: ['localhost'],
        resolveHost: async () => null,
        listenMs: 60_000,
      },
    });
    expect(await find()).toEqual([]);
    expect(messages).toEqual(['printer-finder: network query failed']);
  });

  it('requests a unicast response', () => {
    const question = encodeDnsQuery([{ name: RAW, type: 'ptr' }]);
    expect(question.readUInt16BE(question.length - 2)).toBe(0x8001);
    expect(parseDnsResponse(question)).toBeNull();
  });
});

describe('the search for local printers', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'devices-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const browsing = {
    multicastGroup: { address: '127.0.0.1', port: 9 },
    localAddresses: [],
    resolveHost: async () => null,
    listenMs: 1,
  };

  it('lists USB printers by their device names, and serial ports by their adapters', async () => {
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

  it('lists shared printers, printers that are not shared, and ports on Windows', async () => {
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

  it('lists no printers if PowerShell returns invalid output or hangs', async () => {
    const invalidOutputFinder = createPrinterFinder({
      ...PORTS,
      platform: 'win32',
      run: async () => '{',
      browsing,
    });
    expect(await invalidOutputFinder.find()).toEqual([]);
    const { messages, log } = createRecordingLog();
    const hangingFinder = createPrinterFinder({
      clock: systemClock,
      log,
      platform: 'win32',
      run: () => new Promise(() => {}),
      browsing,
      searchTimeoutMs: 20,
    });
    expect(await hangingFinder.find()).toEqual([]);
    expect(messages).toEqual(['printer-finder: search timed out']);
  });

  it('lists USB printers by their port and logs it if their name cannot be read', async () => {
    mkdirSync(join(root, 'dev/usb'), { recursive: true });
    for (const file of ['lp0', 'lp1']) writeFileSync(join(root, 'dev/usb', file), '');
    // A folder cannot be read as a file, not even by root.
    const name = 'sys/class/usbmisc/lp0/device/ieee1284_id';
    mkdirSync(join(root, name), { recursive: true });
    const { messages, log } = createRecordingLog();
    const { find } = createPrinterFinder({
      clock: systemClock,
      log,
      platform: 'linux',
      root,
      browsing,
    });
    expect(await find()).toMatchObject([{ name: 'lp0' }, { name: 'lp1' }]);
    expect(messages).toEqual(['printer-finder: usb printer name unreadable']);
  });
});
