import type { PdfDocument } from './draw-pdf.ts';

/** Loads the PDF code when it is first needed: a till that prints on paper never needs it. */
export async function renderPdf(document: PdfDocument): Promise<Uint8Array> {
  const { drawPdf } = await import('./draw-pdf.ts');
  return await drawPdf(document);
}
