import type { Database } from '../../../electron/ledger/index.ts';
import type { Clock } from '../../../electron/platform/index.ts';
import type { PrintingDevice } from '../../../electron/printing/index.ts';
import { keptBytes } from '../../../electron/printing/testing/index.ts';

/** How the printer takes the next job. */
export type Mood =
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

export interface Device {
  readonly port: PrintingDevice;
  /** How the next jobs are taken, in order; after them it prints. */
  readonly moods: Mood[];
  /** What has come out. */
  readonly papers: Paper[];
}

const MOMENT = 200;

/** A printer at the other end of the port, that knows what really came out. */
export function createDevice(clock: Clock, database: () => Database): Device {
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      clock.after(MOMENT, resolve);
    });

  const paperOf = (bytes: Uint8Array): Paper => {
    const row = database()
      .prepare("SELECT id, intent_id, kind FROM print_jobs WHERE state = 'printing'")
      .get();
    const kept = row && keptBytes(database(), String(row.id));
    if (!row || !kept || Buffer.compare(kept, bytes) !== 0)
      throw new Error('nothing is being printed');
    return {
      jobId: String(row.id),
      paymentId: row.intent_id === null ? null : String(row.intent_id),
      kind: String(row.kind),
    };
  };

  const device: Device = {
    moods: [],
    papers: [],
    port: {
      ask: async () => {
        await wait();
        const mood = device.moods[0] ?? 'prints';
        return mood === 'refuses'
          ? { kind: 'refused', why: 'paper-out' }
          : { kind: 'ready', isPaperLow: false };
      },
      print: async ({ bytes }, onLeaving) => {
        const mood = device.moods.shift() ?? 'prints';
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
