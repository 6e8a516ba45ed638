import type { EncodedPaper } from './encoding/index.ts';
import { type LaidPaper, layOutPaper, type Paper } from './layout/index.ts';
import type { Receipt } from './papers/index.ts';
import { renderPdf } from './pdf/index.ts';

/** A paper laid out and as it is sent: a printer's bytes, or a PDF file. */
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
