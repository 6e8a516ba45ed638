import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { PrinterSettings } from '../../../shared/contract/index.ts';
import type { PlaceTrouble, PrintResult } from './transport.ts';

/** What is at a printer's path, and so how it is written to. */
export type DeviceKind =
  /** A character device: may be asked for its status. */
  | 'device'
  /** A pipe to another program, which takes bytes and does not reply. */
  | 'pipe'
  /** A file: the whole job is appended. */
  | 'file'
  /** A printer that Windows shares: takes a job whole, as a file does. */
  | 'share'
  /** A serial or parallel port of Windows: takes bytes and is not asked. */
  | 'port';

export type NothingSent = Extract<PrintResult, { kind: 'refused' | 'failed' }>;

const SHARE = /^[\\/]{2}[^\\/]+[\\/][^\\/]+[\\/]?$/;
const PORT = /^(?:\\\\\.\\)?(?:COM|LPT)\d+$/i;

/** Looks without opening anything: a disk is never written to, whatever the settings say. */
export async function lookAt(
  path: string,
  platform = process.platform,
): Promise<DeviceKind | NothingSent> {
  if (platform === 'win32') {
    if (PORT.test(path)) return 'port';
    // A printer that Windows shares is not found by looking for a file.
    if (SHARE.test(path) && !path.startsWith('\\\\.\\')) return 'share';
  }
  try {
    return placeOf(await stat(path));
  } catch (error) {
    return nothingSent(error);
  }
}

/** Whether what is printed stays somewhere as a file, or on the screen's tape. */
export async function keepsPapers(printer: PrinterSettings | null): Promise<boolean> {
  switch (printer?.kind) {
    case undefined:
    case 'pdf':
    case 'screen':
      return true;
    case 'network':
      return false;
    case 'path':
      return (await lookAt(printer.path)) === 'file';
  }
}

/** The name that opens it: beyond COM9, Windows only knows a port by its device name. */
export function systemPath(path: string, place: DeviceKind): string {
  return place === 'port' && !path.startsWith('\\\\.\\') ? `\\\\.\\${path}` : path;
}

function placeOf(stats: Stats): DeviceKind | NothingSent {
  if (stats.isCharacterDevice()) return 'device';
  if (stats.isFIFO()) return 'pipe';
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return { kind: 'refused', why: 'is-a-folder' };
  return { kind: 'failed', why: 'not-a-printer', bytesSent: 0 };
}

/** Why the system did not let us begin. */
export function nothingSent(error: unknown): NothingSent {
  const code = codeOf(error);
  switch (code) {
    case 'ENXIO':
    case 'ENODEV':
    case 'EIO':
      // The path is there, but the printer behind it is not.
      return { kind: 'failed', why: 'unreachable', bytesSent: 0 };
    default:
      return { kind: 'refused', why: TROUBLES[code] ?? 'error' };
  }
}

const TROUBLES: Readonly<Record<string, PlaceTrouble>> = {
  ENOENT: 'no-such-path',
  ENOTDIR: 'no-such-path',
  ELOOP: 'no-such-path',
  ENAMETOOLONG: 'no-such-path',
  EISDIR: 'is-a-folder',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EROFS: 'no-permission',
  EBUSY: 'busy',
  ETXTBSY: 'busy',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
};

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
