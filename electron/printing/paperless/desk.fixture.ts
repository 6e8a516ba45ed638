import {
  ok,
  type ReceiptDeliveryMethod,
  type ReceiptDeliveryResult,
  type Result,
} from '../../../shared/contract/index.ts';
import { readPages, toLines } from '../../../tests/support/read-pdf/index.ts';
import { decodePrinted } from '../../../tests/support/virtual-printer/index.ts';
import { createVirtualClock, type VirtualClock } from '../../platform/index.ts';
import type { PrintJobResult } from '../devices/index.ts';
import {
  type Counter,
  LONG_TIMINGS,
  openCounter,
  PAID_AT,
  SUPERVISOR_PIN,
} from '../printing.fixture.ts';
import { listPaymentPrintJobs } from '../queue/index.ts';
import type { Printing, ReceiptDeliveryChannels, ReceiptFile } from '../types.ts';

export const ANA = { id: 'ana', name: 'Ana' };
export const WITH_PIN = { cashierId: 'luis', pin: SUPERVISOR_PIN };

/** A counter that can deliver receipts as a file or by mail, with records of the deliveries. */
export interface Desk {
  readonly counter: Counter;
  readonly clock: VirtualClock;
  readonly printing: Printing;
  /** The results of the next jobs; later jobs are all printed. */
  readonly jobResults: PrintJobResult[];
  /** The drawer pulses and lines of each job that reached the printer. */
  readonly printedJobs: { readonly pulses: number; readonly lines: number }[];
  readonly files: ReceiptFile[];
  outcome: Result<ReceiptDeliveryResult>;
  /** Called while a file is sent, before its result is known. */
  onSending: () => void;
  /** Reports that the mail program of the last mail turned out to have opened no message. */
  reportMailFailure: () => void;
  /** Called while the system's dialog is open, before the destination of the file is known. */
  onDialogOpen: () => void | Promise<void>;
  /** Records a payment and waits until the job of its original has ended; returns the payment's id. */
  payAndPrint(values?: Readonly<Record<string, string | null>>): Promise<string>;
  deliver(
    payment: string,
    way: ReceiptDeliveryMethod,
    approval?: typeof WITH_PIN | null,
  ): ReturnType<Printing['deliverReceiptWithoutPaper']>;
  listJobs(payment: string): ReturnType<typeof listPaymentPrintJobs>;
  listJobStates(payment: string, kind: string): string[];
  end(): Promise<void>;
}

export async function openDesk(): Promise<Desk> {
  const counter = await openCounter();
  const clock = createVirtualClock(Date.parse(PAID_AT));
  const deliverFile: ReceiptDeliveryChannels['saveFile'] = async (file, onLeaving) => {
    if (desk.outcome.ok && desk.outcome.value.kind === 'cancelled') return desk.outcome;
    await desk.onDialogOpen();
    const permission = onLeaving();
    if (!permission.ok) return permission;
    desk.onSending();
    desk.files.push(file);
    return desk.outcome;
  };
  const printing = counter.open(
    LONG_TIMINGS,
    clock,
    {
      readStatus: async () => ({ kind: 'ready', isPaperLow: false }),
      print: async ({ bytes }, onLeaving) => {
        const result = desk.jobResults.shift() ?? { kind: 'printed', isPaperLow: false };
        if (result.kind === 'printed' || result.kind === 'unconfirmed') onLeaving();
        const paper = decodePrinted(Buffer.from(bytes), 'epson');
        desk.printedJobs.push({ pulses: paper.drawerPulses, lines: paper.lines.length });
        return result;
      },
    },
    {
      saveFile: deliverFile,
      composeMail: async ({ file }, onLeaving, onFailed) => {
        desk.reportMailFailure = onFailed;
        return await deliverFile(file, onLeaving);
      },
      deleteOldDrafts: async () => {},
    },
  );
  const listJobs: Desk['listJobs'] = (payment) => listPaymentPrintJobs(counter.database, payment);
  const desk: Desk = {
    counter,
    clock,
    printing,
    jobResults: [],
    printedJobs: [],
    files: [],
    outcome: ok({ kind: 'saved', name: 'recibo.pdf' }),
    onSending: () => {},
    reportMailFailure: () => {},
    onDialogOpen: () => {},
    payAndPrint: async (values = {}) => {
      const payment = counter.pay(values);
      await counter.print(printing, payment);
      return payment;
    },
    deliver: (payment, way, approval = null) =>
      printing.deliverReceiptWithoutPaper(payment, way, ANA, approval),
    listJobs,
    listJobStates: (payment, kind) =>
      listJobs(payment)
        .filter((job) => job.kind === kind)
        .map(({ state, reason }) => `${state} ${reason ?? ''}`.trim()),
    end: () => counter.end(),
  };
  return desk;
}

export async function readPdfText(file: ReceiptFile | undefined): Promise<string> {
  const pages = await readPages(Buffer.from(file?.bytes ?? []));
  return pages.flatMap((page) => toLines(page)).join('\n');
}

export function getProblem<Value>(result: Result<Value>) {
  return result.ok ? null : result.problem;
}
