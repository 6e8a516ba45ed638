import type { Earnings, EarningsGrouping } from '../../../../shared/contract/index.ts';
import { patterns } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './earnings.module.css';
import { getMeasureValue, isCashOutRow, useEarningsFormatter } from './earnings-formatter.ts';

/** A table of all rows with all figures. */
export function EarningsTable(props: {
  readonly earnings: Earnings;
  readonly by: EarningsGrouping;
}) {
  const { earnings, by } = props;
  const text = useText();
  const format = useEarningsFormatter(earnings);
  return (
    <table className={styles.table}>
      <caption className={patterns.visuallyHidden}>{text('earnings.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{text(`earnings.by.${by}`)}</th>
          <th scope="col">{text('earnings.column.count')}</th>
          <th scope="col">{text('earnings.sold')}</th>
          <th scope="col">{text('earnings.previous')}</th>
          <th scope="col">{text('earnings.earned')}</th>
          <th scope="col">{text('earnings.fees')}</th>
        </tr>
      </thead>
      <tbody>
        {earnings.by[by].map((row) => {
          const { now, before } = row;
          const isRowCashOut = isCashOutRow(by, row);
          return (
            <tr key={row.id ?? ''}>
              <th scope="row">
                {format.formatRowName(by, row)}
                {isRowCashOut ? ` (${text('earnings.leavesDrawer')})` : ''}
              </th>
              <td data-name={text('earnings.column.count')}>
                {format.formatValue(getMeasureValue(now, 'count', isRowCashOut), 'count')}
              </td>
              <td data-name={text('earnings.sold')}>
                {format.formatValue(getMeasureValue(now, 'amount', isRowCashOut), 'amount')}
              </td>
              <td data-name={text('earnings.previous')}>
                {format.formatValue(getMeasureValue(before, 'amount', isRowCashOut), 'amount')}
              </td>
              <td data-name={text('earnings.earned')}>
                {format.formatValue(now.earned, 'earned')}
              </td>
              <td data-name={text('earnings.fees')}>{format.formatMoney(now.fee)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
