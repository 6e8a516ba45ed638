import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEpsonStatusDialect } from './epson-status-dialect.ts';
import type { PendingPrinterAnswers } from './pending-answers.ts';

const GS_R = [0x1d, 0x72, 1];
const READY = Uint8Array.of(0x12, 0x12, 0x12);
const ANSWER = Uint8Array.of(0);

const getKinds = (events: readonly { readonly kind: string }[]): string[] =>
  events.map((event) => event.kind);

/** The steps that happen to a job, in any order. */
type Step =
  /** The printer processes the next request that it holds, and its answer arrives or is lost. */
  | 'answers'
  | 'loses'
  /** The printer loses all requests that it holds. */
  | 'power'
  /** The till abandons the job, and the next job starts on a new connection. */
  | 'next';

const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('answers' as const) },
  { weight: 2, arbitrary: fc.constant('loses' as const) },
  { weight: 1, arbitrary: fc.constant('power' as const) },
  { weight: 3, arbitrary: fc.constant('next' as const) },
);

/** A printer with a queue of requests; `heldJobs` has the number of the job for each of them. */
function createPrinter(heldJobs: number[], pendingAnswers: PendingPrinterAnswers) {
  let job = 0;
  let epson = createEpsonStatusDialect(pendingAnswers);
  let isPrinted = false;
  /** Jobs that were reported as printed by an answer to another job's request. */
  const wrongJobs: number[] = [];
  const startNextJob = (): void => {
    job += 1;
    epson = createEpsonStatusDialect(pendingAnswers);
    epson.parse(READY);
    expect([...epson.createJobFrame().confirm]).toEqual(GS_R);
    heldJobs.push(job);
    isPrinted = false;
  };
  const processRequest = (): void => {
    const requestJob = heldJobs.shift();
    if (requestJob === undefined) return;
    for (const kind of getKinds(epson.parse(ANSWER))) {
      if (kind === 'processed') {
        isPrinted = true;
        if (requestJob !== job) wrongJobs.push(job);
      } else if (kind === 'earlier' && !isPrinted) {
        expect([...epson.createRepeatRequest()]).toEqual(GS_R);
        heldJobs.push(job);
      }
    }
  };
  return {
    wrongJobs,
    isPrinted: () => isPrinted,
    step: (step: Step): void => {
      if (step === 'answers') processRequest();
      else if (step === 'loses') heldJobs.shift();
      else if (step === 'power') heldJobs.length = 0;
      else startNextJob();
    },
  };
}

describe('an Epson with pending answers', () => {
  it('never confirms a job by an answer to another job', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 }),
        fc.array(STEP, { maxLength: 40 }),
        (heldCount, steps) => {
          const heldJobs = new Array<number>(heldCount).fill(0);
          const printer = createPrinter(heldJobs, { count: 2 });
          printer.step('next');
          for (const step of steps) printer.step(step);
          expect(printer.wrongJobs).toEqual([]);
          // Once no answer is lost any more, the next job is confirmed.
          printer.step('next');
          for (let count = 0; count < 500 && !printer.isPrinted(); count += 1) {
            printer.step('answers');
          }
          expect(printer.isPrinted()).toBe(true);
          expect(printer.wrongJobs).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('gets one request without pending answers, and three with two pending answers', () => {
    for (const [count, expectedRequests] of [
      [0, 1],
      [2, 3],
    ] as const) {
      const epson = createEpsonStatusDialect({ count });
      expect(getKinds(epson.parse(READY))).toEqual(['condition']);
      epson.createJobFrame();
      let requestCount = 1;
      while (!getKinds(epson.parse(ANSWER)).includes('processed')) {
        epson.createRepeatRequest();
        requestCount += 1;
      }
      expect(requestCount).toBe(expectedRequests);
    }
  });

  it('reports an answer without a request as noise', () => {
    expect(getKinds(createEpsonStatusDialect({ count: 0 }).parse(ANSWER))).toEqual(['noise']);
  });
});

describe('an unrequested status of an Epson', () => {
  it('recognises an unrequested status of an Epson in one chunk and byte by byte', () => {
    const epson = createEpsonStatusDialect({ count: 0 });
    const ready = [0x14, 0x00, 0x00, 0x0f];
    const condition = { kind: 'condition', problem: null, isPaperLow: false };
    expect(epson.parse(Uint8Array.from(ready))).toEqual([condition]);
    expect(ready.flatMap((byte) => epson.parse(Uint8Array.of(byte)))).toEqual([condition]);
  });

  it.each([
    'HTTP/1.1 400 Bad Request',
    'SSH-2.0-OpenSSH_9.6',
    '220 (vsFTPd 3.0.5)',
    '\x10\x04\x01',
  ])('does not read an unrequested status of an Epson from %j', (text) => {
    const events = createEpsonStatusDialect({ count: 2 }).parse(Buffer.from(`${text}${text}`));
    expect(getKinds(events)).toContain('noise');
  });
});
