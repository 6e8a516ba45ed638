import { assertNever, languageSchema, type Tape } from '../../../shared/contract/index.ts';
import {
  type ClaimSheetTexts,
  getClaimSheetTexts,
  getReceiptTexts,
} from '../../../shared/i18n/index.ts';
import { formatMoney, type Money } from '../../../shared/money/index.ts';
import type { LookUpResult, PaymentRecord } from '../../ledger/index.ts';
import {
  BLANK_LINE,
  centeredLine,
  createLabelValueLine,
  createTextLine,
  formatShopDay,
  formatShopTime,
  type PaperDocument,
  type ReceiptSettings,
  type ReportLine,
  RULE_LINE,
  shopHeaderLines,
} from '../../printing/index.ts';
import type { ClaimedSend, ClaimRow, listClaimEntries, listLookUps } from './claim-queries.ts';

/** What the sheet of a claim shows. */
export interface ClaimEvidence {
  readonly claim: ClaimRow;
  readonly entries: ReturnType<typeof listClaimEntries>;
  readonly record: PaymentRecord;
  readonly sends: readonly ClaimedSend[];
  readonly lookUps: ReturnType<typeof listLookUps>;
  /** The papers of the payment. */
  readonly papers: readonly Tape[];
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  readonly madeBy: string;
  /** The service's clock minus the computer's in seconds; null if the service gave no time. */
  readonly clockOffsetSeconds: number | null;
  readonly isTimeUncertain: boolean;
}

export interface ClaimSheetSettings extends ReceiptSettings {
  readonly shopCurrency: string;
}

interface SheetStyle {
  readonly texts: ClaimSheetTexts;
  readonly settings: ClaimSheetSettings;
  readonly formatTime: (iso: string) => string;
  readonly formatSum: (money: Money) => string;
}

/** More look-ups than this are summed up: the first and the last ones tell the story. */
const MAX_LOOK_UPS = 10;

/** The lines of the sheet, without its code. */
export function buildClaimSheetLines(
  evidence: ClaimEvidence,
  settings: ClaimSheetSettings,
): ReportLine[] {
  const style: SheetStyle = {
    texts: getClaimSheetTexts(settings.language),
    settings,
    formatTime: (iso) => formatShopTime(iso, settings),
    formatSum: (money) => formatMoney(money, settings.language, settings.shopCurrency),
  };
  return [
    ...shopHeaderLines(settings.shop),
    centeredLine(`${style.texts.title} ${evidence.claim.number}`, 'bold'),
    RULE_LINE,
    ...renderHead(evidence, style),
    ...renderSection(style.texts.claim, renderEntries(evidence, style)),
    ...renderSection(style.texts.payment, renderPayment(evidence, style)),
    ...renderSection(style.texts.sent, renderSends(evidence, style)),
    ...renderSection(style.texts.lookUps, renderLookUps(evidence, style)),
    ...renderSection(style.texts.receipt, renderReceipt(evidence, style)),
    ...renderSection(style.texts.call, renderCall(evidence, style)),
  ];
}

/** The lines as plain text, which the sheet's signature covers. */
export function toSheetText(lines: readonly ReportLine[]): string {
  return lines
    .flatMap((line) => {
      switch (line.kind) {
        case 'text':
          return [line.text];
        case 'pair':
          return [`${line.label}: ${line.value}`];
        case 'rule':
          return ['---'];
        case 'blank':
          return [''];
        case 'code':
          return [];
        default:
          return assertNever(line);
      }
    })
    .join('\n');
}

/** The sheet with its code, as a paper. */
export function buildClaimSheet(
  { number }: Pick<ClaimRow, 'number'>,
  lines: readonly ReportLine[],
  code: string,
  { language }: Pick<ClaimSheetSettings, 'language'>,
): PaperDocument {
  const texts = getClaimSheetTexts(language);
  return {
    name: `${texts.fileName}-${number}`,
    lines: [
      ...lines,
      { kind: 'code', symbology: 'qr', text: code },
      BLANK_LINE,
      createTextLine(texts.check),
    ],
    drawer: 'stays',
    guard: null,
  };
}

/** The paper with the public key of the till. */
export function buildEvidenceKeySheet(
  publicKey: { readonly text: string; readonly id: string },
  settings: ClaimSheetSettings,
): PaperDocument {
  const texts = getClaimSheetTexts(settings.language);
  return {
    name: texts.keyFileName,
    lines: [
      ...shopHeaderLines(settings.shop),
      centeredLine(texts.keyTitle, 'bold'),
      RULE_LINE,
      createLabelValueLine(texts.posNumber, settings.posNumber),
      createLabelValueLine(texts.keyId, publicKey.id),
      createTextLine(publicKey.text),
      { kind: 'code', symbology: 'qr', text: publicKey.text },
      BLANK_LINE,
      createTextLine(texts.keyUse),
    ],
    drawer: 'stays',
    guard: null,
  };
}

function renderSection(title: string, lines: readonly ReportLine[]): ReportLine[] {
  return lines.length === 0 ? [] : [RULE_LINE, centeredLine(title, 'bold'), ...lines];
}

function renderHead(
  { madeAt, madeBy, clockOffsetSeconds, isTimeUncertain }: ClaimEvidence,
  { texts, settings, formatTime }: SheetStyle,
): ReportLine[] {
  return [
    createLabelValueLine(texts.posNumber, settings.posNumber),
    createLabelValueLine(texts.made, formatTime(madeAt)),
    createLabelValueLine(texts.by, madeBy),
    clockOffsetSeconds === null
      ? createTextLine(texts.clockUnknown)
      : createLabelValueLine(texts.clockOffset, `${clockOffsetSeconds} s`),
    ...(isTimeUncertain ? [createTextLine(texts.clockDisputed)] : []),
  ];
}

function renderEntries(
  { claim, entries }: ClaimEvidence,
  { texts, settings, formatTime }: SheetStyle,
): ReportLine[] {
  return [
    createLabelValueLine(texts.state, texts.states[claim.state], true),
    ...(claim.state === 'open'
      ? [
          createLabelValueLine(
            texts.followUpOn,
            formatShopDay(claim.followUpOn, settings.language),
            true,
          ),
        ]
      : []),
    ...entries.flatMap(({ at, by, approvedBy, note }) => [
      createTextLine(
        `${formatTime(at)} · ${by}${approvedBy === null ? '' : ` · ${texts.approvedBy}: ${approvedBy}`}`,
      ),
      createTextLine(note),
    ]),
  ];
}

function renderPayment(
  { record: { intent, outcome, refund } }: ClaimEvidence,
  { texts, formatTime, formatSum }: SheetStyle,
): ReportLine[] {
  const renderPair = (label: string, value: string | null): ReportLine[] =>
    value === null || value === '' ? [] : [createLabelValueLine(label, value)];
  return [
    createLabelValueLine(texts.outcome, texts.outcomes[outcome.state], true),
    ...renderPair(texts.biller, intent.billerName),
    ...renderPair(texts.account, intent.accountShown),
    ...renderPair(texts.amount, `${intent.amount.amount} ${intent.amount.currency}`),
    ...renderPair(texts.total, formatSum(intent.due)),
    ...renderPair(texts.cash, intent.cash === null ? null : formatSum(intent.cash)),
    ...renderPair(texts.at, formatTime(intent.createdAt)),
    ...renderPair(texts.cashier, intent.cashierName),
    ...renderPair(texts.posNumber, intent.posNumber),
    ...renderPair(texts.authorization, outcome.authorization),
    ...renderPair(texts.reference, intent.externalId),
    ...renderPair(texts.serviceTime, outcome.transactionCreatedAt),
    ...renderPair(texts.serviceStatus, outcome.serviceStatus),
    ...renderPair(
      texts.resolved,
      outcome.resolvedAt === null ? null : formatTime(outcome.resolvedAt),
    ),
    ...renderPair(texts.refund, refund?.serviceStatus ?? null),
    ...renderPair(texts.refundFound, refund === null ? null : formatTime(refund.foundAt)),
  ];
}

function renderSends({ sends }: ClaimEvidence, { texts, formatTime }: SheetStyle): ReportLine[] {
  return sends.flatMap((send) => {
    const answer = [
      send.result === null ? texts.noAnswer : texts.results[send.result],
      send.httpStatus === null ? '' : `HTTP ${send.httpStatus}`,
      send.code ?? '',
      send.message ?? '',
    ].filter((part) => part !== '');
    return [
      createTextLine(`${texts.send} ${send.number} · ${formatTime(send.startedAt)} · ${send.by}`),
      createTextLine(`  Date: ${send.requestDate}`),
      createTextLine(
        `  ${send.endedAt === null ? '' : `${formatTime(send.endedAt)} · `}${answer.join(' · ')}`,
      ),
    ];
  });
}

function renderLookUps(
  { lookUps }: ClaimEvidence,
  { texts, formatTime }: SheetStyle,
): ReportLine[] {
  const half = MAX_LOOK_UPS / 2;
  const render = (list: typeof lookUps): ReportLine[] =>
    list.map(({ number, at, result, serviceTime }) =>
      createTextLine(
        `${number} · ${formatTime(at)} · ${formatLookUp(result, texts)}${
          serviceTime === null ? ` · ${texts.timeDisputed}` : ''
        }`,
      ),
    );
  if (lookUps.length <= MAX_LOOK_UPS) return render(lookUps);
  return [
    ...render(lookUps.slice(0, half)),
    createTextLine(`… ${lookUps.length - MAX_LOOK_UPS}`),
    ...render(lookUps.slice(-half)),
  ];
}

const formatLookUp = (result: LookUpResult, texts: ClaimSheetTexts): string =>
  texts.lookUpResults[result];

function renderReceipt(
  { record, papers }: ClaimEvidence,
  { texts, settings, formatTime }: SheetStyle,
): ReportLine[] {
  const original = papers.find(({ kind }) => kind === 'original') ?? papers[0];
  const marks = listNotValidMarks(settings);
  // The code of a gift card is its money, and stands on its receipt alone.
  const isSecret = record.intent.kind === 'gift-card';
  const words = (original?.lines ?? []).flatMap((line) => {
    if (line.kind !== 'text') return [];
    const text = line.runs.map((run) => run.text).join('');
    const plain = text.replace(/\s+/g, ' ').trim();
    return plain === '' || marks.includes(plain) || /^[-=]+$/.test(plain)
      ? []
      : [createTextLine(`| ${plain}`)];
  });
  return [
    ...papers.map(({ kind, state, createdAt }) =>
      createTextLine(
        `${formatTime(createdAt)} · ${readText(texts.papers, kind)} · ${texts.paperStates[state]}`,
      ),
    ),
    ...(isSecret ? [createTextLine(texts.secret)] : words),
  ];
}

/** The marks between the lines of a training receipt, which may be in the language of another cashier. */
function listNotValidMarks({ environment }: ClaimSheetSettings): readonly string[] {
  return environment === 'production'
    ? []
    : languageSchema.options.map((language) => getReceiptTexts(language).notValid[environment]);
}

/** The text of a key; the key itself if it is of a later version. */
function readText(texts: Readonly<Record<string, string>>, key: string): string {
  return texts[key] ?? key;
}

function renderCall(
  { claim, record }: ClaimEvidence,
  { texts, settings, formatTime }: SheetStyle,
): ReportLine[] {
  const { hoursToFulfill } = record.outcome;
  const { helpLine } = settings.shop;
  return [
    helpLine === undefined
      ? createTextLine(texts.noHelpLine)
      : createLabelValueLine(texts.helpLine, helpLine, true),
    createTextLine(texts.say),
    ...(claim.state === 'open'
      ? [
          createLabelValueLine(
            texts.before,
            formatShopDay(claim.followUpOn, settings.language),
            true,
          ),
        ]
      : []),
    ...(hoursToFulfill === null || hoursToFulfill === 0
      ? []
      : [
          createLabelValueLine(
            texts.fulfilledUntil,
            formatTime(
              new Date(
                Date.parse(record.intent.createdAt) + hoursToFulfill * 3_600_000,
              ).toISOString(),
            ),
          ),
        ]),
  ];
}
