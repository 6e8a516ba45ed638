import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrinterSettings } from '../../shared/contract/index.ts';
import { decodePrinted } from '../../tests/support/virtual-printer/index.ts';
import { sealLocations } from '../ledger/index.ts';
import { unpackData } from './pack-data.ts';
import type { PaperDocument } from './papers/index.ts';
import { type Counter, openCounter, settingsFor } from './printing.fixture.ts';

/** Papers whose words are money or keys: what of them is kept, on each kind of printer. */

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

const spool = (): string => join(folder, 'spool.prn');

function use(kind: (typeof KINDS)[number]): void {
  writeFileSync(spool(), '');
  const printers: Readonly<Record<(typeof KINDS)[number], PrinterSettings>> = {
    network: { kind: 'network', address: counter.printer.address, model: 'epson', columns: 42 },
    pdf: { kind: 'pdf', folder, columns: 42 },
    screen: { kind: 'screen', columns: 42 },
    path: { kind: 'path', path: spool(), model: 'epson', columns: 42 },
  };
  counter.settings.now = settingsFor(printers[kind]);
}

it.each(KINDS)(
  "a gift card's paper is kept sealed: its lines and its bytes, on %s",
  async (kind) => {
    use(kind);
    const printing = counter.open();
    const id = counter.pay({ kind: 'gift-card', ticket_text: `Código: ${CODE}\n` });
    const { jobId } = await counter.print(printing, id);
    const row = counter.database
      .prepare('SELECT lines, bytes, is_sealed FROM print_jobs WHERE id = ?')
      .get(jobId);
    expect(row?.is_sealed).toBe(1);
    const { codes } = counter.database;
    for (const [column, place] of [
      ['lines', sealLocations.lines(jobId)],
      ['bytes', sealLocations.bytes(jobId)],
    ] as const) {
      const kept = row?.[column];
      if (!(kept instanceof Uint8Array)) throw new Error(`no ${column}`);
      expect(Buffer.from(kept).includes(CODE)).toBe(false);
      const opened = unpackData(codes.openBytes(kept, place));
      expect(unpackedIfItCan(kept)).not.toEqual(opened);
      // A PDF packs its text again.
      if (kind !== 'pdf' || column === 'lines') expect(opened.includes(CODE)).toBe(true);
    }
  },
);

/** What is sealed looks random, and now and then random bytes can be unpacked: to something else. */
function unpackedIfItCan(sealed: Uint8Array): Buffer | null {
  try {
    return unpackData(sealed);
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
  const rows = (): number =>
    Number(counter.database.prepare('SELECT count(*) AS n FROM print_jobs').get()?.n);

  it('is printed past the ledger', async () => {
    use('network');
    expect(await counter.open().printUnkept(paper)).toEqual({ ok: true, value: null });
    const [job = Buffer.alloc(0)] = counter.printer.jobs;
    expect(decodePrinted(job, 'epson').lines.map(({ text }) => text.trim())).toContain(KEY);
    expect(rows()).toBe(0);
  });

  it.each(['pdf', 'screen', 'path'] as const)(
    'is put into no file and onto no tape, on %s',
    async (kind) => {
      use(kind);
      expect(await counter.open().printUnkept(paper)).toMatchObject({
        problem: { kind: 'recovery-key', reason: 'no-paper' },
      });
      expect(readdirSync(folder)).toEqual(['spool.prn']);
      expect(readFileSync(spool())).toHaveLength(0);
      expect(rows()).toBe(0);
    },
  );
});
