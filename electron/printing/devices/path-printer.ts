import type { PrinterSettings } from '../../../shared/contract/index.ts';
import { createDeviceOpener } from './device-connection.ts';
import {
  type DeviceKind,
  type NotSentResult,
  readDeviceKind,
  toSystemPath,
} from './device-kind.ts';
import { runGuarded } from './run-guarded.ts';
import type { StatusDialect } from './status-dialect.ts';
import {
  type PrinterEndpoint,
  type PrintResult,
  readEndpointStatus,
  type StatusResult,
  sendJob,
  type TransportPorts,
} from './transport.ts';
import {
  APPEND_FLAGS,
  NEW_JOB_FLAGS,
  printToWholeJobTarget,
  readWholeJobTargetStatus,
  type WholeJobTarget,
  WRITE_FLAGS,
} from './whole-job-target.ts';

export type PathPrinterSettings = Extract<PrinterSettings, { kind: 'path' }>;

/**
 * A printer behind a path. A device that can be read is asked like one on the network. One that
 * does not reply is printed on all the same, because many cables only go one way, and the cashier
 * is then asked. A device that cannot be asked at all takes its job whole.
 */
type PathTarget =
  | { readonly kind: 'asked'; readonly printer: PrinterEndpoint; readonly place: DeviceKind }
  | { readonly kind: 'tray'; readonly tray: WholeJobTarget };

export async function printToPath(
  settings: PathPrinterSettings,
  dialect: () => StatusDialect,
  job: Uint8Array,
  ports: TransportPorts,
  onLeaving: () => void,
): Promise<PrintResult> {
  const way = await resolvePathTarget(settings, dialect, ports);
  switch (way.kind) {
    case 'asked':
      return await sendJob(way.printer, job, ports, onLeaving);
    case 'tray':
      return await printToWholeJobTarget(way.tray, job, ports, onLeaving);
    default:
      return way;
  }
}

export async function readPathStatus(
  settings: PathPrinterSettings,
  dialect: () => StatusDialect,
  ports: TransportPorts,
): Promise<StatusResult> {
  const way = await resolvePathTarget(settings, dialect, ports);
  switch (way.kind) {
    case 'asked':
      // A pipe's reader would treat opening and closing it as an empty job.
      if (way.place === 'pipe') return { kind: 'ready', isPaperLow: false, isAssumed: true };
      return await readEndpointStatus(way.printer, ports);
    case 'tray':
      return await readWholeJobTargetStatus(way.tray, ports);
    default:
      return way;
  }
}

async function resolvePathTarget(
  settings: PathPrinterSettings,
  dialect: () => StatusDialect,
  { clock, timings }: TransportPorts,
): Promise<PathTarget | NotSentResult> {
  const { path, baud = null } = settings;
  const looked = await runGuarded(path, clock, timings.connectTimeoutMs, () =>
    readDeviceKind(path),
  );
  if (looked.end === 'stuck') return { kind: 'refused', why: 'busy' };
  if (looked.end === 'late') return { kind: 'failed', why: 'silent', bytesSent: 0 };
  const place = looked.value;
  if (typeof place !== 'string') return place;
  const opened = toSystemPath(path, place);
  switch (place) {
    case 'device':
    case 'pipe': {
      const open = createDeviceOpener({ path, isPipe: place === 'pipe', baud });
      const printer = { open, dialect, mustAnswer: false, mayAnswerLate: false };
      return { kind: 'asked', printer, place };
    }
    case 'file':
      return {
        kind: 'tray',
        tray: { path: opened, resultOnceWritten: 'printed', flags: APPEND_FLAGS },
      };
    case 'share':
      return {
        kind: 'tray',
        tray: { path: opened, resultOnceWritten: 'printed', flags: NEW_JOB_FLAGS },
      };
    case 'port':
      return {
        kind: 'tray',
        tray: { path: opened, resultOnceWritten: 'cannot-answer', flags: WRITE_FLAGS },
      };
  }
}
