import { useState } from 'react';
import {
  EARNINGS_DAYS,
  EARNINGS_GROUPINGS,
  type Earnings,
  type EarningsGrouping,
  type EarningsQuery,
} from '../../../../shared/contract/index.ts';
import { toDay } from '../../../../shared/dates/index.ts';
import {
  ProblemNotice,
  useIfMounted,
  useMainNow,
  useNavigation,
  useTill,
  useTillMutation,
  useTillQuery,
} from '../../../app/index.ts';
import {
  EmptyState,
  FilterDay,
  FilterSelect,
  LoadingIndicator,
  Notice,
  Screen,
  type ScreenAction,
} from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { PaperSide, useIsPrintKeyTaken } from '../../shift/index.ts';
import styles from './earnings.module.css';
import { EarningsChart } from './earnings-chart.tsx';
import { MEASURES, type Measure, useEarningsFormatter } from './earnings-formatter.ts';
import { EarningsTable } from './earnings-table.tsx';
import { Figures, Notes } from './figures.tsx';

/** A till that sells meanwhile is read again, so that nobody has to ask. */
const REFETCH_INTERVAL_MS = 60_000;

/** What was sold and earned, beside the same days before. */
export function EarningsPage() {
  const { open } = useNavigation();
  const text = useText();
  const { timeZone } = useTill();
  const today = toDay(useMainNow(), timeZone);
  const [days, setDays] = useState<EarningsQuery['days']>(7);
  const [to, setTo] = useState('');
  const [by, setBy] = useState<EarningsGrouping>('day');
  const [measure, setMeasure] = useState<Measure>('amount');
  const [isTable, setTable] = useState(false);
  const wanted: EarningsQuery = { days, to: to === '' ? null : to };
  const query = useTillQuery('earnings.read', wanted, {
    refetchOnMount: 'always',
    keepPreviousData: true,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  const papers = useEarningsExport(wanted);
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
          label: text(isTable ? 'earnings.picture' : 'earnings.table'),
          keyName: 'Control+M',
          onAction: () => setTable(!isTable),
        },
        ...papers.actions,
      ]}
    >
      <div className={styles.filters}>
        <FilterSelect
          label={text('earnings.days')}
          value={`${days}` as const}
          onChange={(id) => setDays(EARNINGS_DAYS.find((one) => `${one}` === id) ?? 7)}
          options={EARNINGS_DAYS.map((one) => ({
            id: `${one}` as const,
            name: text(`earnings.days.${one}`),
          }))}
        />
        <FilterDay
          label={text('earnings.to')}
          value={to === '' ? (value?.to ?? today) : to}
          onChange={setTo}
          last={today}
        />
        <FilterSelect
          label={text('earnings.by')}
          value={by}
          onChange={setBy}
          options={EARNINGS_GROUPINGS.map((id) => ({ id, name: text(`earnings.by.${id}`) }))}
        />
        <FilterSelect
          label={text('earnings.measure')}
          value={measure}
          onChange={setMeasure}
          options={MEASURES.map((id) => ({ id, name: text(`earnings.measure.${id}`) }))}
        />
      </div>
      {query.problem === null ? null : <ProblemNotice problem={query.problem} />}
      {query.isWaiting ? (
        <LoadingIndicator label={text('earnings.reading')} maxSeconds={5} />
      ) : null}
      {papers.notices}
      {value === undefined ? null : (
        <>
          <Figures earnings={value} />
          <Rows earnings={value} by={by} measure={measure} isTable={isTable} />
          <Notes earnings={value} />
        </>
      )}
    </Screen>
  );
}

function Hint({ earnings }: { readonly earnings: Earnings }) {
  const text = useText();
  const words = useEarningsFormatter(earnings);
  const { from, to, before, isRunning } = earnings;
  return text(isRunning ? 'earnings.hintRunning' : 'earnings.hint', {
    now: words.days(from, to),
    before: words.days(before.from, before.to),
  });
}

function Rows(props: {
  readonly earnings: Earnings;
  readonly by: EarningsGrouping;
  readonly measure: Measure;
  readonly isTable: boolean;
}) {
  const { earnings, by, isTable } = props;
  const text = useText();
  const { now, before } = earnings.total;
  const isNothing = [now, before].every(
    (sum) => sum.count + sum.takenBack + sum.cashOuts.count === 0,
  );
  if (isNothing) {
    return <EmptyState title={text('earnings.empty')}>{text('earnings.emptyMore')}</EmptyState>;
  }
  return isTable ? <EarningsTable earnings={earnings} by={by} /> : <EarningsChart {...props} />;
}

/** The same as a file and on paper. */
function useEarningsExport(wanted: EarningsQuery) {
  const text = useText();
  const exporting = useTillMutation('earnings.export');
  const printing = useTillMutation('earnings.print');
  const [jobId, setJobId] = useState<string | null>(null);
  const asks = useIsPrintKeyTaken(jobId);
  const whileHere = useIfMounted();
  const print = async (): Promise<void> => {
    if (printing.isWaiting) return;
    const answer = await printing.run(wanted);
    if (answer.ok) whileHere(() => setJobId(answer.value.jobId));
  };
  const actions: ScreenAction[] = [
    ...(asks
      ? []
      : [
          {
            label: text('earnings.print'),
            keyName: 'Control+P',
            onAction: () => void print(),
            isDisabled: printing.isWaiting,
          } satisfies ScreenAction,
        ]),
    {
      label: text(exporting.isWaiting ? 'earnings.exporting' : 'earnings.export'),
      keyName: 'Control+G',
      onAction: () => void exporting.run(wanted),
      isDisabled: exporting.isWaiting,
    },
  ];
  const notices = (
    <>
      {exporting.problem === null ? null : <ProblemNotice problem={exporting.problem} />}
      {printing.problem === null ? null : <ProblemNotice problem={printing.problem} />}
      {exporting.value === undefined ? null : (
        <Notice
          tone="info"
          happened={text('earnings.exported', { count: exporting.value.rows })}
          next={exporting.value.file}
        />
      )}
      {jobId === null ? null : <PaperSide key={jobId} jobId={jobId} />}
    </>
  );
  return { actions, notices };
}
