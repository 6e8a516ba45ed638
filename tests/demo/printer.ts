import { writeFileSync } from 'node:fs';
import {
  type DecodedPaper,
  decodePrinted,
  drawPaper,
  startVirtualPrinter,
} from '../support/virtual-printer/index.ts';

const COLUMNS = 48;
/** A till that prints nothing for so long will not print it at all. */
const PRINT_TIMEOUT_MS = 30_000;

/** The printer of the demo, at an address of its own. */
export interface DemoPrinter {
  readonly settings: {
    readonly kind: 'network';
    readonly address: string;
    readonly model: 'epson';
    readonly columns: typeof COLUMNS;
    readonly drawer: 'pin-2';
  };
  /** The next paper that nobody took yet: as a picture, and as text. */
  take(file: string): Promise<void>;
  close(): Promise<void>;
}

export async function startDemoPrinter(): Promise<DemoPrinter> {
  const printer = await startVirtualPrinter();
  let taken = 0;
  return {
    settings: {
      kind: 'network',
      address: printer.address,
      model: 'epson',
      columns: COLUMNS,
      drawer: 'pin-2',
    },
    take: async (file) => {
      const until = Date.now() + PRINT_TIMEOUT_MS;
      while (printer.jobs.length <= taken) {
        if (Date.now() > until) throw new Error(`nothing came out of the printer for ${file}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const paper = decodePrinted(printer.jobs[taken] ?? Buffer.of(), 'epson');
      taken += 1;
      writeFileSync(`${file}.png`, drawPaper(paper, COLUMNS));
      writeFileSync(`${file}.txt`, textOf(paper));
    },
    close: printer.close,
  };
}

/** The paper as plain text, as wide as it is; what was drawn is left out. */
function textOf(paper: DecodedPaper): string {
  const lines = paper.lines.flatMap(({ text, cells, align, image }) => {
    if (image !== undefined) return [];
    const width = cells.reduce((sum, cell) => sum + (cell.wide ? 2 : 1), 0);
    const room = Math.max(0, COLUMNS - width);
    const before = align === 'center' ? Math.floor(room / 2) : align === 'right' ? room : 0;
    return [`${' '.repeat(before)}${text}`.trimEnd()];
  });
  return `${lines.join('\n')}\n`;
}
