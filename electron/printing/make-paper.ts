import type { EncodedPaper } from './encoding/index.ts';
import {
  type LaidPaper,
  layOutPaper,
  type Paper,
  type Pictures,
  pictureDigest,
  writePaperLines,
} from './layout/index.ts';
import { packed, without } from './packing.ts';
import type { Receipt, TicketTextOnPaper } from './papers/index.ts';
import { renderPdf } from './pdf/index.ts';

/** A paper, laid out and encoded: a printer's bytes, or a PDF file. */
export interface MadePaper extends EncodedPaper {
  readonly laid: LaidPaper;
}

/** Throws if it cannot be made. `about.at`: ISO 8601, UTC. */
export async function makePaper(
  receipt: Receipt,
  paper: Paper,
  about: { readonly title: string; readonly at: string },
): Promise<MadePaper> {
  const laid = layOutPaper(receipt, paper);
  if (paper.form === 'roll') {
    // Imported only here: the printers' library is half a megabyte, and the sign-in must not wait
    // for it.
    const { encodePaper } = await import('./encoding/index.ts');
    return { laid, ...encodePaper(laid, paper) };
  }
  const { columns, language } = paper;
  const bytes = await renderPdf({ ...about, language, columns, lines: laid.lines });
  return { laid, bytes, drawerAt: null };
}

/** A paper as it is sent, and as the ledger keeps it. */
export interface WrittenPaper extends EncodedPaper {
  /** Its lines as JSON, deflated, and the pictures that they or the bytes name. */
  readonly packedLines: Uint8Array;
  readonly pictures: Pictures;
  /** The bytes deflated, without the picture in them. */
  readonly packedBytes: Uint8Array;
  /** That picture, and where it was; null if there is none. */
  readonly picture: { readonly digest: string; readonly at: number } | null;
  readonly ticketText: TicketTextOnPaper;
}

export async function writePaper(
  receipt: Receipt,
  paper: Paper,
  about: { readonly title: string; readonly at: string },
): Promise<WrittenPaper> {
  const { laid, bytes, drawerAt } = await makePaper(receipt, paper, about);
  const { text, pictures } = writePaperLines(laid.lines);
  const { ticketText } = laid;
  const written = { bytes, drawerAt, ticketText, packedLines: packed(text) };
  const encoded = await encodedLogo(laid, paper);
  const at = encoded === null ? -1 : Buffer.from(bytes).indexOf(encoded);
  if (encoded === null || at < 0) {
    return { ...written, pictures, packedBytes: packed(bytes), picture: null };
  }
  const digest = pictureDigest(encoded);
  return {
    ...written,
    pictures: new Map([...pictures, [digest, encoded]]),
    packedBytes: packed(without(bytes, { at, length: encoded.length })),
    picture: { digest, at },
  };
}

/** The shop's picture as it stands in the bytes; null if there is none. */
async function encodedLogo(laid: LaidPaper, paper: Paper): Promise<Buffer | null> {
  const logo = laid.lines.find((line) => line.kind === 'logo');
  const { raster } = paper.model;
  if (logo === undefined || paper.form === 'sheet' || raster === null) return null;
  const { encodePicture } = await import('./encoding/index.ts');
  return encodePicture(logo.dots, raster.family);
}
