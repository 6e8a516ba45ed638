import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrinterSettings } from '../../shared/contract/index.ts';
import { decodePrinted } from '../../tests/support/virtual-printer/index.ts';
import { giftCardSealContexts } from '../ledger/index.ts';
import { decompressData } from './compress-data.ts';
import type { PaperDocument } from './papers/index.ts';
import {
  type Counter,
  createPrintingSettings,
  LONG_TIMINGS,
  openCounter,
  SHORT_TIMINGS,
} from './printing.fixture.ts';

/** Papers with gift card codes or keys: which data is stored, for each kind of printer. */

const CODE = '4417-0932-5518-6620';
const KEY = 'QW7K 22XY 8PLM 90AC';
const KINDS = ['network', 'pdf', 'screen', 'path'] as const;

let counter: Counter;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-secret-papers-'));
  counter = await openCounter();
});
afterEach(async () => {
  await counter.end();
  rmSync(folder, { recursive: true, force: true });
});

function setPrinter(kind: (typeof KINDS)[number]): void {
  const printers: Readonly<Record<(typeof KINDS)[number], PrinterSettings>> = {
    network: { kind: 'network', address: counter.printer.address, model: 'epson', columns: 42 },
    pdf: { kind: 'pdf', folder, columns: 42 },
    screen: { kind: 'screen', columns: 42 },
    path: { kind: 'path', path: '/dev/null', model: 'epson', columns: 42 },
  };
  counter.settings.now = createPrintingSettings(printers[kind]);
}

it.each(KINDS)("seals the stored lines and bytes of a gift card's paper on %s", async (kind) => {
  setPrinter(kind);
  // /dev/null never reports its status.
  const printing = counter.open(kind === 'path' ? SHORT_TIMINGS : LONG_TIMINGS);
  const id = counter.pay({ kind: 'gift-card', ticket_text: `Código: ${CODE}\n` });
  const { jobId } = await counter.print(printing, id);
  const row = counter.database
    .prepare('SELECT lines, bytes, is_sealed FROM print_jobs WHERE id = ?')
    .get(jobId);
  expect(row?.is_sealed).toBe(1);
  const { codeSealer } = counter.database;
  for (const [column, place] of [
    ['lines', giftCardSealContexts.lines(jobId)],
    ['bytes', giftCardSealContexts.bytes(jobId)],
  ] as const) {
    const stored = row?.[column];
    if (!(stored instanceof Uint8Array)) throw new Error(`no ${column}`);
    expect(Buffer.from(stored).includes(CODE)).toBe(false);
    const plain = decompressData(codeSealer.openBytes(stored, place));
    expect(unpackOrNull(stored)).not.toEqual(plain);
    // A PDF compresses its text itself.
    if (kind !== 'pdf' || column === 'lines') expect(plain.includes(CODE)).toBe(true);
  }
});

/** Sealed bytes look random, and some random bytes can be unpacked, but to other data. */
function unpackOrNull(sealed: Uint8Array): Buffer | null {
  try {
    return decompressData(sealed);
  } catch {
    return null;
  }
}

describe("the owner's recovery key", () => {
  const paper: PaperDocument = {
    name: 'recovery',
    lines: [{ kind: 'text', text: KEY, align: 'center', weight: 'bold' }],
    drawer: 'stays',
    guard: null,
  };
  const countJobs = (): number =>
    Number(counter.database.prepare('SELECT count(*) AS n FROM print_jobs').get()?.n);

  it('prints the recovery key of the owner without a row in the ledger', async () => {
    setPrinter('network');
    expect(await counter.open().printWithoutStoring(paper)).toEqual({ ok: true, value: null });
    const [job = Buffer.alloc(0)] = counter.printer.jobs;
    expect(decodePrinted(job, 'epson').lines.map(({ text }) => text.trim())).toContain(KEY);
    expect(countJobs()).toBe(0);
  });

  it.each(['pdf', 'screen'] as const)(
    'refuses to print the recovery key of the owner on %s, without a file or a tape',
    async (kind) => {
      setPrinter(kind);
      expect(await counter.open().printWithoutStoring(paper)).toMatchObject({
        problem: { kind: 'recovery-key', reason: 'no-paper' },
      });
      expect(readdirSync(folder)).toEqual([]);
      expect(countJobs()).toBe(0);
    },
  );
});
