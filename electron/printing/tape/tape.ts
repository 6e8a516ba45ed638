import { PRINTER_MODELS, type Tape } from '../../../shared/contract/index.ts';

import type { PrintJobRow } from '../../ledger/index.ts';
import type { Composed, Paper } from '../encoding/index.ts';
import { printerModel } from '../models/index.ts';
import { picture } from './picture.ts';

/**
 * The picture of a job. Once it has been taken, of the stored bytes; before, of those that would
 * be sent now.
 */
export function tapeOf(
  job: PrintJobRow,
  composeNow: (job: PrintJobRow) => { readonly composed: Composed; readonly paper: Paper },
): Tape {
  const drawn = drawnFrom(job, composeNow);
  return {
    jobId: job.id,
    paymentId: job.intentId,
    kind: job.kind,
    columns: drawn.columns,
    lines: picture(drawn.bytes, drawn.model),
    state: job.state,
    reason: job.reason,
    ticketText: drawn.ticketText,
    isWithheld: false,
    isDrawerKept: false,
    sentShare: sentShareOf(job),
    createdAt: job.createdAt,
  };
}

function sentShareOf({ state, bytes, bytesSent }: PrintJobRow): number | null {
  if ((state !== 'failed' && state !== 'unconfirmed') || bytesSent === null) return null;
  return bytes === null || bytes.length === 0 ? 0 : Math.min(1, bytesSent / bytes.length);
}

function drawnFrom(
  job: PrintJobRow,
  composeNow: (job: PrintJobRow) => { readonly composed: Composed; readonly paper: Paper },
): {
  bytes: Uint8Array;
  columns: number;
  model: Paper['model'];
  ticketText: Tape['ticketText'];
} {
  const name = PRINTER_MODELS.find((one) => one === job.model);
  if (job.bytes !== null && job.columns !== null && name !== undefined) {
    return {
      bytes: job.bytes,
      columns: job.columns,
      model: printerModel(name),
      ticketText: job.ticketText ?? 'none',
    };
  }
  const { composed, paper } = composeNow(job);
  return {
    bytes: composed.bytes,
    columns: paper.columns,
    model: paper.model,
    ticketText: composed.ticketText,
  };
}
