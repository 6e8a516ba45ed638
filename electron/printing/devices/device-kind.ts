import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { PrinterSettings } from '../../../shared/contract/index.ts';
import type { PrintResult, PrintTargetProblem } from './transport.ts';

/** The kind of file at a printer's path, which decides how it is written. */
export type PrinterDeviceKind =
  /** A character device: can be asked for its status. */
  | 'device'
  /** A pipe to another program, which takes bytes and does not reply. */
  | 'pipe'
  /** A printer shared by Windows: takes a whole job. */
  | 'share'
  /** A serial or parallel port of Windows: takes bytes and is not asked for its status. */
  | 'port';

export type PrintNotSentResult = Extract<PrintResult, { kind: 'refused' | 'failed' }>;

const SHARE_PATTERN = /^[\\/]{2}[^\\/]+[\\/][^\\/]+[\\/]?$/;
const PORT_PATTERN = /^(?:\\\\\.\\)?(?:COM|LPT)\d+$/i;

/** Opens nothing: a disk is never written, whatever the settings are. */
export async function readPrinterDeviceKind(
  path: string,
  platform = process.platform,
): Promise<PrinterDeviceKind | PrintNotSentResult> {
  if (platform === 'win32') {
    if (PORT_PATTERN.test(path)) return 'port';
    // `stat` does not find a printer shared by Windows.
    if (SHARE_PATTERN.test(path) && !path.startsWith('\\\\.\\')) return 'share';
  }
  try {
    return toDeviceKind(await stat(path));
  } catch (error) {
    return toPrintNotSentResult(error);
  }
}

/** Whether printed content stays stored as a file, or on the screen's tape. */
export function isOutputStoredByPrinter(printer: PrinterSettings | null): boolean {
  return printer?.kind !== 'network' && printer?.kind !== 'path';
}

/** The path to open: above COM9, Windows opens a port only by its device name. */
export function toDeviceSystemPath(path: string, deviceKind: PrinterDeviceKind): string {
  return deviceKind === 'port' && !path.startsWith('\\\\.\\') ? `\\\\.\\${path}` : path;
}

function toDeviceKind(stats: Stats): PrinterDeviceKind | PrintNotSentResult {
  if (stats.isCharacterDevice()) return 'device';
  if (stats.isFIFO()) return 'pipe';
  if (stats.isDirectory()) return { kind: 'refused', reason: 'is-a-folder' };
  // Also a file: it could be the ledger, and nothing is appended to a file that is no device.
  return { kind: 'failed', reason: 'not-a-printer', bytesSent: 0 };
}

/** The result for an error before anything was sent. */
export function toPrintNotSentResult(error: unknown): PrintNotSentResult {
  const code = getErrorCode(error);
  switch (code) {
    case 'ENXIO':
    case 'ENODEV':
    case 'EIO':
      // The path exists, but no printer is connected to it.
      return { kind: 'failed', reason: 'unreachable', bytesSent: 0 };
    default:
      return { kind: 'refused', reason: REASON_BY_ERROR_CODE[code] ?? 'error' };
  }
}

const REASON_BY_ERROR_CODE: Readonly<Record<string, PrintTargetProblem>> = {
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

export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
