/**
 * A megabyte of each byte value, to every parser of bytes from outside. It must be done within half a second
 * of its thread's own time, which is several times what the slowest needs. A parser that reads each byte again for
 * each byte would need minutes.
 */
import { describe, expect, it } from 'vitest';
import { maskNumbers } from '../../electron/back-office/diagnostics/index.ts';
import { parseWebhookNotices } from '../../electron/chain/server/webhooks/parse-notices.ts';
import { formatCsvLine } from '../../electron/platform/index.ts';
import { decodePng } from '../../electron/platform/png/index.ts';
import { createEpsonStatusDialect } from '../../electron/printing/devices/epson-status-dialect.ts';
import { createStarStatusDialect } from '../../electron/printing/devices/star-status-dialect.ts';
import type { PrinterStatusDialect } from '../../electron/printing/devices/status-dialect.ts';
import { parseDnsResponse } from '../../electron/printing/finding/dns-message.ts';
import { decodeAnswerBody } from '../../electron/service/transport/answer-body.ts';
import { parseExactJson, parseJsonFast } from '../../electron/service/wire/index.ts';
import { parseProvisioningText } from '../../electron/settings/index.ts';
import { parseBillCode } from '../../shared/bill-codes/index.ts';
import { sampleCases } from '../support/sampling.ts';

const MEGABYTE_BYTES = 1_048_576;
const CHUNK_BYTES = 65_536;
const MAX_MS = 500;
/** A collection of garbage or a first compilation may fall into one of them. */
const MAX_ATTEMPTS = 10;
const BYTE_VALUES = Array.from({ length: 256 }, (_unused, value) => value);
/** What begins a status, an answer, a text, an array, an object, a compressed stream or a bar code. */
const KNOWN_VALUES = [
  0x00, 0x0a, 0x10, 0x11, 0x12, 0x13, 0x1d, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x2d, 0x2f, 0x30, 0x34,
  0x41, 0x5b, 0x5c, 0x5d, 0x7b, 0x80, 0xc0, 0xff,
];

const parseText =
  (parse: (text: string) => unknown) =>
  (bytes: Buffer): unknown =>
    parse(bytes.toString());

const decodeAs =
  (encoding: string) =>
  (bytes: Buffer): unknown =>
    decodeAnswerBody(bytes, encoding, 'application/json; charset=utf-8', 32 * MEGABYTE_BYTES);

const parseChunks =
  (createDialect: () => PrinterStatusDialect) =>
  (bytes: Buffer): unknown => {
    const dialect = createDialect();
    for (let read = 0; read < bytes.length; read += CHUNK_BYTES) {
      dialect.parse(bytes.subarray(read, read + CHUNK_BYTES));
    }
    return null;
  };

const PARSERS: readonly (readonly [string, (bytes: Buffer) => unknown])[] = [
  ['the body of an answer', decodeAs('')],
  ['a gzip body', decodeAs('gzip')],
  ['a deflate body', decodeAs('deflate')],
  ['a brotli body', decodeAs('br')],
  ['an answer of the service', parseText(parseExactJson)],
  ['a long list of the service', parseText(parseJsonFast)],
  ['the status of an Epson', parseChunks(() => createEpsonStatusDialect({ count: 3 }))],
  ['the status of a Star', parseChunks(createStarStatusDialect)],
  ['a DNS-SD response', parseDnsResponse],
  ['the code of a bill', parseText(parseBillCode)],
  ['a webhook', parseWebhookNotices],
  ['a provisioning file', parseText(parseProvisioningText)],
  ['a logo', decodePng],
  ['a text in a CSV file', parseText((text) => formatCsvLine([text]))],
  ['a line of the log', parseText(maskNumbers)],
];

/** Returns the time of the thread in milliseconds; other threads and processes do not count. */
function measureMs(parse: (bytes: Buffer) => unknown, bytes: Buffer): number {
  const before = process.threadCpuUsage();
  try {
    parse(bytes);
  } catch {
    // Damaged data: the parsers of bodies and pictures throw.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe.each(PARSERS)('%s', (_name, parse) => {
  it('takes half a second at most for a megabyte of any byte value', () => {
    const values = new Set([...KNOWN_VALUES, ...sampleCases('flood', BYTE_VALUES, 8)]);
    for (const value of values) {
      const bytes = Buffer.alloc(MEGABYTE_BYTES, value);
      let shortestMs = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < MAX_ATTEMPTS && shortestMs > MAX_MS; attempt += 1) {
        shortestMs = Math.min(shortestMs, measureMs(parse, bytes));
      }
      expect(shortestMs, `byte value ${value}`).toBeLessThanOrEqual(MAX_MS);
    }
  });
});
