import type { PaperLayout, PaperLine, TicketTextLine } from '../layout/index.ts';
import { isTicketTextLine } from '../layout/index.ts';
import type { DrawerPin, PrinterModel } from '../models/index.ts';
import { encodeTicketLines } from './encode-ticket.ts';
import { encodeNonTicketLines, type NonTicketLine } from './lines-around-ticket.ts';

export interface EncodedPaper {
  readonly bytes: Uint8Array;
  /** The position of the drawer's pulse in the bytes; null if there is none. */
  readonly drawerPulseOffset: number | null;
}

export function encodePaper(
  { lines, page }: PaperLayout,
  printer: {
    readonly model: PrinterModel;
    readonly columns: number;
    readonly drawer: DrawerPin | null;
  },
): EncodedPaper {
  const { model, columns } = printer;
  const parts: Uint8Array[] = [Buffer.from(model.initializeCommand)];
  let drawerPulseOffset: number | null = null;
  for (const group of groupLines(lines)) {
    switch (group.kind) {
      case 'around':
        parts.push(encodeNonTicketLines(group.lines, model, page, columns));
        break;
      case 'ticket':
        parts.push(encodeTicketLines(group.lines, page, model));
        break;
      case 'cut':
        parts.push(Buffer.from(model.cut));
        break;
      case 'drawer':
        drawerPulseOffset = parts.reduce((sum, part) => sum + part.length, 0);
        parts.push(getDrawerPulse(printer));
        break;
    }
  }
  return { bytes: Buffer.concat(parts), drawerPulseOffset };
}

function getDrawerPulse({ model, drawer }: Parameters<typeof encodePaper>[1]): Buffer {
  return Buffer.from((drawer === null ? null : model.drawer?.[drawer]) ?? []);
}

type LineGroup =
  | { readonly kind: 'around'; readonly lines: NonTicketLine[] }
  | { readonly kind: 'ticket'; readonly lines: TicketTextLine[] }
  | { readonly kind: 'cut' | 'drawer' };

/** The service's text is encoded separately from the lines above and below it. */
function groupLines(lines: readonly PaperLine[]): LineGroup[] {
  const groups: LineGroup[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (line.kind === 'cut' || line.kind === 'drawer') {
      groups.push({ kind: line.kind });
    } else if (isTicketTextLine(line)) {
      if (last?.kind === 'ticket') last.lines.push(line);
      else groups.push({ kind: 'ticket', lines: [line] });
    } else if (last?.kind === 'around') {
      last.lines.push(line);
    } else {
      groups.push({ kind: 'around', lines: [line] });
    }
  }
  return groups;
}
