import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getNumericSeed, scaleRuns } from '../../../tests/support/sampling.ts';
import { createEpsonStatusDialect } from './epson-status-dialect.ts';
import { createStarStatusDialect } from './star-status-dialect.ts';
import type { PrinterStatusDialect, PrinterStatusEvent } from './status-dialect.ts';

/** What a device sends to the parsers of the printer status. */

const DIALECTS: readonly (readonly [string, () => PrinterStatusDialect])[] = [
  ['Epson', () => createEpsonStatusDialect({ count: 3 })],
  ['Star', createStarStatusDialect],
];

describe.each(DIALECTS)('%s', (make, createDialect) => {
  it('reads the same events from bytes that arrive in any pieces', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.uint8Array({ maxLength: 12 }),
            // No byte of a status has the highest bit.
            fc.uint8Array({ maxLength: 12 }).map((bytes) => bytes.map((byte) => byte & 0x7f)),
          ),
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
