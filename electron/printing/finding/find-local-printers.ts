import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DiscoveredPrinter } from '../../../shared/contract/index.ts';
import type { Log } from '../../platform/index.ts';
import { findModelByPrinterName, toPrinterDisplayName } from './printer-names.ts';

const POWERSHELL_TIMEOUT_MS = 4_000;
const MAX_OUTPUT_BYTES = 1_000_000;

/** Printers and ports of this computer. `root` is `/` except in tests. */
export async function findUnixPrinters(rootFolder: string, log: Log): Promise<DiscoveredPrinter[]> {
  const listNames = async (folder: string, pattern: RegExp): Promise<string[]> => {
    try {
      const entries = await readdir(join(rootFolder, folder));
      return entries.filter((name) => pattern.test(name)).sort();
    } catch (error) {
      if (!isMissingFileError(error))
        log.info({ err: error, folder }, 'printer-finder: device folder unreadable');
      return [];
    }
  };
  const usb = (await listNames('dev/usb', /^lp\d+$/)).map(
    async (port): Promise<DiscoveredPrinter> => {
      const name = await readUsbName(
        join(rootFolder, 'sys/class/usbmisc', port, 'device/ieee1284_id'),
        log,
      );
      return {
        kind: 'path',
        name: name ?? port,
        path: `/dev/usb/${port}`,
        model: findModelByPrinterName(name ?? ''),
      };
    },
  );
  const toSerialPrinters = (folder: string, ports: readonly string[]): DiscoveredPrinter[] =>
    ports.map((port) => {
      const name = toPrinterDisplayName(port.replace(/^usb-|^cu\./, '').replaceAll('_', ' '));
      return {
        kind: 'path',
        name,
        path: `/${folder}/${port}`,
        model: findModelByPrinterName(name),
      };
    });
  return [
    ...(await Promise.all(usb)),
    ...toSerialPrinters('dev/serial/by-id', await listNames('dev/serial/by-id', /./)),
    // The names of serial devices on USB in macOS.
    ...toSerialPrinters('dev', await listNames('dev', /^cu\.usb/)),
  ];
}

const isMissingFileError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The name in the device id of a USB printer (IEEE 1284): `MFG:EPSON;MDL:TM-T20III;…`. */
async function readUsbName(file: string, log: Log): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (!isMissingFileError(error))
      log.info({ err: error, file }, 'printer-finder: usb printer name unreadable');
    return '';
  });
  const getField = (...keys: readonly string[]): string =>
    keys
      .map((key) => new RegExp(`(?:^|;)\\s*${key}:([^;]*)`, 'i').exec(text)?.[1]?.trim() ?? '')
      .find((value) => value !== '') ?? '';
  const name = toPrinterDisplayName(
    `${getField('MFG', 'MANUFACTURER')} ${getField('MDL', 'MODEL')}`,
  );
  return name === '' ? null : name;
}

/** The names that Windows uses. A printer that is not shared cannot be written to by its name. */
const LIST_PRINTERS_SCRIPT = [
  '[Console]::OutputEncoding=[Text.Encoding]::UTF8;',
  '@{printers=@(Get-CimInstance Win32_Printer|Select-Object Name,Shared,ShareName);',
  'ports=@([IO.Ports.SerialPort]::GetPortNames())}|ConvertTo-Json -Compress -Depth 3',
].join('');

const windowsPrintersSchema = z.object({
  printers: z.array(
    z.object({ Name: z.string(), Shared: z.boolean(), ShareName: z.string().nullish() }),
  ),
  ports: z.array(z.string()),
});

export type RunPowerShell = (script: string) => Promise<string>;

export const runPowerShell: RunPowerShell = (script) =>
  new Promise((resolve, reject) => {
    const args = ['-NoProfile', '-NonInteractive', '-Command', script];
    const limits = {
      timeout: POWERSHELL_TIMEOUT_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
      windowsHide: true,
    };
    execFile('powershell.exe', args, limits, (error, out) =>
      error === null ? resolve(out) : reject(error),
    );
  });

export async function findWindowsPrinters(
  runScript: RunPowerShell,
  log: Log,
): Promise<DiscoveredPrinter[]> {
  try {
    const { printers, ports } = windowsPrintersSchema.parse(
      JSON.parse(await runScript(LIST_PRINTERS_SCRIPT)),
    );
    return [
      ...printers.map((printer): DiscoveredPrinter => {
        const name = toPrinterDisplayName(printer.Name);
        const share = printer.ShareName ?? '';
        return printer.Shared && share !== ''
          ? {
              kind: 'path',
              name,
              path: `//localhost/${share}`,
              model: findModelByPrinterName(name),
            }
          : { kind: 'not-shared', name };
      }),
      ...ports
        .filter((port) => /^COM\d+$/.test(port))
        .map((port): DiscoveredPrinter => ({ kind: 'path', name: port, path: port, model: null })),
    ];
  } catch (error) {
    log.info({ err: error }, 'printer-finder: windows printer list failed');
    return [];
  }
}
