import type { Database } from '../../../electron/ledger/index.ts';
import type { Clock } from '../../../electron/platform/index.ts';
import type { PrintingDevice } from '../../../electron/printing/index.ts';
import { readJobBytes } from '../../../electron/printing/testing/index.ts';

/** How the printer takes the next job. */
export type PrinterBehaviour =
  | 'prints'
  | 'refuses'
  /** The paper comes out, and no word of it reaches the till. */
  | 'prints-in-silence'
  /** All bytes leave, and no paper comes out. */
  | 'swallows'
  | 'unreachable';

export interface Paper {
  readonly jobId: string;
  readonly paymentId: string | null;
  readonly kind: string;
}

export interface FakePrinter {
  readonly port: PrintingDevice;
  /** How the next jobs are taken, in order; after them it prints. */
  readonly behaviours: PrinterBehaviour[];
  /** What has come out. */
  readonly papers: Paper[];
}

const PRINT_DELAY_MS = 200;

/** A printer at the other end of the port, that knows what really came out. */
export function createFakePrinter(clock: Clock, database: () => Database): FakePrinter {
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      clock.after(PRINT_DELAY_MS, resolve);
    });

  const paperOf = (bytes: Uint8Array): Paper => {
    const row = database()
      .prepare("SELECT id, intent_id, kind FROM print_jobs WHERE state = 'printing'")
      .get();
    const kept = row && readJobBytes(database(), String(row.id));
    if (!row || !kept || Buffer.compare(kept, bytes) !== 0)
      throw new Error('nothing is being printed');
    return {
      jobId: String(row.id),
      paymentId: row.intent_id === null ? null : String(row.intent_id),
      kind: String(row.kind),
    };
  };

  const device: FakePrinter = {
    behaviours: [],
    papers: [],
    port: {
      readStatus: async () => {
        await wait();
        const mood = device.behaviours[0] ?? 'prints';
        return mood === 'refuses'
          ? { kind: 'refused', why: 'paper-out' }
          : { kind: 'ready', isPaperLow: false };
      },
      print: async ({ bytes }, onLeaving) => {
        const mood = device.behaviours.shift() ?? 'prints';
        if (mood === 'refuses') return { kind: 'refused', why: 'paper-out' };
        if (mood === 'unreachable') return { kind: 'failed', why: 'unreachable', bytesSent: 0 };
        const paper = paperOf(bytes);
        onLeaving();
        if (mood !== 'swallows') device.papers.push(paper);
        await wait();
        return mood === 'prints'
          ? { kind: 'printed', isPaperLow: false }
          : { kind: 'unconfirmed', why: 'silent' };
      },
    },
  };
  return device;
}
