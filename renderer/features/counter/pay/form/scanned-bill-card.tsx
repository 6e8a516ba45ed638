import type { ScannedBill } from '../../../../../shared/contract/index.ts';
import { useTimeFormatter } from '../../../../app/index.ts';
import {
  Facts,
  formatDay,
  formatDayInSentence,
  formatMoneyInSentence,
  Notice,
  patterns,
} from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/** What the bar code of the bill says, to compare with the paper, and what to watch out for. */
export function ScannedBillCard(props: { readonly bill: ScannedBill }) {
  const { bill } = props;
  const code = bill.references.join(' · ');
  const text = useText();
  const language = useLanguage();
  return (
    <>
      <Facts
        label={text('scan.card')}
        isInline
        facts={[
          // The field above shows the account, and a small screen has no room for it twice.
          ...(code === bill.accountNumber
            ? []
            : [
                {
                  name: text(bill.gln === null ? 'scan.wholeCode' : 'scan.reference'),
                  value: code,
                },
              ]),
          {
            name: text('scan.amount'),
            value:
              bill.amount === null
                ? text('scan.noAmount')
                : formatMoneyInSentence(bill.amount, language),
          },
          ...(bill.dueDate === null
            ? []
            : [{ name: text('scan.due'), value: formatDay(bill.dueDate, language, 'short') }]),
        ]}
      />
      <Warnings bill={bill} />
      {bill.layout === 'certain' ? null : (
        <p className={patterns.secondaryText}>
          {text(bill.layout === 'taught' ? 'scan.compareTaught' : 'scan.compare')}
        </p>
      )}
    </>
  );
}

/** One notice for all warnings, because a small screen has no room for one each. */
function Warnings({ bill }: { readonly bill: ScannedBill }) {
  const text = useText();
  const language = useLanguage();
  const clock = useTimeFormatter();
  const { earlierScan, dueDate } = bill;
  const warnings = [
    ...(earlierScan === null || earlierScan.paymentId !== null
      ? []
      : [
          {
            title: text('scan.earlier.title', { time: clock.time(earlierScan.at) }),
            action: text('scan.earlier.action'),
          },
        ]),
    ...(bill.isGlnValid
      ? []
      : [{ title: text('scan.checkDigit.title'), action: text('scan.checkDigit.action') }]),
    ...(bill.isPastDue && dueDate !== null
      ? [
          {
            title: text('scan.pastDue.title', { date: formatDayInSentence(dueDate, language) }),
            action: text('scan.pastDue.action'),
          },
        ]
      : []),
  ];
  const [first, ...others] = warnings;
  if (first === undefined) return null;
  if (others.length === 0) return <Notice tone="warning" {...first} />;
  return (
    <Notice tone="warning">
      {warnings.map(({ title, action }) => (
        <p key={title}>
          <strong>{title}</strong> {action}
        </p>
      ))}
    </Notice>
  );
}
