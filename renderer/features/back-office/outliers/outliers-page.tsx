import { useState } from 'react';
import {
  OUTLIER_MEASURES,
  OUTLIER_PERIOD_WEEKS,
  type OutlierReport,
} from '../../../../shared/contract/index.ts';
import {
  type OutlierView,
  ProblemNotice,
  type Route,
  useNavigation,
  useTillMutation,
  useTillQuery,
} from '../../../app/index.ts';
import {
  LoadingIndicator,
  Notice,
  Screen,
  type ScreenAction,
  SelectFilter,
} from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { isCompared, OutlierList } from './outlier-list.tsx';
import styles from './outliers.module.css';
import { OutliersChart } from './outliers-chart.tsx';
import { OutliersTable } from './outliers-table.tsx';

const INITIAL_VIEW: OutlierView = { weeks: 13, measure: 'drawer-opened', isTable: false };

/** The figures of each cashier and week, compared with what is usual in the shop. */
export function OutliersPage() {
  const { open, route } = useNavigation();
  const text = useText();
  const [view, setView] = useState<OutlierView>(
    (route.name === 'outliers' ? route.view : undefined) ?? INITIAL_VIEW,
  );
  const changeView = (changes: Partial<OutlierView>): void => setView({ ...view, ...changes });
  const { weeks, isTable } = view;
  const query = useTillQuery(
    'outliers.read',
    { weeks },
    { refetchOnMount: 'always', keepPreviousData: true },
  );
  const exportFile = useTillMutation('outliers.export');
  const actions: ScreenAction[] = [
    {
      label: text('outliers.back'),
      keyName: 'Escape',
      onAction: () => open({ name: 'back-office' }),
    },
    {
      label: text(isTable ? 'outliers.chart' : 'outliers.table'),
      keyName: 'Control+M',
      onAction: () => changeView({ isTable: !isTable }),
    },
    {
      label: text(exportFile.isPending ? 'outliers.exporting' : 'outliers.export'),
      keyName: 'Control+G',
      onAction: () => void exportFile.run({ weeks }),
      isDisabled: exportFile.isPending,
    },
  ];
  return (
    <Screen isDense title={text('outliers.title')} hint={text('outliers.hint')} actions={actions}>
      <div className={styles.filters}>
        <SelectFilter
          label={text('outliers.weeks')}
          value={`${weeks}` as const}
          onChange={(id) =>
            changeView({ weeks: OUTLIER_PERIOD_WEEKS.find((count) => `${count}` === id) ?? weeks })
          }
          options={OUTLIER_PERIOD_WEEKS.map((count) => ({
            id: `${count}` as const,
            name: text(`outliers.weeks.${count}`),
          }))}
        />
        {isTable ? null : (
          <SelectFilter
            label={text('outliers.measure')}
            value={view.measure}
            onChange={(measure) => changeView({ measure })}
            options={OUTLIER_MEASURES.map((id) => ({ id, name: text(`outliers.measure.${id}`) }))}
          />
        )}
      </div>
      {query.problem === null ? null : <ProblemNotice problem={query.problem} />}
      {query.isPending ? (
        <LoadingIndicator label={text('outliers.reading')} maxSeconds={5} />
      ) : null}
      {exportFile.problem === null ? null : <ProblemNotice problem={exportFile.problem} />}
      {exportFile.value === undefined ? null : (
        <Notice
          tone="info"
          title={text('outliers.exported', { count: exportFile.value.rows })}
          action={exportFile.value.file}
        />
      )}
      {query.value === undefined ? null : (
        <Report report={query.value} view={view} route={{ name: 'outliers', view }} />
      )}
    </Screen>
  );
}

function Report(props: {
  readonly report: OutlierReport;
  readonly view: OutlierView;
  readonly route: Route;
}) {
  const { report, view } = props;
  const text = useText();
  return (
    <>
      {view.isTable ? (
        <OutliersTable report={report} />
      ) : (
        <>
          <OutlierList report={report} route={props.route} />
          {report.rows.length === 0 ? null : (
            <OutliersChart report={report} measure={view.measure} />
          )}
        </>
      )}
      <ul className={styles.notes}>
        <li>{text('outliers.rules')}</li>
        {view.isTable && !isCompared(report) ? <li>{text('outliers.notCompared')}</li> : null}
        {view.isTable ? <li>{text('outliers.notRecorded')}</li> : null}
      </ul>
    </>
  );
}
