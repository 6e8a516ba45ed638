import { fail, ok } from '../../shared/contract/index.ts';
import { toIsoTime } from '../platform/index.ts';
import { toPrintTarget } from './devices/index.ts';
import type { PrintTarget } from './layout/index.ts';
import {
  buildScannerSheet,
  encodePaperDocument,
  formatPaperDocumentFileName,
  type PaperDocument,
  toReceiptOfPaperDocument,
} from './papers/index.ts';
import { renderPaper } from './render-paper.ts';
import type { Printing, PrintingPorts } from './types.ts';

/** Saves papers without a payment, and texts, where the person chooses. */
export function createDocumentFiles({
  clock,
  settings,
  receiptDelivery,
}: Pick<PrintingPorts, 'clock' | 'settings' | 'receiptDelivery'>): Pick<
  Printing,
  'saveDocument' | 'saveText' | 'saveScannerSheet'
> {
  const renderPdf = async (document: PaperDocument) => {
    const current = settings();
    const at = toIsoTime(clock.now());
    const { columns } = toPrintTarget(current.printer, current);
    const paper: PrintTarget = { ...toPrintTarget(null, current), form: 'sheet', columns };
    const encoded = encodePaperDocument(document);
    const name = formatPaperDocumentFileName(encoded, at, current);
    const receipt = toReceiptOfPaperDocument(encoded, current.shop);
    const { bytes } = await renderPaper(receipt, paper, {
      title: `${current.shop.name} · ${name}`,
      at,
    });
    return { name: `${name}.pdf`, bytes };
  };

  const saveDocument: Printing['saveDocument'] = async (document, finish, onLeaving) => {
    if (receiptDelivery === undefined) return fail({ kind: 'without-paper', reason: 'no-window' });
    const { name, bytes } = await renderPdf(document);
    return await receiptDelivery.saveFile({ name, bytes: finish(bytes) }, onLeaving);
  };

  return {
    saveDocument,
    // Nothing of a payment leaves the till, so nothing is noted.
    saveScannerSheet: () =>
      saveDocument(
        buildScannerSheet(settings().language),
        (pdf) => pdf,
        () => ok(null),
      ),
    saveText: async ({ name, text }, onLeaving) => {
      if (receiptDelivery === undefined)
        return fail({ kind: 'without-paper', reason: 'no-window' });
      return await receiptDelivery.saveFile({ name, bytes: Buffer.from(text) }, onLeaving);
    },
  };
}
