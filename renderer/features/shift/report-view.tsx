import type { ReactNode } from 'react';
import type { ReportTotals, ShiftReport } from '../../../shared/contract/index.ts';
import { getCashTexts } from '../../../shared/i18n/index.ts';
import {
  createMoney,
  createZero,
  isNegative,
  isZero,
  subtract,
  sumByCurrency,
} from '../../../shared/money/index.ts';
import { getOwedRefundGroup, type OwedRefundGroup } from '../../../shared/rules/index.ts';
import { useTimeFormatter } from '../../app/index.ts';
import {
  type Fact,
  Facts,
  formatDayInSentence,
  formatMoneyInSentence,
  Notice,
} from '../../components/index.ts';
import { useLanguage } from '../../i18n/index.ts';
import styles from './shift.module.css';

/** A report on the screen, in the words of its printed version. */
export function ReportView(props: { readonly report: ShiftReport }) {
  const { report } = props;
  const texts = getCashTexts(useLanguage());
  const clock = useTimeFormatter();
  const lastCount = report.counts.at(-1);
  // A second count needs a supervisor.
  const approvers = report.counts.flatMap(({ approvedBy }) => approvedBy ?? []);
  const facts: Fact[] = [
    { name: texts.shift, value: String(report.shiftNumber) },
    ...(report.drawerOf === null ? [] : [{ name: texts.drawerOf, value: report.drawerOf }]),
    ...(report.takenOverFrom === null
      ? []
      : [{ name: texts.takenOverFrom, value: String(report.takenOverFrom) }]),
    { name: texts.opened, value: `${report.openedBy} · ${clock.dateTime(report.openedAt)}` },
    {
      name: report.kind === 'z' ? texts.closed : texts.requestedBy,
      value: `${report.by} · ${clock.dateTime(report.at)}`,
    },
    ...(report.handedTo === null ? [] : [{ name: texts.handedTo, value: report.handedTo }]),
    ...(lastCount === undefined
      ? []
      : [{ name: texts.countedBy, value: `${lastCount.by} · ${clock.dateTime(lastCount.at)}` }]),
    ...(approvers.length === 0
      ? []
      : [{ name: texts.approvedBy, value: [...new Set(approvers)].join(', ') }]),
    ...(report.explanation === null
      ? []
      : [{ name: texts.explanation, value: report.explanation }]),
  ];
  return (
    <>
      {report.isFloatCounted ? null : <Notice tone="info" title={texts.floatNotCounted} />}
      {report.isClockChanged ? <Notice tone="info" title={texts.clockChanged} /> : null}
      <div className={styles.report}>
        <div className={styles.reportPart}>
          {report.money.map((currencyMoney) => (
            <MoneyPart key={currencyMoney.currency} report={report} currencyMoney={currencyMoney} />
          ))}
        </div>
        <div className={styles.reportPart}>
          <Facts facts={facts} />
          <ReportLists report={report} />
        </div>
      </div>
    </>
  );
}

function ReportLists({ report }: { readonly report: ShiftReport }) {
  const texts = getCashTexts(useLanguage());
  return (
    <>
      <ReportLines title={texts.payInList} lines={report.payIns} />
      <ReportLines title={texts.payOutList} lines={report.payOuts} />
      <ReportLines title={texts.dropList} lines={report.drops} />
      <ReportLines title={texts.drawerList} lines={report.drawerOpened} />
      <LatePayments report={report} />
      <SettledRefunds report={report} />
      <MoneyToGive report={report} />
      <OwedRefunds report={report} list="customer" />
      <OwedRefunds report={report} list="shop" />
      <OwedRefunds report={report} list="not-handed-over" />
      <OpenClaims report={report} />
      <OpenItems report={report} />
    </>
  );
}

function ReportPart(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={props.title}>
      <h2 className={styles.sectionTitle}>{props.title}</h2>
      {props.children}
    </section>
  );
}

function MoneyPart(props: { readonly report: ShiftReport; readonly currencyMoney: ReportTotals }) {
  const { report, currencyMoney } = props;
  const language = useLanguage();
  const texts = getCashTexts(language);
  const { currency } = currencyMoney;
  const format = (amount: string): string =>
    formatMoneyInSentence(createMoney(amount, currency), language);
  const formatNegative = (amount: string): string =>
    formatMoneyInSentence(subtract(createZero(currency), createMoney(amount, currency)), language);
  const createCountedFacts = (
    name: string,
    sum: { readonly count: number; readonly amount: string },
    formatSum: (amount: string) => string,
  ): Fact[] =>
    sum.count === 0 ? [] : [{ name: `${name} (${sum.count})`, value: formatSum(sum.amount) }];
  const emphasize = (value: string): ReactNode => (
    <span className={styles.emphasized}>{value}</span>
  );
  const countedMoney = report.counts.at(-1)?.money.find((money) => money.currency === currency);
  const changeSinceCount = report.sinceCount.find((money) => money.currency === currency);
  const resultFacts: Fact[] =
    countedMoney === undefined
      ? []
      : [createDifferenceFact(countedMoney.difference, currency, language)];
  const facts: Fact[] = [
    { name: texts.float, value: format(currencyMoney.float) },
    ...createCountedFacts(texts.kinds.bill, currencyMoney.payments.bill, format),
    ...createCountedFacts(texts.kinds['top-up'], currencyMoney.payments['top-up'], format),
    ...createCountedFacts(texts.kinds['gift-card'], currencyMoney.payments['gift-card'], format),
    ...(isZero(createMoney(currencyMoney.fees, currency))
      ? []
      : [{ name: texts.fees.trim(), value: format(currencyMoney.fees) }]),
    ...createCountedFacts(texts.payIns, currencyMoney.payIns, format),
    ...createCountedFacts(texts.kinds['cash-out'], currencyMoney.cashOuts, formatNegative),
    ...createCountedFacts(texts.kinds.cancel, currencyMoney.cancels, formatNegative),
    ...createCountedFacts(texts.handBacks, currencyMoney.handBacks, formatNegative),
    ...createCountedFacts(texts.takeIns, currencyMoney.takeIns, format),
    ...createCountedFacts(texts.payOuts, currencyMoney.payOuts, formatNegative),
    ...createCountedFacts(texts.drops, currencyMoney.drops, formatNegative),
    { name: texts.expected, value: emphasize(format(currencyMoney.expected)) },
    ...(countedMoney === undefined
      ? []
      : [{ name: texts.counted, value: emphasize(format(countedMoney.counted)) }]),
    ...(changeSinceCount === undefined || isZero(changeSinceCount)
      ? []
      : [{ name: texts.sinceCount, value: formatMoneyInSentence(changeSinceCount, language) }]),
  ];
  return (
    <ReportPart title={currency}>
      {/* The result is first, so that it is visible without scrolling. */}
      {resultFacts.length === 0 ? null : (
        <div className={styles.result}>
          <Facts facts={resultFacts} areValuesNumeric />
        </div>
      )}
      <Facts facts={facts} areValuesNumeric />
    </ReportPart>
  );
}

/** Returns the difference (missing, over or none) in the words of the printed report. */
export function createDifferenceFact(
  differenceAmount: string,
  currency: string,
  language: Parameters<typeof getCashTexts>[0],
): Fact {
  const texts = getCashTexts(language);
  const value = createMoney(differenceAmount, currency);
  if (isZero(value)) return { name: texts.exact, value: formatMoneyInSentence(value, language) };
  const absolute = createMoney(value.amount.replace('-', ''), currency);
  return {
    name: isNegative(value) ? texts.missing : texts.over,
    value: <span className={styles.emphasized}>{formatMoneyInSentence(absolute, language)}</span>,
  };
}

function ReportLines(props: { readonly title: string; readonly lines: ShiftReport['payIns'] }) {
  const { title, lines } = props;
  const language = useLanguage();
  const texts = getCashTexts(language);
  const clock = useTimeFormatter();
  if (lines.length === 0) return null;
  return (
    <ReportPart title={title}>
      <ul className={styles.items}>
        {lines.map((line) => (
          <li key={`${line.at} ${line.reason} ${line.amount.amount}`}>
            {isZero(line.amount) ? null : `${formatMoneyInSentence(line.amount, language)} · `}
            {line.reason === '' ? null : `${line.reason} · `}
            {clock.dateTime(line.at)} · {line.by}
            {line.approvedBy === null ? null : ` · ${texts.approvedBy}: ${line.approvedBy}`}
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}

function OpenClaims({ report: { claims } }: { readonly report: ShiftReport }) {
  const language = useLanguage();
  const texts = getCashTexts(language);
  if (claims.length === 0) return null;
  return (
    <ReportPart title={texts.claimList}>
      <ul className={styles.items}>
        {claims.map((claim) => (
          <li key={claim.number}>
            {claim.number} · {claim.billerName} {claim.account} ·{' '}
            {formatMoneyInSentence(claim.amount, language)} · {texts.followUpOn}:{' '}
            {formatDayInSentence(claim.followUpOn, language, 'short')}
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}

function LatePayments(props: { readonly report: ShiftReport }) {
  const { late: latePayments } = props.report;
  const language = useLanguage();
  const texts = getCashTexts(language);
  if (latePayments.length === 0) return null;
  return (
    <ReportPart title={texts.lateList}>
      <ul className={styles.items}>
        {latePayments.map((payment) => (
          <li key={payment.externalId}>
            {payment.billerName} · {formatMoneyInSentence(payment.amount, language)} ·{' '}
            {texts.lateShift} {payment.shiftNumber}
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}

function SettledRefunds(props: { readonly report: ShiftReport }) {
  const { settledRefunds } = props.report;
  const language = useLanguage();
  const texts = getCashTexts(language);
  if (settledRefunds.length === 0) return null;
  return (
    <ReportPart title={texts.settledList}>
      <ul className={styles.items}>
        {settledRefunds.map((refund) => (
          <li key={refund.externalId}>
            {texts.settlementMethod[refund.how]} · {refund.billerName} ·{' '}
            {formatMoneyInSentence(refund.amount, language)} · {refund.by}
            {refund.approvedBy === null ? null : ` · ${texts.approvedBy}: ${refund.approvedBy}`}
            {refund.reason === null ? null : ` · ${refund.reason}`}
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}

function MoneyToGive({ report: { toGive } }: { readonly report: ShiftReport }) {
  const language = useLanguage();
  const texts = getCashTexts(language);
  if (toGive.length === 0) return null;
  const sums = sumByCurrency(toGive.map(({ amount }) => amount));
  return (
    <ReportPart title={texts.toGiveList}>
      <ul className={styles.items}>
        {toGive.map(({ what, billerName, account, externalId, amount }) => (
          <li key={externalId}>
            {billerName} {account} · {formatMoneyInSentence(amount, language)} ·{' '}
            {texts.toGiveWhat[what]}
          </li>
        ))}
        <li>
          {texts.owedSum}:{' '}
          {[...sums.values()].map((sum) => formatMoneyInSentence(sum, language)).join(' + ')}
        </li>
      </ul>
    </ReportPart>
  );
}

function OwedRefunds(props: { readonly report: ShiftReport; readonly list: OwedRefundGroup }) {
  const owed = props.report.owed.filter((refund) => getOwedRefundGroup(refund) === props.list);
  const language = useLanguage();
  const texts = getCashTexts(language);
  if (owed.length === 0) return null;
  return (
    <ReportPart title={texts.owedList[props.list]}>
      <ul className={styles.items}>
        {owed.map((refund) => (
          <li key={refund.externalId}>
            {refund.billerName} {refund.account} · {formatMoneyInSentence(refund.amount, language)}
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}

function OpenItems(props: { readonly report: ShiftReport }) {
  const { openItems, kind } = props.report;
  const language = useLanguage();
  const texts = getCashTexts(language);
  if (openItems.length === 0) return null;
  return (
    <ReportPart title={kind === 'z' ? texts.openList : texts.openNow}>
      <ul className={styles.items}>
        {openItems.map((item) => (
          <li key={item.paymentId}>
            {item.billerName} {item.account} · {formatMoneyInSentence(item.amount, language)} ·{' '}
            {texts.openReason[item.why]}
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}
