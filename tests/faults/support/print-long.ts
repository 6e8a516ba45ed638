import { systemClock } from '../../../electron/platform/index.ts';
import {
  DEFAULT_PRINTER_TIMINGS,
  type PrinterTimings,
  sendToPrinter,
} from '../../../electron/printing/devices/index.ts';

import {
  decodePrinted,
  type Make,
  type PrinterCondition,
  startVirtualPrinter,
} from '../../support/virtual-printer/index.ts';

export interface LongPrint {
  readonly result: Awaited<ReturnType<typeof sendToPrinter>>;
  /** Lines in the tray when the till had its result. */
  readonly lines: number;
  readonly hasLeft: boolean;
}

export const LINE = 'a line of forty-two characters, and a bit.\n';

/** Sends so many lines to a printer of this mood, over a real socket. */
export async function printLong(
  make: Make,
  mood: Partial<PrinterCondition>,
  lines: number,
): Promise<LongPrint> {
  const printer = await startVirtualPrinter({ make });
  printer.setCondition(mood);
  let hasLeft = false;
  // Only a printer that has stopped reading may strike a deadline.
  const stallTimeoutMs = mood.faultAt?.how === 'deaf' ? 300 : 60_000;
  const timings: PrinterTimings = {
    ...DEFAULT_PRINTER_TIMINGS,
    answerTimeoutMs: 60_000,
    confirmTimeoutMs: 60_000,
    stallTimeoutMs,
    closeTimeoutMs: 50,
  };
  const result = await sendToPrinter(
    { kind: 'network', address: printer.address, model: make, columns: 42 },
    { bytes: Buffer.from(LINE.repeat(lines)), fileName: 'one' },
    { clock: systemClock, timings, signal: new AbortController().signal },
    () => {
      hasLeft = true;
    },
  );
  const [brought] = printer.listConnectionOutputs();
  const decoded = decodePrinted(brought?.printed ?? new Uint8Array(), make);
  await printer.close();
  return { result, lines: decoded.lines.length, hasLeft };
}

// Run by itself, it prints one line of JSON for each make and mood that it is given.
if (process.argv[1] === import.meta.filename) {
  const [, , moods = '[]', lines = '1'] = process.argv;
  const given: readonly Partial<PrinterCondition>[] = JSON.parse(moods);
  for (const make of ['epson', 'star'] as const) {
    for (const mood of given) {
      process.stdout.write(`${JSON.stringify(await printLong(make, mood, Number(lines)))}\n`);
    }
  }
}
