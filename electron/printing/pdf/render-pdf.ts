import type { PdfPaper } from './draw-pdf.ts';

/** Loads the PDF code when it is first needed: a till that prints on paper never needs it. */
export async function loadAndBuildPdf(document: PdfPaper): Promise<Uint8Array> {
  const { buildPdf: drawPdf } = await import('./draw-pdf.ts');
  return await drawPdf(document);
}
