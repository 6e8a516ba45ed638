import { parseArgs } from 'node:util';
import { decodePrinted } from './decoder.ts';
import { startVirtualPrinter } from './printer.ts';

// node tests/support/virtual-printer/cli.ts [--port 9100] [--make epson|star] [--show]
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9100' },
    make: { type: 'string', default: 'epson' },
    show: { type: 'boolean', default: false },
  },
});
const make = values.make === 'star' ? 'star' : 'epson';

const printer = await startVirtualPrinter({
  make,
  port: Number(values.port),
  onJob: (bytes) => {
    const decoded = decodePrinted(bytes, make);
    process.stdout.write(`--- ${bytes.length} bytes; ${decoded.events.join(', ')}\n`);
    if (!values.show) return;
    for (const line of decoded.lines) process.stdout.write(`| ${line.text}\n`);
  },
});
process.stdout.write(`${make} printer on ${printer.address}\n`);

const stop = (): void => {
  void printer.close();
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
