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
import type { JobRenderer } from '../job-renderer.ts';
import { encodePaperLines, type PaperLine } from '../layout/index.ts';
import { packData } from '../pack-data.ts';
import { buildReceiptCodeLines, type ReceiptFacts, readReceiptFacts } from '../papers/index.ts';
import {
  listGivenWays,
  type PrintJobRow,
  type RenderedJob,
  readOriginalPrintJob,
} from '../queue/index.ts';
import { resolveApprover } from '../resolve-approver.ts';
import { encodePng } from '../tape/index.ts';
import type { Printing, PrintingPorts } from '../types.ts';
import { getAvailableWays } from './available-ways.ts';
import {
  createReceiptDeliveries,
  type ReceiptDelivery,
  type ReceiptDeliveryPorts,
} from './receipt-deliveries.ts';

/**
 * A receipt for whoever wants no paper. What was given is a job of its own, with its lines and its
 * bytes like any other, so that the ledger knows what the customer has; and the paper that nobody
 * waits for any more is set aside, so that no light and no list asks for it.
 *
 * A cash-out and a cancel always print: the money in the hand is proved by the paper. So does a gift
 * card, whose code is the good itself; only if its paper did not come out may it be given as a file,
 * by the cashier who sold it. Nothing of a gift card is ever in a code on the screen.
 *
 * The job is written before the file can leave, and says so if the program ends meanwhile.
 */
export interface PaperlessReceipts extends Pick<Printing, 'give'> {
  /** Adds to a receipt's tape what was paid, how it may be given, and how it was. */
  addWays(tape: Tape, job: PrintJobRow): Tape;
}

export function createPaperlessReceipts(
  ports: PrintingPorts,
  paper: ReceiptDeliveryPorts & { readonly makePdf: JobRenderer['renderReceiptPdf'] },
): PaperlessReceipts {
  const { database, clock, settings } = ports;
  const givings = createReceiptDeliveries(ports, paper);

  const give: Printing['give'] = async (paymentId, way, by, approval) => {
    const found = givings.checkAllowed(paymentId, way);
    if (!found.ok) return found;
    const { facts, isGuarded, isFirst: isOriginal } = found.value;
    const approver = await resolveApprover(ports, isGuarded, approval);
    if (!approver.ok) return approver;
    const approvedBy = approver.value;
    const giving: ReceiptDelivery = { paymentId, way, by, approvedBy, isFirst: isOriginal };
    switch (way) {
      case 'none':
        givings.recordDeclined(giving);
        return ok({ kind: 'noted' });
      case 'code':
        return showCode(facts, giving);
      case 'pdf':
      case 'mail':
        return await giveFile(facts, way, giving);
      default:
        return assertNever(way);
    }
  };

  const showCode = (
    facts: ReceiptFacts,
    giving: ReceiptDelivery,
  ): Result<ReceiptDeliveryResult> => {
    const lines = buildReceiptCodeLines(facts, settings());
    const text = lines.join('\n');
    const dots = renderScreenQr(text);
    if (dots === null) throw new Error('the facts of a receipt do not fit into a code');
    const begun = givings.start(giving, createCodeJob(lines, text));
    if (!begun.ok) return begun;
    givings.complete(giving, begun.value, Buffer.byteLength(text));
    const png = encodePng(dots, dots.width).toString('base64');
    return ok({ kind: 'code', png, dots: dots.width, lines });
  };

  const giveFile = async (
    facts: ReceiptFacts,
    way: 'pdf' | 'mail',
    giving: ReceiptDelivery,
  ): Promise<Result<ReceiptDeliveryResult>> => {
    const { outlets } = ports;
    if (outlets === undefined) return fail({ kind: 'without-paper', reason: 'no-window' });
    const at = toIsoTime(clock.now());
    const made = await paper.makePdf(facts, giving.isFirst ? 'original' : 'copy', at);
    const file = { name: `${made.fileName}.pdf`, bytes: made.bytes };
    let id: string | null = null;
    const onLeaving = (): Result<null> => {
      const begun = givings.start(giving, made);
      if (!begun.ok) return begun;
      id = begun.value;
      return ok(null);
    };
    let before: PrintJobRow | null = null;
    const onFailed = (): void => {
      if (id !== null) givings.revert(giving, id, before);
    };
    const given =
      way === 'pdf'
        ? await outlets.saveFile(file, onLeaving)
        : await outlets.composeMail(createMail(file, settings()), onLeaving, onFailed);
    if (id === null) return given;
    before = readOriginalPrintJob(database, giving.paymentId);
    if (given.ok) givings.complete(giving, id, made.bytes.length);
    else givings.cancel(giving, id);
    return given;
  };

  return {
    give,
    addWays: (tape, job) => {
      if (job.kind !== 'original' || job.intentId === null) return tape;
      const facts = readReceiptFacts(database, job.intentId);
      const given = listGivenWays(database, job.intentId);
      if (facts === null) return { ...tape, given };
      const { billerName, amount, currency, kind } = facts;
      const isSlip = kind === 'cash-out' || kind === 'cancel';
      const account = maskAccount(facts);
      const about = { billerName, account, amount: { amount, currency }, isSlip };
      return { ...tape, about, ways: [...getAvailableWays(facts, job)], given };
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

/** A code on the screen as the ledger keeps it: what it says, and no printer's bytes. */
function createCodeJob(lines: readonly string[], text: string): RenderedJob {
  const kept = lines.map(
    (line): PaperLine => ({ kind: 'text', text: line, align: 'left', weight: 'plain' }),
  );
  const bytes = Buffer.from(text, 'utf8');
  return {
    bytes,
    drawerAt: null,
    packedLines: packData(encodePaperLines(kept).text),
    pictures: new Map(),
    packedBytes: packData(bytes),
    picture: null,
    ticketText: 'none',
    fileName: '',
    columns: Math.max(...lines.map((line) => line.length)),
    model: 'screen',
    isTicketCut: false,
  };
}
