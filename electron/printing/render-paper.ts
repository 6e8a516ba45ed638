import { compressData, removeByteRange } from './compress-data.ts';
import type { EncodedPaper } from './encoding/index.ts';
import {
  computePaperLayout,
  computePictureDigest,
  encodePaperLines,
  type PaperLayout,
  type PicturesByDigest,
  type PrintTarget,
} from './layout/index.ts';
import type { Receipt, TicketTextForm } from './papers/index.ts';
import { loadAndBuildPdf } from './pdf/index.ts';

/** A paper, laid out and encoded: a printer's bytes, or a PDF file. */
export interface RenderedPaper extends EncodedPaper {
  readonly layout: PaperLayout;
}

/** Throws if it cannot be rendered. `pdfMetadata.at`: ISO 8601, UTC. */
export async function renderPaper(
  receipt: Receipt,
  paper: PrintTarget,
  pdfMetadata: { readonly title: string; readonly at: string },
): Promise<RenderedPaper> {
  const layout = computePaperLayout(receipt, paper);
  if (paper.form === 'roll') {
    // Imported lazily: the printers' library is half a megabyte, and must not delay the sign-in.
    const { encodePaper } = await import('./encoding/index.ts');
    return { layout, ...encodePaper(layout, paper) };
  }
  const { columns, language } = paper;
  const bytes = await loadAndBuildPdf({ ...pdfMetadata, language, columns, lines: layout.lines });
  return { layout, bytes, drawerPulseOffset: null };
}

/** A paper as it is sent, and as it is stored in the ledger. */
export interface CompressedPaper extends EncodedPaper {
  /** Its lines as JSON, deflated, and the pictures to which they or the bytes refer. */
  readonly compressedLines: Uint8Array;
  readonly pictures: PicturesByDigest;
  /** The bytes deflated, without the picture in them. */
  readonly compressedBytes: Uint8Array;
  /** That picture, and its offset in `bytes`; null if there is none. */
  readonly picture: { readonly digest: string; readonly at: number } | null;
  readonly ticketText: TicketTextForm;
}

export async function renderCompressedPaper(
  receipt: Receipt,
  paper: PrintTarget,
  pdfMetadata: { readonly title: string; readonly at: string },
): Promise<CompressedPaper> {
  const { layout, bytes, drawerPulseOffset } = await renderPaper(receipt, paper, pdfMetadata);
  const { text, pictures } = encodePaperLines(layout.lines);
  const { ticketText } = layout;
  const unpacked = { bytes, drawerPulseOffset, ticketText, compressedLines: compressData(text) };
  const encodedLogo = await encodeLogo(layout, paper);
  const at = encodedLogo === null ? -1 : Buffer.from(bytes).indexOf(encodedLogo);
  if (encodedLogo === null || at < 0) {
    return { ...unpacked, pictures, compressedBytes: compressData(bytes), picture: null };
  }
  const digest = computePictureDigest(encodedLogo);
  return {
    ...unpacked,
    pictures: new Map([...pictures, [digest, encodedLogo]]),
    compressedBytes: compressData(removeByteRange(bytes, { at, length: encodedLogo.length })),
    picture: { digest, at },
  };
}

/** The shop's picture as encoded in the bytes; null if there is none. */
async function encodeLogo(layout: PaperLayout, paper: PrintTarget): Promise<Buffer | null> {
  const logo = layout.lines.find((line) => line.kind === 'logo');
  const { raster } = paper.model;
  if (logo === undefined || paper.form === 'sheet' || raster === null) return null;
  const { encodeRasterPicture: encodePicture } = await import('./encoding/index.ts');
  return encodePicture(logo.dots, raster.family);
}
