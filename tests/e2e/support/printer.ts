import {
  decodePrinted,
  startVirtualPrinter,
  ticketBetweenFences,
  type VirtualPrinter,
} from '../../support/virtual-printer/index.ts';
import { test as base } from './test.ts';

export interface PrinterUnderTest extends Omit<VirtualPrinter, 'connections'> {
  /** How often the till has connected. */
  connected(): number;
  /** Each receipt that came out: its lines, and the service's text on it. */
  receipts(): readonly { readonly lines: readonly string[]; readonly ticket: string | null }[];
}

/** A till with a printer at its network address; what comes out is read by a decoder of its own. */
export const test = base.extend<{ readonly printer: PrinterUnderTest }>({
  printer: async ({ ownService: _ }, use) => {
    const printer = await startVirtualPrinter();
    await use({
      ...printer,
      connected: () => printer.connections,
      receipts: () =>
        printer.jobs.map((bytes) => {
          const decoded = decodePrinted(bytes, 'epson');
          return {
            lines: decoded.lines.map((line) => line.text),
            ticket: ticketBetweenFences(decoded),
          };
        }),
    });
    await printer.close();
  },
  provisioning: async ({ printer }, use) => {
    await use({
      printer: { kind: 'network', address: printer.address, model: 'epson', columns: 42 },
    });
  },
});
