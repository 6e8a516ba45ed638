import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEpsonStatusDialect } from './epson-status-dialect.ts';
import type { PendingAnswers } from './pending-answers.ts';

const GS_R = [0x1d, 0x72, 1];
const READY = Uint8Array.of(0x12, 0x12, 0x12);
const ANSWER = Uint8Array.of(0);

const kinds = (events: readonly { readonly kind: string }[]): string[] =>
  events.map((event) => event.kind);

/** What befalls a job, one after the other. */
type Step =
  /** The printer gets to the next question that it holds, and its answer arrives or is lost. */
  | 'answers'
  | 'loses'
  /** All that it holds is gone. */
  | 'power'
  /** The till gives the job up, and the next one begins on a new connection. */
  | 'next';

const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('answers' as const) },
  { weight: 2, arbitrary: fc.constant('loses' as const) },
  { weight: 1, arbitrary: fc.constant('power' as const) },
  { weight: 3, arbitrary: fc.constant('next' as const) },
);

/** A printer that holds questions in their order, by the job that they end. */
function printerWith(held: number[], owed: PendingAnswers) {
  let job = 0;
  let epson = createEpsonStatusDialect(owed);
  let isPrinted = false;
  /** Whether the word that the job was printed came of the job's own question. */
  const wrong: number[] = [];
  const next = (): void => {
    job += 1;
    epson = createEpsonStatusDialect(owed);
    epson.parse(READY);
    expect([...epson.createJobFrame().confirm]).toEqual(GS_R);
    held.push(job);
    isPrinted = false;
  };
  const answer = (): void => {
    const of = held.shift();
    if (of === undefined) return;
    for (const kind of kinds(epson.parse(ANSWER))) {
      if (kind === 'processed') {
        isPrinted = true;
        if (of !== job) wrong.push(job);
      } else if (kind === 'earlier' && !isPrinted) {
        expect([...epson.createRepeatRequest()]).toEqual(GS_R);
        held.push(job);
      }
    }
  };
  return {
    wrong,
    isPrinted: () => isPrinted,
    step: (step: Step): void => {
      if (step === 'answers') answer();
      else if (step === 'loses') held.shift();
      else if (step === 'power') held.length = 0;
      else next();
    },
  };
}

describe('an Epson that was asked before', () => {
  it('is never believed of a job by an answer to another one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 }),
        fc.array(STEP, { maxLength: 40 }),
        (left, steps) => {
          const held = new Array<number>(left).fill(0);
          const printer = printerWith(held, { count: 2 });
          printer.step('next');
          for (const step of steps) printer.step(step);
          expect(printer.wrong).toEqual([]);
          // Once nothing is lost any more, the next job is known to be printed.
          printer.step('next');
          for (let count = 0; count < 500 && !printer.isPrinted(); count += 1) {
            printer.step('answers');
          }
          expect(printer.isPrinted()).toBe(true);
          expect(printer.wrong).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is asked once where it owes nothing, and thrice where two answers may still come', () => {
    for (const [count, questions] of [
      [0, 1],
      [2, 3],
    ] as const) {
      const epson = createEpsonStatusDialect({ count });
      expect(kinds(epson.parse(READY))).toEqual(['condition']);
      epson.createJobFrame();
      let asked = 1;
      while (!kinds(epson.parse(ANSWER)).includes('processed')) {
        epson.createRepeatRequest();
        asked += 1;
      }
      expect(asked).toBe(questions);
    }
  });

  it('says by an answer that nobody asked for that it is none', () => {
    expect(kinds(createEpsonStatusDialect({ count: 0 }).parse(ANSWER))).toEqual(['noise']);
  });
});

describe('a status that comes by itself', () => {
  it('recognises an automatic status in one chunk and byte by byte', () => {
    const epson = createEpsonStatusDialect({ count: 0 });
    const ready = [0x14, 0x00, 0x00, 0x0f];
    const told = { kind: 'condition', trouble: null, isPaperLow: false };
    expect(epson.parse(Uint8Array.from(ready))).toEqual([told]);
    expect(ready.flatMap((byte) => epson.parse(Uint8Array.of(byte)))).toEqual([told]);
  });

  it.each([
    'HTTP/1.1 400 Bad Request',
    'SSH-2.0-OpenSSH_9.6',
    '220 (vsFTPd 3.0.5)',
    '\x10\x04\x01',
  ])('does not read a status from %j', (text) => {
    const events = createEpsonStatusDialect({ count: 2 }).parse(Buffer.from(`${text}${text}`));
    expect(kinds(events)).toContain('noise');
  });
});
