import type { ReactNode } from 'react';
import type { ReportMoney, ShiftReport } from '../../../shared/contract/index.ts';
import { getCashTexts } from '../../../shared/i18n/index.ts';
import {
  createMoney,
  createZero,
  isNegative,
  isZero,
  subtract,
} from '../../../shared/money/index.ts';
import { getOwedRefundGroup, type OwedRefundGroup } from '../../../shared/rules/index.ts';
import { useTimeFormatter } from '../../app/index.ts';
import { type Fact, Facts, formatMoneyInSentence, Notice } from '../../components/index.ts';
import { useLanguage } from '../../i18n/index.ts';
import styles from './shift.module.css';

/** A report on the screen, in the words of its paper. */
export function ReportView(props: { readonly report: ShiftReport }) {
  const { report } = props;
  const words = getCashTexts(useLanguage());
  const clock = useTimeFormatter();
  const facts: Fact[] = [
    { name: words.shift, value: String(report.shiftNumber) },
    ...(report.drawerOf === null ? [] : [{ name: words.drawerOf, value: report.drawerOf }]),
    ...(report.takenOverFrom === null
      ? []
      : [{ name: words.takenOverFrom, value: String(report.takenOverFrom) }]),
    { name: words.opened, value: `${report.openedBy} · ${clock.dateTime(report.openedAt)}` },
    {
      name: report.kind === 'z' ? words.closed : words.asked,
      value: `${report.by} · ${clock.dateTime(report.at)}`,
    },
    ...(report.handedTo === null ? [] : [{ name: words.handedTo, value: report.handedTo }]),
  ];
  return (
    <>
      {report.isFloatCounted ? null : <Notice tone="info" happened={words.floatNotCounted} />}
      {report.isClockChanged ? <Notice tone="info" happened={words.clockChanged} /> : null}
      <Facts facts={facts} />
      {report.money.map((one) => (
        <MoneyPart key={one.currency} report={report} one={one} />
      ))}
      {report.explanation === null ? null : (
        <Facts facts={[{ name: words.explanation, value: report.explanation }]} />
      )}
      <ReportLines title={words.payInList} lines={report.payIns} />
      <ReportLines title={words.payOutList} lines={report.payOuts} />
      <ReportLines title={words.drawerList} lines={report.drawerOpened} />
      <LatePayments report={report} />
      <SettledRefunds report={report} />
      <OwedRefunds report={report} list="customer" />
      <OwedRefunds report={report} list="shop" />
      <OwedRefunds report={report} list="not-handed-over" />
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

function MoneyPart(props: { readonly report: ShiftReport; readonly one: ReportMoney }) {
  const { report, one } = props;
  const language = useLanguage();
  const words = getCashTexts(language);
  const { currency } = one;
  const show = (amount: string): string =>
    formatMoneyInSentence(createMoney(amount, currency), language);
  const out = (amount: string): string =>
    formatMoneyInSentence(subtract(createZero(currency), createMoney(amount, currency)), language);
  const some = (
    name: string,
    sum: { readonly count: number; readonly amount: string },
    write: (amount: string) => string,
  ): Fact[] =>
    sum.count === 0 ? [] : [{ name: `${name} (${sum.count})`, value: write(sum.amount) }];
  const strong = (value: string): ReactNode => <span className={styles.emphasized}>{value}</span>;
  const counted = report.counts.at(-1)?.money.find((each) => each.currency === currency);
  const since = report.sinceCount.find((each) => each.currency === currency);
  const facts: Fact[] = [
    { name: words.float, value: show(one.float) },
    ...some(words.kinds.bill, one.payments.bill, show),
    ...some(words.kinds['top-up'], one.payments['top-up'], show),
    ...some(words.kinds['gift-card'], one.payments['gift-card'], show),
    ...(isZero(createMoney(one.fees, currency))
      ? []
      : [{ name: words.fees.trim(), value: show(one.fees) }]),
    ...some(words.payIns, one.payIns, show),
    ...some(words.kinds['cash-out'], one.cashOuts, out),
    ...some(words.kinds.cancel, one.cancels, out),
    ...some(words.handBacks, one.handBacks, out),
    ...some(words.takeIns, one.takeIns, show),
    ...some(words.payOuts, one.payOuts, out),
    { name: words.expected, value: strong(show(one.expected)) },
    ...(counted === undefined
      ? []
      : [
          { name: words.counted, value: strong(show(counted.counted)) },
          createDifferenceFact(counted.difference, currency, language),
        ]),
    ...(since === undefined || isZero(since)
      ? []
      : [{ name: words.sinceCount, value: formatMoneyInSentence(since, language) }]),
  ];
  return (
    <ReportPart title={currency}>
      <Facts facts={facts} />
    </ReportPart>
  );
}

/** The difference (missing, over or none) in the words of the paper. */
export function createDifferenceFact(
  difference: string,
  currency: string,
  language: Parameters<typeof getCashTexts>[0],
): Fact {
  const words = getCashTexts(language);
  const value = createMoney(difference, currency);
  if (isZero(value)) return { name: words.exact, value: formatMoneyInSentence(value, language) };
  const without = createMoney(value.amount.replace('-', ''), currency);
  return {
    name: isNegative(value) ? words.missing : words.over,
    value: <span className={styles.emphasized}>{formatMoneyInSentence(without, language)}</span>,
  };
}

function ReportLines(props: { readonly title: string; readonly lines: ShiftReport['payIns'] }) {
  const { title, lines } = props;
  const language = useLanguage();
  const words = getCashTexts(language);
  const clock = useTimeFormatter();
  if (lines.length === 0) return null;
  return (
    <ReportPart title={title}>
      <ul className={styles.items}>
        {lines.map((line) => (
          <li key={`${line.at} ${line.reason} ${line.amount.amount}`}>
            {isZero(line.amount) ? null : `${formatMoneyInSentence(line.amount, language)} · `}
            {line.reason} · {clock.dateTime(line.at)} · {line.by}
            {line.approvedBy === null ? null : ` · ${words.approvedBy}: ${line.approvedBy}`}
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}

function LatePayments(props: { readonly report: ShiftReport }) {
  const { late } = props.report;
  const language = useLanguage();
  const words = getCashTexts(language);
  if (late.length === 0) return null;
  return (
    <ReportPart title={words.lateList}>
      <ul className={styles.items}>
        {late.map((one) => (
          <li key={one.externalId}>
            {one.billerName} · {formatMoneyInSentence(one.amount, language)} · {words.lateOf}{' '}
            {one.shiftNumber}
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}

function SettledRefunds(props: { readonly report: ShiftReport }) {
  const { settledRefunds } = props.report;
  const language = useLanguage();
  const words = getCashTexts(language);
  if (settledRefunds.length === 0) return null;
  return (
    <ReportPart title={words.settledList}>
      <ul className={styles.items}>
        {settledRefunds.map((one) => (
          <li key={one.externalId}>
            {words.settledHow[one.how]} · {one.billerName} ·{' '}
            {formatMoneyInSentence(one.amount, language)} · {one.by}
            {one.approvedBy === null ? null : ` · ${words.approvedBy}: ${one.approvedBy}`}
            {one.reason === null ? null : ` · ${one.reason}`}
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}

function OwedRefunds(props: { readonly report: ShiftReport; readonly list: OwedRefundGroup }) {
  const owed = props.report.owed.filter((one) => getOwedRefundGroup(one) === props.list);
  const language = useLanguage();
  const words = getCashTexts(language);
  if (owed.length === 0) return null;
  return (
    <ReportPart title={words.owedList[props.list]}>
      <ul className={styles.items}>
        {owed.map((one) => (
          <li key={one.externalId}>
            {one.billerName} {one.account} · {formatMoneyInSentence(one.amount, language)}
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}

function OpenItems(props: { readonly report: ShiftReport }) {
  const { openItems, kind } = props.report;
  const language = useLanguage();
  const words = getCashTexts(language);
  if (openItems.length === 0) return null;
  return (
    <ReportPart title={kind === 'z' ? words.openList : words.openNow}>
      <ul className={styles.items}>
        {openItems.map((one) => (
          <li key={one.paymentId}>
            {one.billerName} {one.account} · {formatMoneyInSentence(one.amount, language)} ·{' '}
            {words.openWhy[one.why]}
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}
