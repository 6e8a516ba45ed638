import type { Earnings, EarningsGrouping } from '../../../../shared/contract/index.ts';
import { patterns } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './earnings.module.css';
import { getMeasureValue, isCashOut, useEarningsFormatter } from './earnings-formatter.ts';

/** Every row, with its figures. */
export function EarningsTable(props: {
  readonly earnings: Earnings;
  readonly by: EarningsGrouping;
}) {
  const { earnings, by } = props;
  const text = useText();
  const words = useEarningsFormatter(earnings);
  return (
    <table className={styles.table}>
      <caption className={patterns.visuallyHidden}>{text('earnings.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{text(`earnings.by.${by}`)}</th>
          <th scope="col">{text('earnings.column.count')}</th>
          <th scope="col">{text('earnings.sold')}</th>
          <th scope="col">{text('earnings.then')}</th>
          <th scope="col">{text('earnings.earned')}</th>
          <th scope="col">{text('earnings.fees')}</th>
        </tr>
      </thead>
      <tbody>
        {earnings.by[by].map((row) => {
          const { now, before } = row;
          const isOut = isCashOut(by, row);
          return (
            <tr key={row.id ?? ''}>
              <th scope="row">
                {words.row(by, row)}
                {isOut ? ` (${text('earnings.isOut')})` : ''}
              </th>
              <td data-name={text('earnings.column.count')}>
                {words.value(getMeasureValue(now, 'count', isOut), 'count')}
              </td>
              <td data-name={text('earnings.sold')}>
                {words.value(getMeasureValue(now, 'amount', isOut), 'amount')}
              </td>
              <td data-name={text('earnings.then')}>
                {words.value(getMeasureValue(before, 'amount', isOut), 'amount')}
              </td>
              <td data-name={text('earnings.earned')}>{words.value(now.earned, 'earned')}</td>
              <td data-name={text('earnings.fees')}>{words.money(now.fee)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
