import type { PrinterSettings } from '../../../shared/contract/index.ts';
import { type DeviceKind, lookAt, type NothingSent, systemPath } from './device-kind.ts';
import { deviceDoor } from './device-link.ts';
import {
  AS_A_NEW_JOB,
  AS_IT_IS,
  AT_THE_END,
  askTray,
  printToTray,
  type Tray,
} from './file-printer.ts';
import { within } from './guard.ts';
import type { StatusDialect } from './status.ts';
import {
  type AskedPrinter,
  askPrinter,
  type Condition,
  type PrintResult,
  printOver,
  type TransportPorts,
} from './transport.ts';

export type PathSettings = Extract<PrinterSettings, { kind: 'path' }>;

/**
 * A printer behind a path. A device that can be read is asked like one on the network. One that
 * does not reply is printed on all the same, because many cables only go one way, and the cashier
 * is then asked. A device that cannot be asked at all takes its job whole.
 */
type Way =
  | { readonly kind: 'asked'; readonly printer: AskedPrinter; readonly place: DeviceKind }
  | { readonly kind: 'tray'; readonly tray: Tray };

export async function printOnPath(
  settings: PathSettings,
  dialect: () => StatusDialect,
  job: Uint8Array,
  ports: TransportPorts,
  onLeaving: () => void,
): Promise<PrintResult> {
  const way = await wayTo(settings, dialect, ports);
  switch (way.kind) {
    case 'asked':
      return await printOver(way.printer, job, ports, onLeaving);
    case 'tray':
      return await printToTray(way.tray, job, ports, onLeaving);
    default:
      return way;
  }
}

export async function askPath(
  settings: PathSettings,
  dialect: () => StatusDialect,
  ports: TransportPorts,
): Promise<Condition> {
  const way = await wayTo(settings, dialect, ports);
  switch (way.kind) {
    case 'asked':
      // A pipe's reader would treat opening and closing it as an empty job.
      if (way.place === 'pipe') return { kind: 'ready', isPaperLow: false, isAssumed: true };
      return await askPrinter(way.printer, ports);
    case 'tray':
      return await askTray(way.tray, ports);
    default:
      return way;
  }
}

async function wayTo(
  settings: PathSettings,
  dialect: () => StatusDialect,
  { clock, timings }: TransportPorts,
): Promise<Way | NothingSent> {
  const { path, baud = null } = settings;
  const looked = await within(path, clock, timings.connect, () => lookAt(path));
  if (looked.end === 'stuck') return { kind: 'refused', why: 'busy' };
  if (looked.end === 'late') return { kind: 'failed', why: 'silent', bytesSent: 0 };
  const place = looked.value;
  if (typeof place !== 'string') return place;
  const opened = systemPath(path, place);
  switch (place) {
    case 'device':
    case 'pipe': {
      const open = deviceDoor({ path, isPipe: place === 'pipe', baud });
      const printer = { open, dialect, mustAnswer: false, mayAnswerLate: false };
      return { kind: 'asked', printer, place };
    }
    case 'file':
      return { kind: 'tray', tray: { path: opened, onceTaken: 'printed', flags: AT_THE_END } };
    case 'share':
      return { kind: 'tray', tray: { path: opened, onceTaken: 'printed', flags: AS_A_NEW_JOB } };
    case 'port':
      return { kind: 'tray', tray: { path: opened, onceTaken: 'cannot-answer', flags: AS_IT_IS } };
  }
}
