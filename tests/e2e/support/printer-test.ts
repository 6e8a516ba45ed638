import {
  decodePrinted,
  readTicketBetweenFences,
  startVirtualPrinter,
  type VirtualPrinter,
} from '../../support/virtual-printer/index.ts';
import { test as base } from './till-test.ts';

export interface PrinterUnderTest extends Omit<VirtualPrinter, 'connections'> {
  /** The number of connections from the till. */
  countConnections(): number;
  /** Each printed receipt: its lines, and the service's text on it. */
  listReceipts(): readonly { readonly lines: readonly string[]; readonly ticket: string | null }[];
}

/** `test` with a network printer for the till. An independent decoder reads what is printed. */
export const test = base.extend<{ readonly printer: PrinterUnderTest }>({
  printer: async ({ ownService: _ }, use) => {
    const printer = await startVirtualPrinter();
    await use({
      ...printer,
      countConnections: () => printer.connections,
      listReceipts: () =>
        printer.jobs.map((bytes) => {
          const decoded = decodePrinted(bytes, 'epson');
          return {
            lines: decoded.lines.map((line) => line.text),
            ticket: readTicketBetweenFences(decoded),
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
