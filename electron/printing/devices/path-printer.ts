import type { PrinterSettings } from '../../../shared/contract/index.ts';
import { createDeviceOpener } from './device-connection.ts';
import {
  type DeviceKind,
  type NotSentResult,
  readDeviceKind,
  toSystemPath,
} from './device-kind.ts';
import { runWithHangGuard } from './run-with-hang-guard.ts';
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
  NEW_JOB_FLAGS,
  printToWholeJobTarget,
  readWholeJobTargetStatus,
  type WholeJobTarget,
  WRITE_FLAGS,
} from './whole-job-target.ts';

export type PathPrinterSettings = Extract<PrinterSettings, { kind: 'path' }>;

/**
 * A printer at a path. A readable device is asked for its status like a network printer. A device
 * that does not reply still gets the job, because many cables work one way only, and the cashier
 * then confirms the result. A target that cannot be asked at all takes the whole job.
 */
type PathTarget =
  | { readonly kind: 'asked'; readonly printer: PrinterEndpoint; readonly deviceKind: DeviceKind }
  | { readonly kind: 'tray'; readonly tray: WholeJobTarget };

export async function printToPath(
  settings: PathPrinterSettings,
  dialect: () => StatusDialect,
  job: Uint8Array,
  ports: TransportPorts,
  onLeaving: () => void,
): Promise<PrintResult> {
  const target = await resolvePathTarget(settings, dialect, ports);
  switch (target.kind) {
    case 'asked':
      return await sendJob(target.printer, job, ports, onLeaving);
    case 'tray':
      return await printToWholeJobTarget(target.tray, job, ports, onLeaving);
    default:
      return target;
  }
}

export async function readPathStatus(
  settings: PathPrinterSettings,
  dialect: () => StatusDialect,
  ports: TransportPorts,
): Promise<StatusResult> {
  const target = await resolvePathTarget(settings, dialect, ports);
  switch (target.kind) {
    case 'asked':
      // The reader of a pipe would treat opening and closing it as an empty job.
      if (target.deviceKind === 'pipe')
        return { kind: 'ready', isPaperLow: false, isAssumed: true };
      return await readEndpointStatus(target.printer, ports);
    case 'tray':
      return await readWholeJobTargetStatus(target.tray, ports);
    default:
      return target;
  }
}

async function resolvePathTarget(
  settings: PathPrinterSettings,
  dialect: () => StatusDialect,
  { clock, timings }: TransportPorts,
): Promise<PathTarget | NotSentResult> {
  const { path, baud = null } = settings;
  const result = await runWithHangGuard(path, clock, timings.connectTimeoutMs, () =>
    readDeviceKind(path),
  );
  if (result.end === 'stuck') return { kind: 'refused', reason: 'busy' };
  if (result.end === 'late') return { kind: 'failed', reason: 'silent', bytesSent: 0 };
  const deviceKind = result.value;
  if (typeof deviceKind !== 'string') return deviceKind;
  const systemPath = toSystemPath(path, deviceKind);
  switch (deviceKind) {
    case 'device':
    case 'pipe': {
      const open = createDeviceOpener({ path, isPipe: deviceKind === 'pipe', baud });
      const printer = { open, dialect, mustAnswer: false, canAnswerLate: false };
      return { kind: 'asked', printer, deviceKind: deviceKind };
    }
    case 'share':
      return {
        kind: 'tray',
        tray: { path: systemPath, resultOnceWritten: 'printed', flags: NEW_JOB_FLAGS },
      };
    case 'port':
      return {
        kind: 'tray',
        tray: { path: systemPath, resultOnceWritten: 'cannot-answer', flags: WRITE_FLAGS },
      };
  }
}
