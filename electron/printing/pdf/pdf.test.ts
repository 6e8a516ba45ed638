import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  linesBetweenFences,
  type PdfPage,
  readPages,
  toLines,
} from '../../../tests/support/read-pdf/index.ts';
import { silentLog, systemClock } from '../../platform/index.ts';
import { sendToPrinter, toPrintTarget } from '../devices/index.ts';
import { asNobody, needs } from '../needs.fixture.ts';
import { buildTestReceipt } from '../papers/index.ts';
import { type Counter, ended, openCounter, PATIENT, settingsFor } from '../printing.fixture.ts';
import { renderPaper } from '../render-paper.ts';
import { renderPdf } from './render-pdf.ts';

const links = vi.hoisted(() => ({ areKnown: true }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    link: async (from: string, to: string) => {
      if (links.areKnown) return await real.link(from, to);
      throw Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'link' });
    },
  };
});

const AT = '2026-01-15T16:42:07.000Z';
const MM = 72 / 25.4;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  links.areKnown = true;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function pagesOf(ticket: string, columns: 32 | 42 | 48 = 42): Promise<PdfPage[]> {
  return (await made(ticket, columns)).pages;
}

async function made(
  ticket: string,
  columns: 32 | 42 | 48 = 42,
): Promise<{ pages: PdfPage[]; ticketText: string; file: Uint8Array }> {
  const printer = { kind: 'pdf', folder, columns } as const;
  const settings = settingsFor(printer);
  const receipt = { ...buildTestReceipt(settings, AT), ticket };
  const about = { title: 'One', at: AT };
  const { bytes, layout } = await renderPaper(receipt, toPrintTarget(printer, settings), about);
  return { file: bytes, ticketText: layout.ticketText, pages: await readPages(bytes) };
}

/** As the file has them: a line that is continued is put together again. */
function sent(pages: readonly PdfPage[]): string {
  return linesBetweenFences(pages).join('\n');
}

describe('the text in a PDF file', () => {
  it.each([
    ['as it came', 'PAGO REALIZADO\n\n  Folio:  000123  \n  fin  '],
    ['what no code page of a printer holds', 'Total: ₡500 “así” – \u00a0ñandú \u2212 ž Жук'],
    ['decomposed accents', 'n\u0303andu\u0301 e\u0301'],
    ['what looks alike', 'a b\u00a0c\u2009d \u00ad- \u2010 µ \u03bc'],
    ['other scripts and emoji', '日本語 한글 😀 👨‍👩‍👧 עברית'],
    ['a tab', 'uno\tdos\t\ttres'],
    ['nothing to see', 'a\u200bb\ufeffc'],
  ])('is %s, character by character', async (_, ticket) => {
    const { pages, ticketText } = await made(ticket);
    expect(sent(pages)).toBe(linesOfText(ticket));
    expect(ticketText).toBe('exact');
  });

  it('names by its code point what no font draws, and is copied as it is', async () => {
    const { pages, ticketText } = await made('uno\x1bp\x00dos \ue000');
    expect(ticketText).toBe('marked');
    expect(sent(pages)).toBe('uno\x1bp\x00dos \ue000');
  });

  it('has every line where it was, blank ones too', async () => {
    const [page] = await pagesOf('uno\r\n\r\n\ndos\n');
    const found = (page?.shown ?? []).filter(({ text }) => text === 'uno' || text === 'dos');
    const [uno, dos] = found;
    expect(found).toHaveLength(2);
    const line = ((72 * MM) / 42) * 2.5;
    expect((uno?.y ?? 0) - (dos?.y ?? 0)).toBeCloseTo(3 * line, 2);
  });

  it.each([
    [32, 58],
    [42, 80],
    [48, 80],
  ] as const)('fits %i columns on %i mm', async (columns, width) => {
    const [page] = await pagesOf('x'.repeat(columns), columns);
    expect(page?.width).toBeCloseTo(width * MM, 3);
    for (const { x, size, text } of page?.shown ?? []) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + [...text].length * 0.6 * size).toBeLessThanOrEqual((page?.width ?? 0) + 0.01);
    }
  });

  it('shrinks a long line and wraps it below the minimum size', async () => {
    const longer = 'a'.repeat(60);
    const small = await made(longer);
    expect(small.ticketText).toBe('exact');
    expect(sent(small.pages)).toBe(longer);
    const long = 'b'.repeat(100);
    const broken = await made(long);
    expect(broken.ticketText).toBe('marked');
    expect(sent(broken.pages).replaceAll('»\n', '')).toBe(long);
  });

  it('continues long text on further pages within the PDF page limit', async () => {
    const ticket = Array.from({ length: 2000 }, (_, index) => `línea ${index}`).join('\n');
    const pages = await pagesOf(ticket);
    expect(pages.length).toBeGreaterThan(1);
    for (const { height } of pages) expect(height).toBeLessThanOrEqual(14_400);
    expect(sent(pages)).toBe(linesOfText(ticket));
  });

  it('stands beside pictures, each where it is on the paper and as large', async () => {
    const text = (words: string) =>
      ({ kind: 'text', text: words, align: 'left', weight: 'plain' }) as const;
    const dots = { bytesPerRow: 36, height: 100, data: new Uint8Array(36 * 100).fill(0xa5) };
    const file = await renderPdf({
      title: 'One',
      at: AT,
      language: 'en',
      columns: 48,
      lines: [
        text('above'),
        { kind: 'logo', dots },
        { kind: 'code', symbology: 'code-128', text: 'abc' },
        text('below'),
      ],
    });
    const [page] = await readPages(file);
    const words = page?.shown.map((one) => one.text);
    expect(words).toEqual(['above', 'below']);
    const cell = (72 * MM) / 48;
    const [above, below] = page?.shown ?? [];
    const apart = 2.5 * cell + ((100 + 64) / 12) * cell;
    expect((above?.y ?? 0) - (below?.y ?? 0)).toBeCloseTo(apart, 2);
  });

  it('is copied as it was sent, whatever it is', async () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({
        unit: fc.constantFrom('ñ', 'n\u0303', '₡', '\t', ' ', '€', '\r', 'x'),
        maxLength: 20,
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) => {
        const ticket = `(\n${lines.join('\n')}\n)`;
        const text = sent(await pagesOf(ticket, 48)).replaceAll('»\n', '');
        expect(text.replaceAll('\n', '')).toBe(linesOfText(ticket).replaceAll('\n', ''));
      }),
      { numRuns: 25 },
    );
  });
});

/** Blank lines leave nothing to copy. */
function linesOfText(ticket: string): string {
  return ticket
    .split(/\r\n|\n/)
    .filter((line) => line !== '')
    .join('\n');
}

describe('a PDF printer', () => {
  let counter: Counter;
  afterEach(async () => await counter.end());

  async function open(): Promise<Counter> {
    counter = await openCounter();
    counter.settings.now = settingsFor({ kind: 'pdf', folder, columns: 42 });
    return counter;
  }

  it('makes each paper a file of its own, and the tape shows the same', async () => {
    await open();
    const printing = counter.open();
    const ticket = 'PAGO\n\n  ₡500  \n';
    const payment = counter.pay({ ticket_text: ticket, external_id: 'abc-123-DEF-45678901' });
    const tape = await counter.print(printing, payment);
    expect(tape).toMatchObject({ state: 'printed', columns: 42, ticketText: 'exact' });
    expect(printing.getState()).toMatchObject({ kind: 'pdf', light: 'ready' });
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_recibo_45678901\.pdf$/);
    const pages = await readPages(readFileSync(join(folder, name)));
    expect(sent(pages)).toBe('PAGO\n  ₡500  ');
    const onTape = tape.lines.flatMap((line) =>
      line.kind === 'text' ? [line.runs.map((run) => run.text).join('')] : [],
    );
    expect(onTape.filter((line) => line !== '')).toEqual(pages.flatMap(toLines));
    const words = pages.flatMap(toLines).join('\n');
    for (const part of ['Abarrotes Núñez', '$559.00', '**** 0007', 'Gracias']) {
      expect(words).toContain(part);
    }
    expect(words).not.toContain('501000000007');
  });

  it('never writes over a file', async () => {
    await open();
    const printing = counter.open();
    const payment = counter.pay();
    await counter.print(printing, payment);
    const [name = ''] = readdirSync(folder);
    writeFileSync(join(folder, name), 'somebody else’s');
    for (const areKnown of [true, false]) {
      links.areKnown = areKnown;
      await printing.copy(payment, { id: 'ana', name: 'Ana' }, null);
      await expect.poll(() => printing.getState().waitingJobs).toBe(0);
    }
    const files = readdirSync(folder);
    expect(files).toHaveLength(3);
    expect(files.filter((file) => file.includes('_copia_'))).toHaveLength(2);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('somebody else’s');
  });

  it.each([true, false])('takes the next free name (links: %s)', async (areKnown) => {
    await open();
    links.areKnown = areKnown;
    const bytes = await document();
    for (let times = 0; times < 3; times += 1) {
      expect(await print(bytes)).toEqual({ kind: 'printed', isPaperLow: false });
    }
    expect(readdirSync(folder).sort()).toEqual(['one-2.pdf', 'one-3.pdf', 'one.pdf']);
    for (const name of readdirSync(folder)) {
      expect((await readPages(readFileSync(join(folder, name)))).length).toBe(1);
    }
  });

  it('takes away what a till left behind that died', async () => {
    await open();
    writeFileSync(join(folder, '.one.part'), 'half');
    expect(await print(await document())).toMatchObject({ kind: 'printed' });
    expect(readdirSync(folder)).toEqual(['one.pdf']);
  });

  it('without its folder loses nothing, and prints once it is there', async () => {
    await open();
    rmSync(folder, { recursive: true });
    const printing = counter.open();
    const payment = counter.pay();
    expect(await printing.readyNow()).toEqual({
      ok: false,
      problem: { kind: 'printer', reason: 'no-folder' },
    });
    const tape = await counter.print(printing, payment);
    expect(tape).toMatchObject({ state: 'refused', reason: 'no-folder' });
    expect(printing.getState().light).toBe('unusable');
    mkdirSync(folder);
    expect(await printing.retry(tape.jobId, null, null)).toMatchObject({ ok: true });
    expect(await ended(printing, payment)).toMatchObject({ state: 'printed' });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('rejects a PDF folder that is a file', async () => {
    await open();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    expect(await print(await document())).toEqual({ kind: 'refused', why: 'no-folder' });
  });

  it('may not write everywhere, and says so', async (context) => {
    needs(context, process.platform === 'win32' ? 'Windows has other permissions' : null);
    await open();
    chmodSync(folder, 0o555);
    const bytes = await document();
    const closed = { kind: 'refused', why: 'folder-closed' };
    expect(await asNobody(context, () => print(bytes))).toEqual(closed);
    chmodSync(folder, 0o777);
    expect(await print(bytes)).toMatchObject({ kind: 'printed' });
  });

  it('on a full disk leaves nothing behind, and prints once there is room', async (context) => {
    await open();
    const tried = spawnSync('unshare', ['-Urm', 'sh', '-c', 'mount -t tmpfs small /mnt']);
    needs(context, tried.status === 0 ? null : 'nobody may mount anything here (unshare -Urm)');
    const script = join(import.meta.dirname, 'pdf-on-small-disk.fixture.ts');
    const inside = 'mount -t tmpfs -o size=256k small "$1" && exec "$2" "$3" "$1"';
    const run = spawnSync(
      'unshare',
      ['-Urm', 'sh', '-c', inside, 'small', folder, process.execPath, script],
      { encoding: 'utf8', cwd: join(import.meta.dirname, '../../..') },
    );
    expect(JSON.parse(run.stdout || `"${run.stderr}"`)).toEqual({
      full: { result: { kind: 'refused', why: 'disk-full' }, files: [] },
      roomy: { result: { kind: 'printed', isPaperLow: false }, files: ['one.pdf'] },
    });
  });

  async function document(): Promise<Uint8Array> {
    const printer = { kind: 'pdf', folder, columns: 42 } as const;
    const settings = settingsFor(printer);
    const about = { title: 'one', at: AT };
    return (
      await renderPaper(buildTestReceipt(settings, AT), toPrintTarget(printer, settings), about)
    ).bytes;
  }

  async function print(bytes: Uint8Array) {
    const { signal } = new AbortController();
    const ports = { clock: systemClock, timings: PATIENT, signal, log: silentLog };
    const job = { bytes, fileName: 'one' };
    return await sendToPrinter({ kind: 'pdf', folder, columns: 42 }, job, ports, () => {});
  }
});
