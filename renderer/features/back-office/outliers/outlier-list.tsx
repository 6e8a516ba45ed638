import {
  OUTLIER_AUDIT_KINDS,
  OUTLIER_MEASURES,
  type OutlierMeasure,
  type OutlierReport,
  type OutlierRow,
} from '../../../../shared/contract/index.ts';
import { type Route, useNavigation } from '../../../app/index.ts';
import { ChoiceList, EmptyState } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { useOutlierFormatter } from './outlier-formatter.ts';

/** More are in the table. */
const MAX_LISTED = 40;

/** The figures above the usual, the newest first. Each opens its entries in the audit log. */
export function OutlierList(props: {
  readonly report: OutlierReport;
  /** Where the audit log returns to. */
  readonly route: Route;
}) {
  const { report, route } = props;
  const { open } = useNavigation();
  const text = useText();
  const format = useOutlierFormatter(report);
  const outliers = report.rows.flatMap((row) =>
    OUTLIER_MEASURES.flatMap((measure) => {
      const figure = row.figures[measure];
      if (figure?.isOutlier !== true) return [];
      return [{ id: `${row.from} ${row.cashierId} ${measure}`, row, measure, figure }];
    }),
  );
  if (outliers.length === 0) {
    return (
      <EmptyState title={text('outliers.empty')}>
        {text(isCompared(report) ? 'outliers.emptyMore' : 'outliers.notCompared')}
      </EmptyState>
    );
  }
  const openEntries = ({ row, measure }: (typeof outliers)[number]): void =>
    open({
      name: 'audit',
      link: {
        filter: {
          from: row.from,
          to: row.to,
          personId: isOfEverybody(measure) ? null : row.cashierId,
          kinds: listAuditKinds(row, measure),
        },
        measure,
        personName: isOfEverybody(measure) ? null : row.name,
        returnRoute: route,
      },
    });
  return (
    <>
      <ChoiceList
        label={text('outliers.list')}
        choices={outliers.slice(0, MAX_LISTED).map(({ id, row, measure, figure }) => ({
          id,
          name: `${row.name}: ${text(`outliers.measure.${measure}`)}`,
          detail: [format.formatWeek(row), ...format.formatUsual(row, measure, figure)].join(' · '),
          trailingContent: format.formatValue(figure.value, measure),
        }))}
        onChoose={(id) => {
          const outlier = outliers.find((candidate) => candidate.id === id);
          if (outlier !== undefined) openEntries(outlier);
        }}
        isAutoFocused
      />
      {outliers.length > MAX_LISTED ? <p>{text('outliers.moreInTable')}</p> : null}
    </>
  );
}

/** Whether the shop has enough history for any comparison. */
export function isCompared({ rows }: OutlierReport): boolean {
  return rows.some(({ figures }) =>
    OUTLIER_MEASURES.some((measure) => (figures[measure]?.usual ?? null) !== null),
  );
}

function listAuditKinds(row: OutlierRow, measure: OutlierMeasure): string[] {
  return measure === 'overrides' ? row.overrideKinds : [...OUTLIER_AUDIT_KINDS[measure]];
}

/** Many wrong PINs are typed while nobody is signed in. */
function isOfEverybody(measure: OutlierMeasure): boolean {
  return measure === 'wrong-pins';
}
