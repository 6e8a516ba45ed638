import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ThermalPrinter } from 'node-thermal-printer';
import { afterEach, describe, expect, it } from 'vitest';
import { PRINTER_MODELS } from '../../../shared/contract/index.ts';
import { composeReceipt } from '../compose.fixture.ts';
import { planPrintedTicket } from '../layout/index.ts';
import { getPrinterModel } from '../models/index.ts';
import { createPrintingSettings } from '../printing.fixture.ts';
import { createSampleLogo, SAMPLES } from '../receipts.fixture.ts';
import { encodeTicketLines } from './encode-ticket.ts';

/** The permitted functions of the library: commands of a model for the lines around the text. */
const PERMITTED_FUNCTIONS = [
  'append',
  'alignCenter',
  'alignLeft',
  'bold',
  'code128',
  'drawLine',
  'getBuffer',
  'invert',
  'newLine',
  'printBarcode',
  'printQR',
  'setTextNormal',
  'setTextQuadArea',
];
const TEXTS = [
  '',
  'Auth: 1569455271\n\n',
  '₡500 “señal” 日本',
  '\x1b@\x1dV\0\x10\x14',
  'x'.repeat(90),
];

let restore: () => void = () => {};
afterEach(() => restore());

/** Records the calls of all functions of the library's printer, with their arguments. */
function recordCalls(): { readonly name: string; readonly args: readonly unknown[] }[] {
  const calls: { name: string; args: readonly unknown[] }[] = [];
  const { prototype } = ThermalPrinter;
  const descriptors = Object.getOwnPropertyDescriptors(prototype);
  restore = () => Object.defineProperties(prototype, descriptors);
  for (const [name, { value }] of Object.entries<PropertyDescriptor>(descriptors)) {
    if (name === 'constructor' || typeof value !== 'function') continue;
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value: function (this: ThermalPrinter, ...args: readonly unknown[]): unknown {
        calls.push({ name, args: args });
        return Reflect.apply(value, this, args);
      },
    });
  }
  return calls;
}

describe.each(PRINTER_MODELS)('node-thermal-printer for %s', (name) => {
  const model = getPrinterModel(name);

  it('does not call node-thermal-printer for the text of the service', () => {
    const calls = recordCalls();
    for (const text of TEXTS) {
      const { lines, page } = planPrintedTicket(text, model, 42);
      encodeTicketLines(lines, page, model);
    }
    expect(calls).toEqual([]);
  });

  it('gets only the lines around the text, and no text, cut, drawer or transport', () => {
    const calls = recordCalls();
    const plain = createPrintingSettings(null);
    const settings = { ...plain, shop: { ...plain.shop, logoPng: createSampleLogo() } };
    const paper = {
      columns: 48,
      drawer: 'pin-2',
      language: 'es-MX',
      environment: 'production',
    } as const;
    const ticket = 'SECRETO DEL SERVICIO';
    for (const { receipt } of SAMPLES) {
      composeReceipt({ ...receipt(settings), ticket, drawer: 'first' }, { ...paper, model });
    }
    expect(calls.length).toBeGreaterThan(0);
    expect(
      [...new Set(calls.map((call) => call.name))].filter(
        (functionName) => !PERMITTED_FUNCTIONS.includes(functionName),
      ),
    ).toEqual([]);
    // A command that a model does not have appends undefined.
    const appended = calls.filter(
      ({ name: functionName, args }) => functionName === 'append' && args[0] !== undefined,
    );
    // The library would encode a text that is passed as a string.
    expect(appended.every(({ args }) => args[0] instanceof Uint8Array)).toBe(true);
    const appendedBytes = Buffer.concat(
      appended.flatMap(({ args }) => (args[0] instanceof Uint8Array ? [args[0]] : [])),
    );
    expect(appendedBytes.includes(Buffer.from(ticket))).toBe(false);
    for (const command of [model.cut, ...Object.values(model.drawer ?? {})]) {
      expect(appendedBytes.includes(Buffer.from(command))).toBe(false);
    }
  });
});

it('imports the library only in two modules, and creates its printer without an interface', () => {
  const folder = join(import.meta.dirname, '..');
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .filter((file) => readFileSync(join(folder, file), 'utf8').includes("'node-thermal-printer'"));
  expect(modules.toSorted()).toEqual(['encoding/lines-around-ticket.ts', 'models/models.ts']);
  expect(readFileSync(join(folder, 'encoding', 'lines-around-ticket.ts'), 'utf8')).toContain(
    "interface: '',",
  );
});
