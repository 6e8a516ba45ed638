import { useState } from 'react';
import {
  EARNINGS_GROUPINGS,
  EARNINGS_PERIOD_DAYS,
  type Earnings,
  type EarningsGrouping,
  type EarningsQuery,
} from '../../../../shared/contract/index.ts';
import { toDay } from '../../../../shared/dates/index.ts';
import {
  ProblemNotice,
  useMainProcessTimeMs,
  useNavigation,
  useRunIfMounted,
  useTill,
  useTillMutation,
  useTillQuery,
} from '../../../app/index.ts';
import {
  DateFilter,
  EmptyState,
  LoadingIndicator,
  Notice,
  Screen,
  type ScreenAction,
  SelectFilter,
} from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { PaperPreviewPanel, useIsPrintKeyTaken } from '../../shift/index.ts';
import styles from './earnings.module.css';
import { EarningsChart } from './earnings-chart.tsx';
import { EarningsFigures, EarningsNotes } from './earnings-figures.tsx';
import {
  EARNINGS_MEASURES,
  type EarningsMeasure,
  useEarningsFormatter,
} from './earnings-formatter.ts';
import { EarningsTable } from './earnings-table.tsx';

/** Polled: reading it again for each payment of a busy till would be too much. */
const REFETCH_INTERVAL_MS = 60_000;

/** Sales and earnings, compared with the same days of the previous period. */
export function EarningsPage() {
  const { open } = useNavigation();
  const text = useText();
  const { timeZone } = useTill();
  const today = toDay(useMainProcessTimeMs(), timeZone);
  const [days, setDays] = useState<EarningsQuery['days']>(7);
  const [to, setTo] = useState('');
  const [by, setBy] = useState<EarningsGrouping>('day');
  const [measure, setMeasure] = useState<EarningsMeasure>('amount');
  const [isTable, setTable] = useState(false);
  const earningsQuery: EarningsQuery = { days, to: to === '' ? null : to };
  const query = useTillQuery('earnings.read', earningsQuery, {
    refetchOnMount: 'always',
    keepPreviousData: true,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  const exportActions = useEarningsExport(earningsQuery);
  const { value } = query;
  return (
    <Screen
      isDense
      title={text('earnings.title')}
      {...(value === undefined ? {} : { hint: <Hint earnings={value} /> })}
      actions={[
        {
          label: text('earnings.back'),
          keyName: 'Escape',
          onAction: () => open({ name: 'back-office' }),
        },
        {
          label: text(isTable ? 'earnings.chart' : 'earnings.table'),
          keyName: 'Control+M',
          onAction: () => setTable(!isTable),
        },
        ...exportActions.actions,
      ]}
    >
      <div className={styles.filters}>
        <SelectFilter
          label={text('earnings.days')}
          value={`${days}` as const}
          onChange={(id) => setDays(EARNINGS_PERIOD_DAYS.find((days) => `${days}` === id) ?? 7)}
          options={EARNINGS_PERIOD_DAYS.map((days) => ({
            id: `${days}` as const,
            name: text(`earnings.days.${days}`),
          }))}
        />
        <DateFilter
          label={text('earnings.lastDay')}
          value={to === '' ? (value?.to ?? today) : to}
          onChange={setTo}
          lastDay={today}
        />
        <SelectFilter
          label={text('earnings.by')}
          value={by}
          onChange={setBy}
          options={EARNINGS_GROUPINGS.map((id) => ({ id, name: text(`earnings.by.${id}`) }))}
        />
        <SelectFilter
          label={text('earnings.measure')}
          value={measure}
          onChange={setMeasure}
          options={EARNINGS_MEASURES.map((id) => ({ id, name: text(`earnings.measure.${id}`) }))}
        />
      </div>
      {query.problem === null ? null : <ProblemNotice problem={query.problem} />}
      {query.isPending ? (
        <LoadingIndicator label={text('earnings.reading')} maxSeconds={5} />
      ) : null}
      {exportActions.notices}
      {value === undefined ? null : (
        <>
          <EarningsFigures earnings={value} />
          <Rows
            earnings={value}
            isUpToDate={query.isUpToDate}
            by={by}
            measure={measure}
            isTable={isTable}
          />
          <EarningsNotes earnings={value} />
        </>
      )}
    </Screen>
  );
}

function Hint({ earnings }: { readonly earnings: Earnings }) {
  const text = useText();
  const format = useEarningsFormatter(earnings);
  const { from, to, before, isRunning } = earnings;
  return text(isRunning ? 'earnings.hintRunning' : 'earnings.hint', {
    now: format.formatDayRange(from, to),
    before: format.formatDayRange(before.from, before.to),
  });
}

function Rows(props: {
  readonly earnings: Earnings;
  readonly isUpToDate: boolean;
  readonly by: EarningsGrouping;
  readonly measure: EarningsMeasure;
  readonly isTable: boolean;
}) {
  const { earnings, by, isTable } = props;
  const text = useText();
  const { now, before } = earnings.total;
  const isEmpty = [now, before].every(
    (sum) => sum.count + sum.takenBack + sum.cashOuts.count === 0,
  );
  if (isEmpty && !props.isUpToDate) return null;
  if (isEmpty) {
    return <EmptyState title={text('earnings.empty')}>{text('earnings.emptyMore')}</EmptyState>;
  }
  return isTable ? <EarningsTable earnings={earnings} by={by} /> : <EarningsChart {...props} />;
}

/** Returns the actions and notices that export the earnings as a file and print them. */
function useEarningsExport(earningsQuery: EarningsQuery) {
  const text = useText();
  const exportFile = useTillMutation('earnings.export');
  const printEarnings = useTillMutation('earnings.print');
  const [jobId, setJobId] = useState<string | null>(null);
  const isPrintKeyTaken = useIsPrintKeyTaken(jobId);
  const runIfMounted = useRunIfMounted();
  const print = async (): Promise<void> => {
    if (printEarnings.isPending) return;
    const answer = await printEarnings.run(earningsQuery);
    if (answer.ok) runIfMounted(() => setJobId(answer.value.jobId));
  };
  const actions: ScreenAction[] = [
    ...(isPrintKeyTaken
      ? []
      : [
          {
            label: text('earnings.print'),
            keyName: 'Control+P',
            onAction: () => void print(),
            isDisabled: printEarnings.isPending,
          } satisfies ScreenAction,
        ]),
    {
      label: text(exportFile.isPending ? 'earnings.exporting' : 'earnings.export'),
      keyName: 'Control+G',
      onAction: () => void exportFile.run(earningsQuery),
      isDisabled: exportFile.isPending,
    },
  ];
  const notices = (
    <>
      {exportFile.problem === null ? null : <ProblemNotice problem={exportFile.problem} />}
      {printEarnings.problem === null ? null : <ProblemNotice problem={printEarnings.problem} />}
      {exportFile.value === undefined ? null : (
        <Notice
          tone="info"
          title={text('earnings.exported', { count: exportFile.value.rows })}
          action={exportFile.value.file}
        />
      )}
      {jobId === null ? null : <PaperPreviewPanel key={jobId} jobId={jobId} />}
    </>
  );
  return { actions, notices };
}
