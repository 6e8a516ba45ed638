import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSmokeArguments } from '../../build/launcher/smoke.mjs';
import { PRINTER_MODELS } from '../../shared/contract/index.ts';
import { ROOT } from '../support/till-process.ts';
import { startVirtualPrinter } from '../support/virtual-printer/index.ts';
import { createSteps, toTestedPrinter } from './steps.ts';

describe('npm run smoke', () => {
  it('has every line that docs/electron.md names', async () => {
    const printer = await startVirtualPrinter();
    const run = {
      folder: '',
      profile: '',
      printer,
      testedPrinter: null,
      totalMs: 1,
      end: new AbortController(),
      till: null,
    };
    const names = createSteps({ ...run, shell: 'electron' }).map(({ name }) => name);
    await printer.close();
    const rows =
      readFileSync(join(ROOT, 'docs', 'electron.md'), 'utf8').match(/^\| .* \|$/gm) ?? [];
    const cells = rows.map((row) => row.split('|').at(-2)?.trim() ?? '');
    const named = cells.filter((cell) => !['smoke', '–'].includes(cell));
    expect(named.length).toBeGreaterThan(15);
    const unknown = named
      .flatMap((cell) => cell.split(', '))
      .filter((name) => !names.includes(name));
    expect(unknown).toEqual([]);
  });
});

describe('--printer of npm run smoke', () => {
  it.each([
    ['10.0.0.5', { kind: 'network', address: 'tcp://10.0.0.5' }],
    ['printer:9101', { kind: 'network', address: 'tcp://printer:9101' }],
    ['tcp://[::1]:9100', { kind: 'network', address: 'tcp://[::1]:9100' }],
    ['/dev/usb/lp0', { kind: 'path', path: '/dev/usb/lp0' }],
    ['COM3', { kind: 'path', path: 'COM3' }],
    ['\\\\localhost\\Receipts', { kind: 'path', path: '\\\\localhost\\Receipts' }],
  ])('accepts %s', (address, expected) => {
    expect(toTestedPrinter(address, 'star')).toMatchObject({ ...expected, model: 'star' });
  });

  it.each([...PRINTER_MODELS])('accepts the model %s', (model) => {
    const options = parseSmokeArguments(['--printer', 'x', '--model', model]);
    expect(options?.printer).toEqual({ address: 'x', model });
    expect(toTestedPrinter('x', model)).toMatchObject({ model });
  });

  it('refuses with words what is no address', () => {
    expect(() => toTestedPrinter('http://x', 'epson')).toThrow(
      '--printer http://x: it must be tcp://host or tcp://host:port.',
    );
  });
});
