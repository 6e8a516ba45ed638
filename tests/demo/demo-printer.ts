import { writeFileSync } from 'node:fs';
import {
  type DecodedPaper,
  decodePrinted,
  drawPaper,
  startVirtualPrinter,
} from '../support/virtual-printer/index.ts';

const COLUMNS = 48;
/** After this time the till will not print the paper any more. */
const PRINT_TIMEOUT_MS = 30_000;

/** The printer of the demo, with its own address. */
export interface DemoPrinter {
  readonly settings: {
    readonly kind: 'network';
    readonly address: string;
    readonly model: 'epson';
    readonly columns: typeof COLUMNS;
    readonly drawer: 'pin-2';
  };
  /** Writes the next paper as a picture and as text. Waits up to 30 s for it. */
  takePaper(file: string): Promise<void>;
  close(): Promise<void>;
}

export async function startDemoPrinter(): Promise<DemoPrinter> {
  const printer = await startVirtualPrinter();
  let takenCount = 0;
  return {
    settings: {
      kind: 'network',
      address: printer.address,
      model: 'epson',
      columns: COLUMNS,
      drawer: 'pin-2',
    },
    takePaper: async (file) => {
      const deadline = Date.now() + PRINT_TIMEOUT_MS;
      while (printer.jobs.length <= takenCount) {
        if (Date.now() > deadline) throw new Error(`nothing came out of the printer for ${file}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const paper = decodePrinted(printer.jobs[takenCount] ?? Buffer.of(), 'epson');
      takenCount += 1;
      writeFileSync(`${file}.png`, drawPaper(paper, COLUMNS));
      writeFileSync(`${file}.txt`, formatPaper(paper));
    },
    close: printer.close,
  };
}

/** Formats the paper as plain text in its width, without drawn lines. */
function formatPaper(paper: DecodedPaper): string {
  const lines = paper.lines.flatMap(({ text, cells, align, image }) => {
    if (image !== undefined) return [];
    const width = cells.reduce((sum, cell) => sum + (cell.wide ? 2 : 1), 0);
    const freeColumns = Math.max(0, COLUMNS - width);
    const indent =
      align === 'center' ? Math.floor(freeColumns / 2) : align === 'right' ? freeColumns : 0;
    return [`${' '.repeat(indent)}${text}`.trimEnd()];
  });
  return `${lines.join('\n')}\n`;
}
