import { describe, expect, it } from 'vitest';
import { PRINTER_MODELS } from '../../../shared/contract/index.ts';
import { compose } from '../encoding/index.ts';
import { printerModel } from '../models/index.ts';
import { testReceipt } from '../papers/index.ts';
import { settingsFor } from '../printing.fixture.ts';
import { picture } from './picture.ts';

function drawn(bytes: Uint8Array, model: (typeof PRINTER_MODELS)[number]): string[] {
  return picture(bytes, printerModel(model)).map((line) =>
    line.kind === 'text' ? line.runs.map((run) => run.text).join('') : `[${line.kind}]`,
  );
}

/** What is drawn is one picture, whatever it was sent as. */
const TICKET = {
  epson: ['[image]'],
  star: ['[image]'],
  tanca: ['señal', '', ' U+20A15'],
  custom: ['señal', '', ' U+20A15'],
  daruma: ['señal', '', ' [U+20A1]5'],
  brother: ['señal', '', ' [U+20A1]5'],
};

describe('the picture of a job', () => {
  it.each(PRINTER_MODELS)('of a %s reads every command that is sent to it', (model) => {
    const receipt = {
      ...testReceipt(settingsFor(null), '2026-01-15T16:42:07.000Z'),
      ticket: 'señal\n\n ₡5',
      drawer: 'first' as const,
    };
    const { bytes } = compose(receipt, {
      model: printerModel(model),
      columns: 42,
      drawer: 'pin-5',
      language: 'es-MX',
      isTraining: true,
    });
    const lines = drawn(bytes, model);
    const hasDrawer = printerModel(model).drawer !== null;
    expect(lines.filter((line) => line === '[drawer]')).toHaveLength(hasDrawer ? 1 : 0);
    expect(lines.at(-1)).toBe('[cut]');
    expect(lines.join('\n')).not.toContain('\\x');
    const fence = '='.repeat(42);
    const [first, last] = [lines.indexOf(fence), lines.lastIndexOf(fence)];
    expect(lines.slice(first + 1, last)).toEqual(TICKET[model]);
  });

  it('shows a byte that it does not know', () => {
    expect(drawn(Buffer.from('a\x03b\n', 'latin1'), 'epson')).toEqual(['\\x61\\x03\\x62']);
    const selected = Buffer.from('\x1bt\x13a\x03\n', 'latin1');
    expect(drawn(selected, 'epson')).toEqual(['a\\x03']);
  });
});
