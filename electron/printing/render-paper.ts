import type { EncodedPaper } from './encoding/index.ts';
import {
  computePaperLayout,
  computePictureDigest,
  encodePaperLines,
  type PaperLayout,
  type Pictures,
  type PrintTarget,
} from './layout/index.ts';
import { packData, removeBytes } from './pack-data.ts';
import type { Receipt, TicketTextForm } from './papers/index.ts';
import { renderPdf } from './pdf/index.ts';

/** A paper, laid out and encoded: a printer's bytes, or a PDF file. */
export interface RenderedPaper extends EncodedPaper {
  readonly layout: PaperLayout;
}

/** Throws if it cannot be made. `about.at`: ISO 8601, UTC. */
export async function renderPaper(
  receipt: Receipt,
  paper: PrintTarget,
  about: { readonly title: string; readonly at: string },
): Promise<RenderedPaper> {
  const layout = computePaperLayout(receipt, paper);
  if (paper.form === 'roll') {
    // Imported only here: the printers' library is half a megabyte, and the sign-in must not wait
    // for it.
    const { encodePaper } = await import('./encoding/index.ts');
    return { layout, ...encodePaper(layout, paper) };
  }
  const { columns, language } = paper;
  const bytes = await renderPdf({ ...about, language, columns, lines: layout.lines });
  return { layout, bytes, drawerAt: null };
}

/** A paper as it is sent, and as the ledger keeps it. */
export interface PackedPaper extends EncodedPaper {
  /** Its lines as JSON, deflated, and the pictures that they or the bytes name. */
  readonly packedLines: Uint8Array;
  readonly pictures: Pictures;
  /** The bytes deflated, without the picture in them. */
  readonly packedBytes: Uint8Array;
  /** That picture, and where it was; null if there is none. */
  readonly picture: { readonly digest: string; readonly at: number } | null;
  readonly ticketText: TicketTextForm;
}

export async function renderPackedPaper(
  receipt: Receipt,
  paper: PrintTarget,
  about: { readonly title: string; readonly at: string },
): Promise<PackedPaper> {
  const { layout, bytes, drawerAt } = await renderPaper(receipt, paper, about);
  const { text, pictures } = encodePaperLines(layout.lines);
  const { ticketText } = layout;
  const written = { bytes, drawerAt, ticketText, packedLines: packData(text) };
  const encoded = await encodeLogo(layout, paper);
  const at = encoded === null ? -1 : Buffer.from(bytes).indexOf(encoded);
  if (encoded === null || at < 0) {
    return { ...written, pictures, packedBytes: packData(bytes), picture: null };
  }
  const digest = computePictureDigest(encoded);
  return {
    ...written,
    pictures: new Map([...pictures, [digest, encoded]]),
    packedBytes: packData(removeBytes(bytes, { at, length: encoded.length })),
    picture: { digest, at },
  };
}

/** The shop's picture as it stands in the bytes; null if there is none. */
async function encodeLogo(laid: PaperLayout, paper: PrintTarget): Promise<Buffer | null> {
  const logo = laid.lines.find((line) => line.kind === 'logo');
  const { raster } = paper.model;
  if (logo === undefined || paper.form === 'sheet' || raster === null) return null;
  const { encodePicture } = await import('./encoding/index.ts');
  return encodePicture(logo.dots, raster.family);
}
