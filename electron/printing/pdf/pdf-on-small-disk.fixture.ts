import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog, systemClock } from '../../platform/index.ts';
import { DEFAULT_PRINTER_TIMINGS, sendToPrinter, toPrintTarget } from '../devices/index.ts';
import { buildTestReceipt } from '../papers/index.ts';
import { createPrintingSettings } from '../printing.fixture.ts';
import { renderPaper } from '../render-paper.ts';

/** Runs in a separate mount namespace: prints to a folder on a full disk, and again with free space. */
const [folder = ''] = process.argv.slice(2);
const printer = { kind: 'pdf', folder, columns: 42 } as const;
const settings = createPrintingSettings(printer);
const at = '2026-01-15T16:42:07.000Z';
const receipt = buildTestReceipt(settings, at);
const paper = toPrintTarget(printer, settings);
const { bytes } = await renderPaper(receipt, paper, { title: 'One', at });

async function print(): Promise<unknown> {
  const { signal } = new AbortController();
  const ports = { clock: systemClock, timings: DEFAULT_PRINTER_TIMINGS, signal, log: silentLog };
  const result = await sendToPrinter(printer, { bytes, fileName: 'one' }, ports, () => {});
  return { result, files: readdirSync(folder).filter((name) => name !== 'ballast') };
}

function fillDisk(): void {
  for (const size of [65_536, 1]) {
    try {
      for (;;) writeFileSync(join(folder, 'ballast'), Buffer.alloc(size), { flag: 'a' });
    } catch {
      // The disk is full, as intended.
    }
  }
}

fillDisk();
const full = await print();
rmSync(join(folder, 'ballast'));
process.stdout.write(JSON.stringify({ full, roomy: await print() }));
