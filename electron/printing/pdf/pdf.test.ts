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
  type PdfPage,
  readLinesBetweenFences,
  readPages,
  toLines,
} from '../../../tests/support/read-pdf/index.ts';
import { silentLog, systemClock } from '../../platform/index.ts';
import { sendToPrinter, toPrintTarget } from '../devices/index.ts';
import { buildTestReceipt } from '../papers/index.ts';
import {
  type Counter,
  createPrintingSettings,
  LONG_TIMINGS,
  openCounter,
  waitUntilPrintJobEnded,
} from '../printing.fixture.ts';
import { renderPaper } from '../render-paper.ts';
import { runAsNobody, skipIfUnavailable } from '../skip-if-unavailable.fixture.ts';
import { loadAndBuildPdf } from './render-pdf.ts';

const hardLinks = vi.hoisted(() => ({ areSupported: true }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const actual = await importOriginal<typeof import('node:fs/promises')>();
  return {
    ...actual,
    link: async (from: string, to: string) => {
      if (hardLinks.areSupported) return await actual.link(from, to);
      throw Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'link' });
    },
  };
});

const AT = '2026-01-15T16:42:07.000Z';
const POINTS_PER_MM = 72 / 25.4;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  hardLinks.areSupported = true;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function renderPages(ticket: string, columns: 32 | 42 | 48 = 42): Promise<PdfPage[]> {
  return (await render(ticket, columns)).pages;
}

async function render(
  ticket: string,
  columns: 32 | 42 | 48 = 42,
): Promise<{ pages: PdfPage[]; ticketText: string; file: Uint8Array }> {
  const printer = { kind: 'pdf', folder, columns } as const;
  const settings = createPrintingSettings(printer);
  const receipt = { ...buildTestReceipt(settings, AT), ticket };
  const about = { title: 'One', at: AT };
  const { bytes, layout } = await renderPaper(receipt, toPrintTarget(printer, settings), about);
  return { file: bytes, ticketText: layout.ticketText, pages: await readPages(bytes) };
}

/** The service's text in the file, as it would be copied. */
function readTicketText(pages: readonly PdfPage[]): string {
  return readLinesBetweenFences(pages).join('\n');
}

describe('the text in a PDF file', () => {
  it.each([
    ['plain text with spaces and blank lines', 'PAGO REALIZADO\n\n  Folio:  000123  \n  fin  '],
    [
      'characters that no code page of a printer has',
      'Total: ₡500 “así” – \u00a0ñandú \u2212 ž Жук',
    ],
    ['decomposed accents', 'n\u0303andu\u0301 e\u0301'],
    ['characters that look alike', 'a b\u00a0c\u2009d \u00ad- \u2010 µ \u03bc'],
    ['other scripts and emoji', '日本語 한글 😀 👨‍👩‍👧 עברית'],
    ['a tab', 'uno\tdos\t\ttres'],
    ['invisible characters', 'a\u200bb\ufeffc'],
  ])('has the exact characters of %s', async (_, ticket) => {
    const { pages, ticketText } = await render(ticket);
    expect(readTicketText(pages)).toBe(removeBlankLines(ticket));
    expect(ticketText).toBe('exact');
  });

  it('marks characters that no font has, and copies them unchanged', async () => {
    const { pages, ticketText } = await render('uno\x1bp\x00dos \ue000');
    expect(ticketText).toBe('marked');
    expect(readTicketText(pages)).toBe('uno\x1bp\x00dos \ue000');
  });

  it('keeps the position of every line, also of blank lines', async () => {
    const [page] = await renderPages('uno\r\n\r\n\ndos\n');
    const shownLines = (page?.texts ?? []).filter(({ text }) => text === 'uno' || text === 'dos');
    const [uno, dos] = shownLines;
    expect(shownLines).toHaveLength(2);
    const line = ((72 * POINTS_PER_MM) / 42) * 2.5;
    expect((uno?.y ?? 0) - (dos?.y ?? 0)).toBeCloseTo(3 * line, 2);
  });

  it.each([
    [32, 58],
    [42, 80],
    [48, 80],
  ] as const)('fits %i columns on a paper of %i mm', async (columns, width) => {
    const [page] = await renderPages('x'.repeat(columns), columns);
    expect(page?.width).toBeCloseTo(width * POINTS_PER_MM, 3);
    for (const { x, size, text } of page?.texts ?? []) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + [...text].length * 0.6 * size).toBeLessThanOrEqual((page?.width ?? 0) + 0.01);
    }
  });

  it('shrinks a long line, and continues it below the minimum size', async () => {
    const longLine = 'a'.repeat(60);
    const shrunk = await render(longLine);
    expect(shrunk.ticketText).toBe('exact');
    expect(readTicketText(shrunk.pages)).toBe(longLine);
    const tooLongLine = 'b'.repeat(100);
    const continued = await render(tooLongLine);
    expect(continued.ticketText).toBe('marked');
    expect(readTicketText(continued.pages).replaceAll('»\n', '')).toBe(tooLongLine);
  });

  it('continues long text on further pages within the page limit of PDF', async () => {
    const ticket = Array.from({ length: 2000 }, (_, index) => `línea ${index}`).join('\n');
    const pages = await renderPages(ticket);
    expect(pages.length).toBeGreaterThan(1);
    for (const { height } of pages) expect(height).toBeLessThanOrEqual(14_400);
    expect(readTicketText(pages)).toBe(removeBlankLines(ticket));
  });

  it('keeps its distance around pictures, which have the size of the paper', async () => {
    const toLine = (words: string) =>
      ({ kind: 'text', text: words, align: 'left', weight: 'plain' }) as const;
    const dots = { bytesPerRow: 36, height: 100, data: new Uint8Array(36 * 100).fill(0xa5) };
    const file = await loadAndBuildPdf({
      title: 'One',
      at: AT,
      language: 'en',
      columns: 48,
      lines: [
        toLine('above'),
        { kind: 'logo', dots },
        { kind: 'code', symbology: 'code-128', text: 'abc' },
        toLine('below'),
      ],
    });
    const [page] = await readPages(file);
    const words = page?.texts.map((shownText) => shownText.text);
    expect(words).toEqual(['above', 'below']);
    const cell = (72 * POINTS_PER_MM) / 48;
    const [above, below] = page?.texts ?? [];
    const distance = 2.5 * cell + ((100 + 64) / 12) * cell;
    expect((above?.y ?? 0) - (below?.y ?? 0)).toBeCloseTo(distance, 2);
  });

  it('keeps any text of the service unchanged when it is copied from a PDF file', async () => {
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
        const copied = readTicketText(await renderPages(ticket, 48)).replaceAll('»\n', '');
        expect(copied.replaceAll('\n', '')).toBe(removeBlankLines(ticket).replaceAll('\n', ''));
      }),
      { numRuns: 25 },
    );
  });
});

/** The lines of a text without blank lines, which have nothing to copy. */
function removeBlankLines(ticket: string): string {
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
    counter.settings.now = createPrintingSettings({ kind: 'pdf', folder, columns: 42 });
    return counter;
  }

  it('writes each paper to a separate file, and the tape shows the same lines', async () => {
    await open();
    const printing = counter.open();
    const ticket = 'PAGO\n\n  ₡500  \n';
    const payment = counter.pay({ ticket_text: ticket, external_id: 'abc-123-DEF-45678901' });
    const tape = await counter.print(printing, payment);
    expect(tape).toMatchObject({ state: 'printed', columns: 42, ticketText: 'exact' });
    expect(printing.getState()).toMatchObject({ kind: 'pdf', light: 'ready' });
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_ticket_45678901\.pdf$/);
    const pages = await readPages(readFileSync(join(folder, name)));
    expect(readTicketText(pages)).toBe('PAGO\n  ₡500  ');
    const tapeTexts = tape.lines.flatMap((line) =>
      line.kind === 'text' ? [line.runs.map((run) => run.text).join('')] : [],
    );
    expect(tapeTexts.filter((line) => line !== '')).toEqual(pages.flatMap(toLines));
    const words = pages.flatMap(toLines).join('\n');
    for (const part of ['Abarrotes Núñez', '$559.00', '**** 0007', 'Gracias']) {
      expect(words).toContain(part);
    }
    expect(words).not.toContain('501000000007');
  });

  it('never overwrites a file', async () => {
    await open();
    const printing = counter.open();
    const payment = counter.pay();
    await counter.print(printing, payment);
    const [name = ''] = readdirSync(folder);
    writeFileSync(join(folder, name), 'somebody else’s');
    for (const areSupported of [true, false]) {
      hardLinks.areSupported = areSupported;
      await printing.printCopy(payment, { id: 'ana', name: 'Ana' }, null);
      await expect.poll(() => printing.getState().waitingJobs).toBe(0);
    }
    const files = readdirSync(folder);
    expect(files).toHaveLength(3);
    expect(files.filter((file) => file.includes('_copia_'))).toHaveLength(2);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('somebody else’s');
  });

  it.each([true, false])('uses the next free name (hard links: %s)', async (areSupported) => {
    await open();
    hardLinks.areSupported = areSupported;
    const bytes = await renderTestPage();
    for (let times = 0; times < 3; times += 1) {
      expect(await print(bytes)).toEqual({ kind: 'printed', isPaperLow: false });
    }
    expect(readdirSync(folder).sort()).toEqual(['one-2.pdf', 'one-3.pdf', 'one.pdf']);
    for (const name of readdirSync(folder)) {
      expect((await readPages(readFileSync(join(folder, name)))).length).toBe(1);
    }
  });

  it('deletes the partial file of a till that crashed', async () => {
    await open();
    writeFileSync(join(folder, '.one.part'), 'half');
    expect(await print(await renderTestPage())).toMatchObject({ kind: 'printed' });
    expect(readdirSync(folder)).toEqual(['one.pdf']);
  });

  it('refuses a job without its folder, and prints it once the folder exists', async () => {
    await open();
    rmSync(folder, { recursive: true });
    const printing = counter.open();
    const payment = counter.pay();
    expect(await printing.checkReady()).toEqual({
      ok: false,
      problem: { kind: 'printer', reason: 'no-folder' },
    });
    const tape = await counter.print(printing, payment);
    expect(tape).toMatchObject({ state: 'refused', reason: 'no-folder' });
    expect(printing.getState().light).toBe('unusable');
    mkdirSync(folder);
    expect(await printing.retryJob(tape.jobId, null, null)).toMatchObject({ ok: true });
    expect(await waitUntilPrintJobEnded(printing, payment)).toMatchObject({ state: 'printed' });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('rejects a PDF folder that is a file', async () => {
    await open();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    expect(await print(await renderTestPage())).toEqual({ kind: 'refused', reason: 'no-folder' });
  });

  it('refuses a job to a PDF printer without permission to write to its folder', async (context) => {
    skipIfUnavailable(
      context,
      process.platform === 'win32' ? 'Windows has other permissions' : null,
    );
    await open();
    chmodSync(folder, 0o555);
    const bytes = await renderTestPage();
    const noPermission = { kind: 'refused', reason: 'folder-closed' };
    expect(await runAsNobody(context, () => print(bytes))).toEqual(noPermission);
    chmodSync(folder, 0o777);
    expect(await print(bytes)).toMatchObject({ kind: 'printed' });
  });

  it('leaves no file on a full disk, and prints once there is space', async (context) => {
    await open();
    const mountCheck = spawnSync('unshare', ['-Urm', 'sh', '-c', 'mount -t tmpfs small /mnt']);
    skipIfUnavailable(
      context,
      mountCheck.status === 0 ? null : 'this machine permits no mount (unshare -Urm)',
    );
    const script = join(import.meta.dirname, 'pdf-on-small-disk.fixture.ts');
    const inside = 'mount -t tmpfs -o size=256k small "$1" && exec "$2" "$3" "$1"';
    const run = spawnSync(
      'unshare',
      ['-Urm', 'sh', '-c', inside, 'small', folder, process.execPath, script],
      { encoding: 'utf8', cwd: join(import.meta.dirname, '../../..') },
    );
    expect(JSON.parse(run.stdout || `"${run.stderr}"`)).toEqual({
      full: { result: { kind: 'refused', reason: 'disk-full' }, files: [] },
      roomy: { result: { kind: 'printed', isPaperLow: false }, files: ['one.pdf'] },
    });
  });

  async function renderTestPage(): Promise<Uint8Array> {
    const printer = { kind: 'pdf', folder, columns: 42 } as const;
    const settings = createPrintingSettings(printer);
    const about = { title: 'one', at: AT };
    return (
      await renderPaper(buildTestReceipt(settings, AT), toPrintTarget(printer, settings), about)
    ).bytes;
  }

  async function print(bytes: Uint8Array) {
    const { signal } = new AbortController();
    const ports = { clock: systemClock, timings: LONG_TIMINGS, signal, log: silentLog };
    const job = { bytes, fileName: 'one' };
    return await sendToPrinter({ kind: 'pdf', folder, columns: 42 }, job, ports, () => {});
  }
});
