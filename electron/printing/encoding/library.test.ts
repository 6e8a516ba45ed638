import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ThermalPrinter } from 'node-thermal-printer';
import { afterEach, describe, expect, it } from 'vitest';
import { PRINTER_MODELS } from '../../../shared/contract/index.ts';
import { compose } from '../compose.fixture.ts';
import { planTicket } from '../layout/index.ts';
import { getPrinterModel } from '../models/index.ts';
import { settingsFor } from '../printing.fixture.ts';
import { SAMPLES, sampleLogo } from '../receipts.fixture.ts';
import { encodeTicket } from './encode-ticket.ts';

/** What of the library may be called: the commands of a model, for what stands around the text. */
const AROUND = [
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

/** Every function that a printer of the library has, with what it is called with. */
function watched(): { readonly name: string; readonly given: readonly unknown[] }[] {
  const calls: { name: string; given: readonly unknown[] }[] = [];
  const { prototype } = ThermalPrinter;
  const own = Object.getOwnPropertyDescriptors(prototype);
  restore = () => Object.defineProperties(prototype, own);
  for (const [name, { value }] of Object.entries<PropertyDescriptor>(own)) {
    if (name === 'constructor' || typeof value !== 'function') continue;
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value: function (this: ThermalPrinter, ...given: readonly unknown[]): unknown {
        calls.push({ name, given });
        return Reflect.apply(value, this, given);
      },
    });
  }
  return calls;
}

describe.each(PRINTER_MODELS)('node-thermal-printer for %s', (name) => {
  const model = getPrinterModel(name);

  it('is not called at all for the text of the service', () => {
    const calls = watched();
    for (const text of TEXTS) {
      const { lines, page } = planTicket(text, model, 42);
      encodeTicket(lines, page, model);
    }
    expect(calls).toEqual([]);
  });

  it('composes what stands around it, and neither text, cut, drawer nor transport', () => {
    const calls = watched();
    const plain = settingsFor(null);
    const settings = { ...plain, shop: { ...plain.shop, logoPng: sampleLogo() } };
    const paper = {
      columns: 48,
      drawer: 'pin-2',
      language: 'es-MX',
      environment: 'production',
    } as const;
    const ticket = 'SECRETO DEL SERVICIO';
    for (const { receipt } of SAMPLES) {
      compose({ ...receipt(settings), ticket, drawer: 'first' }, { ...paper, model });
    }
    expect(calls.length).toBeGreaterThan(0);
    expect(
      [...new Set(calls.map((call) => call.name))].filter((one) => !AROUND.includes(one)),
    ).toEqual([]);
    // A command that a model does not have is nothing at all.
    const appended = calls.filter(
      ({ name: one, given }) => one === 'append' && given[0] !== undefined,
    );
    // Text that it is given as text, it would encode by itself.
    expect(appended.every(({ given }) => given[0] instanceof Uint8Array)).toBe(true);
    const all = Buffer.concat(
      appended.flatMap(({ given }) => (given[0] instanceof Uint8Array ? [given[0]] : [])),
    );
    expect(all.includes(Buffer.from(ticket))).toBe(false);
    for (const own of [model.cut, ...Object.values(model.drawer ?? {})]) {
      expect(all.includes(Buffer.from(own))).toBe(false);
    }
  });
});

it('is known to two modules alone, and opened by one of them, without a way out', () => {
  const folder = join(import.meta.dirname, '..');
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .filter((file) => readFileSync(join(folder, file), 'utf8').includes("'node-thermal-printer'"));
  expect(modules.toSorted()).toEqual(['encoding/lines-around-ticket.ts', 'models/models.ts']);
  expect(readFileSync(join(folder, 'encoding', 'lines-around-ticket.ts'), 'utf8')).toContain(
    "interface: '',",
  );
});
