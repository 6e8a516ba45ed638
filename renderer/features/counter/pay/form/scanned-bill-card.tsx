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
  const text = useText();
  const language = useLanguage();
  const clock = useTimeFormatter();
  return (
    <>
      <Facts
        label={text('scan.card')}
        isInline
        facts={[
          {
            name: text(bill.gln === null ? 'scan.wholeCode' : 'scan.reference'),
            value: bill.references.join(' · '),
          },
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
      {bill.earlierScan === null || bill.earlierScan.paymentId !== null ? null : (
        <Notice
          tone="warning"
          title={text('scan.earlier.title', { time: clock.time(bill.earlierScan.at) })}
          action={text('scan.earlier.action')}
        />
      )}
      {bill.isPastDue && bill.dueDate !== null ? (
        <Notice
          tone="warning"
          title={text('scan.pastDue.title', { date: formatDayInSentence(bill.dueDate, language) })}
          action={text('scan.pastDue.action')}
        />
      ) : null}
      {bill.isGlnValid ? null : (
        <Notice
          tone="warning"
          title={text('scan.checkDigit.title')}
          action={text('scan.checkDigit.action')}
        />
      )}
      {bill.layout === 'certain' ? null : (
        <p className={patterns.secondaryText}>
          {text(bill.layout === 'taught' ? 'scan.compareTaught' : 'scan.compare')}
        </p>
      )}
    </>
  );
}
