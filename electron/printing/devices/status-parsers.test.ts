import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getNumericSeed, sampleCases, scaleRuns } from '../../../tests/support/sampling.ts';
import { createEpsonStatusDialect } from './epson-status-dialect.ts';
import { createStarStatusDialect } from './star-status-dialect.ts';
import type { PrinterStatusDialect, PrinterStatusEvent } from './status-dialect.ts';

/** What a device sends to the parsers of the printer status. */

const MEGABYTE_BYTES = 1_048_576;
const CHUNK_BYTES = 65_536;
const BYTE_VALUES = Array.from({ length: 256 }, (_unused, value) => value);
/** The first byte of a status, of an answer, XON, XOFF, and what no printer sends. */
const KNOWN_VALUES = [0x00, 0x10, 0x11, 0x12, 0x13, 0x14, 0x21, 0x23, 0x2f, 0x41, 0xff];

const DIALECTS: readonly (readonly [string, () => PrinterStatusDialect])[] = [
  ['Epson', () => createEpsonStatusDialect({ count: 3 })],
  ['Star', createStarStatusDialect],
];

describe.each(DIALECTS)('%s', (make, createDialect) => {
  it('reads a megabyte of any byte value in one pass', () => {
    for (const value of new Set([...KNOWN_VALUES, ...sampleCases('flood', BYTE_VALUES, 4)])) {
      const dialect = createDialect();
      let eventCount = 0;
      for (let read = 0; read < MEGABYTE_BYTES; read += CHUNK_BYTES) {
        eventCount += dialect.parse(new Uint8Array(CHUNK_BYTES).fill(value)).length;
      }
      expect(eventCount, `byte value ${value}`).toBeLessThanOrEqual(MEGABYTE_BYTES);
    }
  });

  it('reads the same events from bytes that arrive in any pieces', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.uint8Array({ maxLength: 12 }).map((bytes) => bytes.map((byte) => byte & 0x7f)),
          { maxLength: 12 },
        ),
        (chunks) => {
          const pieces = createDialect();
          const eventsOfPieces = chunks.flatMap((chunk) => pieces.parse(chunk));
          const events = createDialect().parse(
            Uint8Array.from(chunks.flatMap((chunk) => [...chunk])),
          );
          expect(eventsOfPieces).toEqual(events);
        },
      ),
      { seed: getNumericSeed('status pieces'), numRuns: scaleRuns(500) },
    );
  });

  it('keeps the beginning of a status although the reader reuses its buffer', () => {
    const status = make === 'Epson' ? [0x10, 0, 0, 0] : [0x23, 0x06, 0, 0, 0, 0, 0, 0, 0];
    const dialect = createDialect();
    const buffer = Buffer.alloc(1);
    const events: PrinterStatusEvent[] = [];
    for (const byte of status) {
      buffer[0] = byte;
      events.push(...dialect.parse(buffer));
    }
    expect(events).toEqual(createDialect().parse(Uint8Array.from(status)));
    expect(events[0]?.kind).toBe('condition');
  });
});
