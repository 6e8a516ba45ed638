import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FoundPrinter } from '../../../shared/contract/index.ts';
import type { Log } from '../../platform/index.ts';
import { modelNamed, plainName } from './names.ts';

const POWERSHELL_MS = 4_000;
const MOST_BYTES = 1_000_000;

/** Printers and ports of this computer. `root` is `/`, but for tests. */
export async function findOnUnix(root: string, log: Log): Promise<FoundPrinter[]> {
  const names = async (folder: string, shape: RegExp): Promise<string[]> => {
    try {
      const found = await readdir(join(root, folder));
      return found.filter((name) => shape.test(name)).sort();
    } catch (error) {
      if (!isNoFile(error)) log.info({ err: error, folder }, 'a folder of devices cannot be read');
      return [];
    }
  };
  const usb = (await names('dev/usb', /^lp\d+$/)).map(async (port): Promise<FoundPrinter> => {
    const name = await usbName(join(root, 'sys/class/usbmisc', port, 'device/ieee1284_id'), log);
    return {
      kind: 'path',
      name: name ?? port,
      path: `/dev/usb/${port}`,
      model: modelNamed(name ?? ''),
    };
  });
  const serial = (folder: string, found: readonly string[]): FoundPrinter[] =>
    found.map((port) => {
      const name = plainName(port.replace(/^usb-|^cu\./, '').replaceAll('_', ' '));
      return { kind: 'path', name, path: `/${folder}/${port}`, model: modelNamed(name) };
    });
  return [
    ...(await Promise.all(usb)),
    ...serial('dev/serial/by-id', await names('dev/serial/by-id', /./)),
    // What macOS calls a serial device on USB.
    ...serial('dev', await names('dev', /^cu\.usb/)),
  ];
}

const isNoFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** What a USB printer says of itself (IEEE 1284): `MFG:EPSON;MDL:TM-T20III;…`. */
async function usbName(file: string, log: Log): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (!isNoFile(error)) log.info({ err: error, file }, 'a USB printer’s name cannot be read');
    return '';
  });
  const field = (...keys: readonly string[]): string =>
    keys
      .map((key) => new RegExp(`(?:^|;)\\s*${key}:([^;]*)`, 'i').exec(text)?.[1]?.trim() ?? '')
      .find((value) => value !== '') ?? '';
  const name = plainName(`${field('MFG', 'MANUFACTURER')} ${field('MDL', 'MODEL')}`);
  return name === '' ? null : name;
}

/** As Windows names them. A printer that is not shared cannot be written to by its name. */
const SCRIPT = [
  '[Console]::OutputEncoding=[Text.Encoding]::UTF8;',
  '@{printers=@(Get-CimInstance Win32_Printer|Select-Object Name,Shared,ShareName);',
  'ports=@([IO.Ports.SerialPort]::GetPortNames())}|ConvertTo-Json -Compress -Depth 3',
].join('');

const windowsAnswer = z.object({
  printers: z.array(
    z.object({ Name: z.string(), Shared: z.boolean(), ShareName: z.string().nullish() }),
  ),
  ports: z.array(z.string()),
});

export type RunPowerShell = (script: string) => Promise<string>;

export const runPowerShell: RunPowerShell = (script) =>
  new Promise((resolve, reject) => {
    const words = ['-NoProfile', '-NonInteractive', '-Command', script];
    const limits = { timeout: POWERSHELL_MS, maxBuffer: MOST_BYTES, windowsHide: true };
    execFile('powershell.exe', words, limits, (error, out) =>
      error === null ? resolve(out) : reject(error),
    );
  });

export async function findOnWindows(run: RunPowerShell, log: Log): Promise<FoundPrinter[]> {
  try {
    const { printers, ports } = windowsAnswer.parse(JSON.parse(await run(SCRIPT)));
    return [
      ...printers.map((one): FoundPrinter => {
        const name = plainName(one.Name);
        const share = one.ShareName ?? '';
        return one.Shared && share !== ''
          ? { kind: 'path', name, path: `//localhost/${share}`, model: modelNamed(name) }
          : { kind: 'not-shared', name };
      }),
      ...ports
        .filter((port) => /^COM\d+$/.test(port))
        .map((port): FoundPrinter => ({ kind: 'path', name: port, path: port, model: null })),
    ];
  } catch (error) {
    log.info({ err: error }, 'Windows did not tell its printers');
    return [];
  }
}
