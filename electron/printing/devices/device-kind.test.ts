import { expect, it } from 'vitest';
import { printerSettingsSchema } from '../../../shared/contract/index.ts';
import { readPrinterDeviceKind, toDeviceSystemPath, toPrintNotSentResult } from './device-kind.ts';

const createError = (code: string): Error =>
  Object.assign(new Error(code), { code, syscall: 'open' });

it.each([
  ['COM3', 'port', '\\\\.\\COM3'],
  ['com12', 'port', '\\\\.\\com12'],
  ['\\\\.\\COM3', 'port', '\\\\.\\COM3'],
  ['//localhost/Receipts', 'share', '//localhost/Receipts'],
  ['\\\\till-2\\Recibos', 'share', '\\\\till-2\\Recibos'],
] as const)('treats %s on Windows as a %s', async (path, place, systemPath) => {
  expect(await readPrinterDeviceKind(path, 'win32')).toBe(place);
  expect(toDeviceSystemPath(path, place)).toBe(systemPath);
});

it('treats a file of a share on Windows, and a share on Linux, as a path', async () => {
  const notFound = { kind: 'refused', reason: 'no-such-path' };
  expect(await readPrinterDeviceKind('//localhost/Receipts/none/at/all', 'win32')).toEqual(
    notFound,
  );
  expect(await readPrinterDeviceKind('//localhost/Receipts', 'linux')).toEqual(notFound);
});

it.each([
  ['ENOENT', { kind: 'refused', reason: 'no-such-path' }],
  ['EACCES', { kind: 'refused', reason: 'no-permission' }],
  ['EBUSY', { kind: 'refused', reason: 'busy' }],
  ['EISDIR', { kind: 'refused', reason: 'is-a-folder' }],
  ['ENOSPC', { kind: 'refused', reason: 'disk-full' }],
  ['ENXIO', { kind: 'failed', reason: 'unreachable', bytesSent: 0 }],
  ['ENODEV', { kind: 'failed', reason: 'unreachable', bytesSent: 0 }],
  ['EMFILE', { kind: 'refused', reason: 'error' }],
])('maps the error code %s to %o', (code, expected) => {
  expect(toPrintNotSentResult(createError(code))).toEqual(expected);
});

it.each(['/dev/usb/lp0', '/dev/ttyUSB0', 'COM3', '//localhost/Receipts', '\\\\localhost\\Recibos'])(
  'accepts the printer path %s',
  (path) => {
    const printer = { kind: 'path', path, model: 'epson', columns: 42 };
    expect(printerSettingsSchema.safeParse(printer).success).toBe(true);
  },
);

it.each(['', 'lp0', 'COM', 'COM0', './lp0', 'tcp://10.0.0.5', '/dev/lp\n0', '/'])(
  'rejects the printer path %j',
  (path) => {
    const printer = { kind: 'path', path, model: 'epson', columns: 42 };
    expect(printerSettingsSchema.safeParse(printer).success).toBe(false);
  },
);

it('accepts only an absolute path for the folder of PDF files', () => {
  const isValidFolder = (path: string): boolean =>
    printerSettingsSchema.safeParse({ kind: 'pdf', folder: path, columns: 32 }).success;
  expect(['/home/shop/receipts', 'C:\\Recibos', '\\\\nas\\recibos'].every(isValidFolder)).toBe(
    true,
  );
  expect(['', 'receipts', './receipts', '~/receipts', '/a\u0000b'].some(isValidFolder)).toBe(false);
});
