import {
  assertNever,
  fail,
  ok,
  type ReceiptGiven,
  type Result,
  type Tape,
} from '../../../shared/contract/index.ts';
import { maskAccount, receiptWords } from '../../../shared/i18n/index.ts';
import { isoTime } from '../../platform/index.ts';
import { approverOf } from '../approval.ts';
import { screenQrDots } from '../codes/index.ts';
import type { JobPapers } from '../job-papers.ts';
import { type PaperLine, writePaperLines } from '../layout/index.ts';
import { packed } from '../packing.ts';
import { type ReceiptFacts, receiptCodeLines, receiptFacts } from '../papers/index.ts';
import { type MadeJob, originalPrintJob, type PrintJobRow, waysGiven } from '../queue/index.ts';
import { dotsAsPng } from '../tape/index.ts';
import type { Printing, PrintingPorts } from '../types.ts';
import { createGivings, type Giving, type GivingPorts } from './giving.ts';
import { waysOf } from './ways.ts';

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
export interface WithoutPaper extends Pick<Printing, 'give'> {
  /** Adds to a receipt's tape what was paid, how it may be given, and how it was. */
  withWays(tape: Tape, job: PrintJobRow): Tape;
}

export function createWithoutPaper(
  ports: PrintingPorts,
  paper: GivingPorts & { readonly makePdf: JobPapers['makePdf'] },
): WithoutPaper {
  const { database, clock, settings } = ports;
  const givings = createGivings(ports, paper);

  const give: Printing['give'] = async (paymentId, way, by, approval) => {
    const found = givings.look(paymentId, way);
    if (!found.ok) return found;
    const { facts, isGuarded, isFirst: isOriginal } = found.value;
    const approver = await approverOf(ports, isGuarded, approval);
    if (!approver.ok) return approver;
    const approvedBy = approver.value;
    const giving: Giving = { paymentId, way, by, approvedBy, isFirst: isOriginal };
    switch (way) {
      case 'none':
        givings.noteNotWanted(giving);
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

  const showCode = (facts: ReceiptFacts, giving: Giving): Result<ReceiptGiven> => {
    const lines = receiptCodeLines(facts, settings());
    const text = lines.join('\n');
    const dots = screenQrDots(text);
    if (dots === null) throw new Error('the facts of a receipt do not fit into a code');
    const begun = givings.begin(giving, madeCode(lines, text));
    if (!begun.ok) return begun;
    givings.end(giving, begun.value, Buffer.byteLength(text));
    const png = dotsAsPng(dots, dots.width).toString('base64');
    return ok({ kind: 'code', png, dots: dots.width, lines });
  };

  const giveFile = async (
    facts: ReceiptFacts,
    way: 'pdf' | 'mail',
    giving: Giving,
  ): Promise<Result<ReceiptGiven>> => {
    const { outlets } = ports;
    if (outlets === undefined) return fail({ kind: 'without-paper', reason: 'no-window' });
    const at = isoTime(clock.now());
    const made = await paper.makePdf(facts, giving.isFirst ? 'original' : 'copy', at);
    const file = { name: `${made.fileName}.pdf`, bytes: made.bytes };
    let id: string | null = null;
    const onLeaving = (): Result<null> => {
      const begun = givings.begin(giving, made);
      if (!begun.ok) return begun;
      id = begun.value;
      return ok(null);
    };
    let before: PrintJobRow | null = null;
    const onFailed = (): void => {
      if (id !== null) givings.takeBack(giving, id, before);
    };
    const given =
      way === 'pdf'
        ? await outlets.saveFile(file, onLeaving)
        : await outlets.composeMail(mailWith(file, settings()), onLeaving, onFailed);
    if (id === null) return given;
    before = originalPrintJob(database, giving.paymentId);
    if (given.ok) givings.end(giving, id, made.bytes.length);
    else givings.drop(giving, id);
    return given;
  };

  return {
    give,
    withWays: (tape, job) => {
      if (job.kind !== 'original' || job.intentId === null) return tape;
      const facts = receiptFacts(database, job.intentId);
      const given = waysGiven(database, job.intentId);
      if (facts === null) return { ...tape, given };
      const { billerName, amount, currency, kind } = facts;
      const isSlip = kind === 'cash-out' || kind === 'cancel';
      const account = maskAccount(facts);
      const about = { billerName, account, amount: { amount, currency }, isSlip };
      return { ...tape, about, ways: [...waysOf(facts, job)], given };
    },
  };
}

function mailWith(
  file: { readonly name: string; readonly bytes: Uint8Array },
  { shop, language }: ReturnType<PrintingPorts['settings']>,
) {
  const words = receiptWords(language).mail;
  return { subject: `${words.subject} ${shop.name}`, text: words.text, file };
}

/** A code on the screen as the ledger keeps it: what it says, and no printer's bytes. */
function madeCode(lines: readonly string[], text: string): MadeJob {
  const kept = lines.map(
    (line): PaperLine => ({ kind: 'text', text: line, align: 'left', weight: 'plain' }),
  );
  const bytes = Buffer.from(text, 'utf8');
  return {
    bytes,
    drawerAt: null,
    packedLines: packed(writePaperLines(kept).text),
    pictures: new Map(),
    packedBytes: packed(bytes),
    picture: null,
    ticketText: 'none',
    fileName: '',
    columns: Math.max(...lines.map((line) => line.length)),
    model: 'screen',
    isTicketCut: false,
  };
}
