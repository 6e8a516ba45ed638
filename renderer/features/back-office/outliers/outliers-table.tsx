import { OUTLIER_MEASURES, type OutlierReport } from '../../../../shared/contract/index.ts';
import { patterns } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { useOutlierFormatter } from './outlier-formatter.ts';
import styles from './outliers.module.css';

/** A table of all figures of all cashiers and weeks. */
export function OutliersTable({ report }: { readonly report: OutlierReport }) {
  const text = useText();
  const format = useOutlierFormatter(report);
  return (
    <table className={styles.table}>
      <caption className={patterns.visuallyHidden}>{text('outliers.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('outliers.cashier')}</th>
          <th scope="col">{text('outliers.paymentCount')}</th>
          {OUTLIER_MEASURES.map((measure) => (
            <th key={measure} scope="col">
              {text(`outliers.measure.${measure}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {report.rows.map((row) => (
          <tr key={`${row.from} ${row.cashierId}`}>
            <th scope="row">
              {row.name} · {format.formatWeek(row)}
            </th>
            <td data-name={text('outliers.paymentCount')}>{format.formatCount(row.payments)}</td>
            {OUTLIER_MEASURES.map((measure) => {
              const figure = row.figures[measure];
              return (
                <td
                  key={measure}
                  data-name={text(`outliers.measure.${measure}`)}
                  className={figure?.isOutlier === true ? styles.outlier : undefined}
                >
                  <span>
                    {figure === null ? '–' : format.formatValue(figure.value, measure)}
                    {figure?.isOutlier === true && figure.usual !== null
                      ? ` ${text('outliers.above', {
                          limit: format.formatValue(figure.usual.limit, measure),
                        })}`
                      : ''}
                  </span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
