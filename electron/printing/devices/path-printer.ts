import type { PrinterSettings } from '../../../shared/contract/index.ts';
import { createDeviceConnectionOpener } from './device-connection.ts';
import {
  type PrinterDeviceKind,
  type PrintNotSentResult,
  readPrinterDeviceKind,
  toDeviceSystemPath,
} from './device-kind.ts';
import { runWithHangGuard } from './run-with-hang-guard.ts';
import type { PrinterStatusDialect } from './status-dialect.ts';
import {
  type PrinterEndpoint,
  type PrinterStatusResult,
  type PrinterTransportPorts,
  type PrintResult,
  readEndpointStatus,
  sendPrintJob,
} from './transport.ts';
import {
  CREATE_FILE_OPEN_FLAGS,
  printToWholeJobTarget,
  readWholeJobTargetStatus,
  type WholeJobTarget,
  WRITE_FILE_OPEN_FLAGS,
} from './whole-job-target.ts';

export type PathPrinterSettings = Extract<PrinterSettings, { kind: 'path' }>;

/**
 * A printer at a path. A readable device is asked for its status like a network printer. A device
 * that does not reply still gets the job, because many cables work one way only, and the cashier
 * then confirms the result. A target that cannot be asked at all takes the whole job.
 */
type PathTarget =
  | {
      readonly kind: 'asked';
      readonly printer: PrinterEndpoint;
      readonly deviceKind: PrinterDeviceKind;
    }
  | { readonly kind: 'tray'; readonly tray: WholeJobTarget };

export async function printToPath(
  settings: PathPrinterSettings,
  dialect: () => PrinterStatusDialect,
  job: Uint8Array,
  ports: PrinterTransportPorts,
  onLeaving: () => void,
): Promise<PrintResult> {
  const target = await resolvePathTarget(settings, dialect, ports);
  switch (target.kind) {
    case 'asked':
      return await sendPrintJob(target.printer, job, ports, onLeaving);
    case 'tray':
      return await printToWholeJobTarget(target.tray, job, ports, onLeaving);
    default:
      return target;
  }
}

export async function readPathStatus(
  settings: PathPrinterSettings,
  dialect: () => PrinterStatusDialect,
  ports: PrinterTransportPorts,
): Promise<PrinterStatusResult> {
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
  dialect: () => PrinterStatusDialect,
  { clock, timings }: PrinterTransportPorts,
): Promise<PathTarget | PrintNotSentResult> {
  const { path, baud = null } = settings;
  const result = await runWithHangGuard(path, clock, timings.connectTimeoutMs, () =>
    readPrinterDeviceKind(path),
  );
  if (result.end === 'stuck') return { kind: 'refused', reason: 'busy' };
  if (result.end === 'late') return { kind: 'failed', reason: 'silent', bytesSent: 0 };
  const deviceKind = result.value;
  if (typeof deviceKind !== 'string') return deviceKind;
  const systemPath = toDeviceSystemPath(path, deviceKind);
  switch (deviceKind) {
    case 'device':
    case 'pipe': {
      const open = createDeviceConnectionOpener({
        path,
        isPipe: deviceKind === 'pipe',
        baudRate: baud,
      });
      const printer = { open, dialect, mustAnswer: false, canAnswerLate: false };
      return { kind: 'asked', printer, deviceKind: deviceKind };
    }
    case 'share':
      return {
        kind: 'tray',
        tray: { path: systemPath, resultOnceWritten: 'printed', openFlags: CREATE_FILE_OPEN_FLAGS },
      };
    case 'port':
      return {
        kind: 'tray',
        tray: {
          path: systemPath,
          resultOnceWritten: 'cannot-answer',
          openFlags: WRITE_FILE_OPEN_FLAGS,
        },
      };
  }
}
