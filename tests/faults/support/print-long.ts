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
  /** The number of printed lines when the till had its result. */
  readonly lines: number;
  readonly hasLeft: boolean;
}

export const SAMPLE_LINE = 'a line of forty-two characters, and a bit.\n';

/** Sends so many lines to a printer in this condition, over a real socket. */
export async function printLong(
  make: Make,
  condition: Partial<PrinterCondition>,
  lines: number,
): Promise<LongPrint> {
  const printer = await startVirtualPrinter({ make });
  printer.setCondition(condition);
  let hasLeft = false;
  // Only a printer that has stopped reading may reach a timeout.
  const stallTimeoutMs = condition.faultAt?.how === 'deaf' ? 300 : 60_000;
  const timings: PrinterTimings = {
    ...DEFAULT_PRINTER_TIMINGS,
    answerTimeoutMs: 60_000,
    confirmTimeoutMs: 60_000,
    stallTimeoutMs,
    closeTimeoutMs: 50,
  };
  const result = await sendToPrinter(
    { kind: 'network', address: printer.address, model: make, columns: 42 },
    { bytes: Buffer.from(SAMPLE_LINE.repeat(lines)), fileName: 'one' },
    { clock: systemClock, timings, signal: new AbortController().signal },
    () => {
      hasLeft = true;
    },
  );
  const [output] = printer.listConnectionOutputs();
  const decoded = decodePrinted(output?.printedBytes ?? new Uint8Array(), make);
  await printer.close();
  return { result, lines: decoded.lines.length, hasLeft };
}

// Run as a program, it prints one line of JSON for each make and each given condition.
if (process.argv[1] === import.meta.filename) {
  const [, , conditionsJson = '[]', lines = '1'] = process.argv;
  const conditions: readonly Partial<PrinterCondition>[] = JSON.parse(conditionsJson);
  for (const make of ['epson', 'star'] as const) {
    for (const condition of conditions) {
      process.stdout.write(`${JSON.stringify(await printLong(make, condition, Number(lines)))}\n`);
    }
  }
}
