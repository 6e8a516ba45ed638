import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPackage } from '@electron/asar';
import { getPrinterModel } from '../../electron/printing/models/index.ts';
import { buildTestReceipt } from '../../electron/printing/papers/index.ts';
import { renderCompressedPaper } from '../../electron/printing/render-paper.ts';
import type { PaperRenderRequest } from '../../electron/printing/thread/render-in-worker.ts';
import { DIST_FOLDER } from '../e2e/support/shells.ts';
import { ROOT } from '../support/till-process.ts';

/**
 * Main and its workers as an installer packs them: the addresses of the worker of papers in the folder and in
 * the archive, which only Electron can read.
 */
export async function packProgram(
  folder: string,
): Promise<{ readonly inFolder: string; readonly inArchive: string }> {
  const program = join(folder, 'program');
  const archive = join(folder, 'program.asar');
  mkdirSync(program);
  writeFileSync(join(program, 'package.json'), '{"type":"module"}');
  cpSync(join(ROOT, DIST_FOLDER, 'main'), join(program, 'main'), { recursive: true });
  await createPackage(program, archive);
  const toUrl = (root: string): string => pathToFileURL(join(root, 'main', 'paper-worker.js')).href;
  return { inFolder: toUrl(program), inArchive: toUrl(archive) };
}

/** A paper that needs a font's file, because no printer has its characters; and the SHA-256 of its bytes. */
export async function createProbePaper(): Promise<{
  readonly request: PaperRenderRequest;
  readonly sha256: string;
}> {
  const at = '2026-01-01T12:00:00.000Z';
  const shop = { name: 'Mostrador' };
  const settings = {
    shop,
    posNumber: '07',
    timeZone: 'America/Mexico_City',
    language: 'es-MX',
    environment: 'training',
  } as const;
  const paper = {
    form: 'roll',
    columns: 48,
    drawer: null,
    language: 'es-MX',
    environment: 'training',
  } as const;
  const request: PaperRenderRequest = {
    receipt: { ...buildTestReceipt(settings, at), ticket: 'Ж ж Ω ω' },
    paper,
    model: 'epson',
    about: { title: shop.name, at },
  };
  const model = getPrinterModel(request.model);
  const { bytes } = await renderCompressedPaper(
    request.receipt,
    { ...paper, model },
    request.about,
  );
  return { request, sha256: createHash('sha256').update(bytes).digest('hex') };
}
