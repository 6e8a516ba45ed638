import type { Database } from '../../../electron/ledger/index.ts';
import type { Clock } from '../../../electron/platform/index.ts';
import type { PrintingDevice } from '../../../electron/printing/index.ts';
import { readPrintJobBytes } from '../../../electron/printing/testing/index.ts';

/** How the printer handles the next job. */
export type PrinterBehaviour =
  | 'prints'
  | 'refuses'
  /** Prints, and the till receives no confirmation. */
  | 'prints-in-silence'
  /** Accepts all bytes and prints nothing. */
  | 'swallows'
  | 'unreachable';

export interface Paper {
  readonly jobId: string;
  readonly paymentId: string | null;
  readonly kind: string;
}

export interface FakePrinter {
  readonly port: PrintingDevice;
  /** Behaviours of the next jobs, in order. */
  readonly behaviours: PrinterBehaviour[];
  /** The behaviour of all later jobs. */
  lasting: PrinterBehaviour;
  /** The printed papers. */
  readonly papers: Paper[];
}

const PRINT_DELAY_MS = 200;

/** A printer behind the port that records what was really printed. */
export function createFakePrinter(clock: Clock, database: Database): FakePrinter {
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      clock.after(PRINT_DELAY_MS, resolve);
    });

  const findPaper = (bytes: Uint8Array): Paper => {
    const row = database
      .prepare("SELECT id, intent_id, kind FROM print_jobs WHERE state = 'printing'")
      .get();
    const jobBytes = row && readPrintJobBytes(database, String(row.id));
    if (!row || !jobBytes || Buffer.compare(jobBytes, bytes) !== 0)
      throw new Error('nothing is being printed');
    return {
      jobId: String(row.id),
      paymentId: row.intent_id === null ? null : String(row.intent_id),
      kind: String(row.kind),
    };
  };

  const device: FakePrinter = {
    behaviours: [],
    lasting: 'prints',
    papers: [],
    port: {
      readStatus: async () => {
        await wait();
        const behaviour = device.behaviours[0] ?? device.lasting;
        return behaviour === 'refuses'
          ? { kind: 'refused', reason: 'paper-out' }
          : { kind: 'ready', isPaperLow: false };
      },
      print: async ({ bytes }, onLeaving) => {
        const behaviour = device.behaviours.shift() ?? device.lasting;
        if (behaviour === 'refuses') return { kind: 'refused', reason: 'paper-out' };
        if (behaviour === 'unreachable')
          return { kind: 'failed', reason: 'unreachable', bytesSent: 0 };
        const paper = findPaper(bytes);
        onLeaving();
        if (behaviour !== 'swallows') device.papers.push(paper);
        await wait();
        return behaviour === 'prints'
          ? { kind: 'printed', isPaperLow: false }
          : { kind: 'unconfirmed', reason: 'silent' };
      },
    },
  };
  return device;
}
