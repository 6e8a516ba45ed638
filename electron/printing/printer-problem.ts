import type { Problem } from '../../shared/contract/index.ts';
import type { PrintJobResult } from './devices/index.ts';

/**
 * The reason why nothing was printed, or why the result is unknown, for callers without a job. If a
 * printer did not reply before anything was sent, nothing can have been printed.
 */
export function toPrinterProblem(result: Exclude<PrintJobResult, { kind: 'printed' }>): Problem {
  const { reason } = result;
  const isSent =
    result.kind === 'unconfirmed' || (result.kind === 'failed' && result.bytesSent > 0);
  switch (reason) {
    case 'till-stopped':
    case 'broke-off':
      return { kind: 'printer', reason: isSent ? 'broke-off' : 'unreachable' };
    case 'silent':
      return { kind: 'printer', reason: isSent ? 'silent' : 'no-answer' };
    default:
      return { kind: 'printer', reason };
  }
}
