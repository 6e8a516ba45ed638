import {
  assertNever,
  fail,
  ok,
  type ReceiptDeliveryResult,
  type Result,
  type Tape,
} from '../../../shared/contract/index.ts';
import { getReceiptTexts, maskAccount } from '../../../shared/i18n/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { renderScreenQr } from '../codes/index.ts';
import { compressData } from '../compress-data.ts';
import type { PrintJobRenderer } from '../job-renderer.ts';
import { encodePaperLines, type PaperLine } from '../layout/index.ts';
import { buildReceiptCodeLines, type ReceiptFacts, readReceiptFacts } from '../papers/index.ts';
import {
  listUsedDeliveryMethods,
  type PrintJobRow,
  type RenderedPrintJob,
  readOriginalPrintJob,
} from '../queue/index.ts';
import { resolveApprover } from '../resolve-approver.ts';
import { encodePng } from '../tape/index.ts';
import type { Printing, PrintingPorts } from '../types.ts';
import { getAvailableDeliveryMethods } from './available-delivery-methods.ts';
import {
  createReceiptDeliveries,
  type ReceiptDelivery,
  type ReceiptDeliveryPorts,
} from './receipt-deliveries.ts';
import { renderWhatsAppCode } from './whatsapp-code.ts';

/**
 * A receipt for a customer who wants no paper. The delivery is a separate job with its lines and
 * bytes, so that the ledger records what the customer has. The paper, which is no longer needed, is
 * skipped, so that no status and no list shows it as open.
 *
 * A cash-out and a cancel are always printed: the paper proves the payment of the cash. A gift card
 * is also printed, because its code is the product itself; only if its paper was not printed may the
 * cashier who sold it deliver it as a file. The code on the screen never has data of a gift card.
 *
 * A code for WhatsApp is no delivery: nobody knows whether the customer sends it. It is not recorded, and
 * the paper stays as it is.
 *
 * The job is committed before the file can be sent, with a state that records an unknown result if
 * the program ends meanwhile.
 */
export interface PaperlessReceipts
  extends Pick<Printing, 'deliverReceiptWithoutPaper' | 'createWhatsAppCode'> {
  /** Adds to a receipt's tape the payment, the available delivery methods and the past deliveries. */
  addDeliveryMethods(tape: Tape, job: PrintJobRow): Tape;
}

export function createPaperlessReceipts(
  ports: PrintingPorts,
  paper: ReceiptDeliveryPorts & { readonly renderReceiptPdf: PrintJobRenderer['renderReceiptPdf'] },
): PaperlessReceipts {
  const { database, clock, settings } = ports;
  const deliveries = createReceiptDeliveries(ports, paper);

  const deliver: Printing['deliverReceiptWithoutPaper'] = async (paymentId, way, by, approval) => {
    const allowed = deliveries.validateDelivery(paymentId, way);
    if (!allowed.ok) return allowed;
    const { facts, isGuarded, isFirst: isOriginal } = allowed.value;
    const approver = await resolveApprover(ports, isGuarded, approval);
    if (!approver.ok) return approver;
    const approvedBy = approver.value;
    const delivery: ReceiptDelivery = { paymentId, way, by, approvedBy, isFirst: isOriginal };
    switch (way) {
      case 'none':
        deliveries.recordDeclined(delivery);
        return ok({ kind: 'noted' });
      case 'code':
        return showCode(facts, delivery);
      case 'pdf':
      case 'mail':
        return await deliverFile(facts, way, delivery);
      default:
        return assertNever(way);
    }
  };

  const showCode = (
    facts: ReceiptFacts,
    delivery: ReceiptDelivery,
  ): Result<ReceiptDeliveryResult> => {
    const lines = buildReceiptCodeLines(facts, settings());
    const text = lines.join('\n');
    const dots = renderScreenQr(text);
    if (dots === null) throw new Error('the facts of a receipt do not fit into a code');
    const started = deliveries.start(delivery, createCodeJob(lines, text));
    if (!started.ok) return started;
    deliveries.complete(delivery, started.value, Buffer.byteLength(text));
    const png = encodePng(dots, dots.width).toString('base64');
    return ok({ kind: 'code', png, dots: dots.width, lines });
  };

  const deliverFile = async (
    facts: ReceiptFacts,
    way: 'pdf' | 'mail',
    delivery: ReceiptDelivery,
  ): Promise<Result<ReceiptDeliveryResult>> => {
    const { receiptDelivery } = ports;
    if (receiptDelivery === undefined) return fail({ kind: 'without-paper', reason: 'no-window' });
    const at = toIsoTime(clock.now());
    const pdf = await paper.renderReceiptPdf(facts, delivery.isFirst ? 'original' : 'copy', at);
    const file = { name: `${pdf.fileName}.pdf`, bytes: pdf.bytes };
    let id: string | null = null;
    const onLeaving = (): Result<null> => {
      const started = deliveries.start(delivery, pdf);
      if (!started.ok) return started;
      id = started.value;
      return ok(null);
    };
    let originalBefore: PrintJobRow | null = null;
    const onFailed = (): void => {
      if (id !== null) deliveries.revert(delivery, id, originalBefore);
    };
    const result =
      way === 'pdf'
        ? await receiptDelivery.saveFile(file, onLeaving)
        : await receiptDelivery.composeMail(createMail(file, settings()), onLeaving, onFailed);
    if (id === null) return result;
    originalBefore = readOriginalPrintJob(database, delivery.paymentId);
    if (result.ok) deliveries.complete(delivery, id, pdf.bytes.length);
    else deliveries.cancel(delivery, id);
    return result;
  };

  const createWhatsAppCode: Printing['createWhatsAppCode'] = (paymentId) => {
    const allowed = deliveries.validateDelivery(paymentId, 'code');
    if (!allowed.ok) return allowed;
    const { facts } = allowed.value;
    return facts.ticketText
      ? renderWhatsAppCode(facts, settings())
      : fail({ kind: 'without-paper', reason: 'has-to-be-printed' });
  };

  return {
    deliverReceiptWithoutPaper: deliver,
    createWhatsAppCode,
    addDeliveryMethods: (tape, job) => {
      if (job.kind !== 'original' || job.intentId === null) return tape;
      const facts = readReceiptFacts(database, job.intentId);
      const given = listUsedDeliveryMethods(database, job.intentId);
      if (facts === null) return { ...tape, given };
      const { billerName, amount, currency, kind } = facts;
      const isSlip = kind === 'cash-out' || kind === 'cancel';
      const account = maskAccount(facts);
      const about = { billerName, account, amount: { amount, currency }, isSlip };
      const ways = [...getAvailableDeliveryMethods(facts, job)];
      const canShowWhatsAppCode = ways.includes('code') && Boolean(facts.ticketText);
      return { ...tape, about, ways, canShowWhatsAppCode, given };
    },
  };
}

function createMail(
  file: { readonly name: string; readonly bytes: Uint8Array },
  { shop, language }: ReturnType<PrintingPorts['settings']>,
) {
  const words = getReceiptTexts(language).mail;
  return { subject: `${words.subject} ${shop.name}`, text: words.text, file };
}

/** The stored job of a code on the screen: its text, without bytes for a printer. */
function createCodeJob(lines: readonly string[], text: string): RenderedPrintJob {
  const paperLines = lines.map(
    (line): PaperLine => ({ kind: 'text', text: line, align: 'left', weight: 'plain' }),
  );
  const bytes = Buffer.from(text, 'utf8');
  return {
    bytes,
    drawerPulseOffset: null,
    compressedLines: compressData(encodePaperLines(paperLines).text),
    pictures: new Map(),
    compressedBytes: compressData(bytes),
    picture: null,
    ticketText: 'none',
    fileName: '',
    columns: Math.max(...lines.map((line) => line.length)),
    model: 'screen',
    isTicketCut: false,
  };
}
