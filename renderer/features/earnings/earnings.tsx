import { useState } from 'react';
import {
  EARNINGS_BY,
  EARNINGS_DAYS,
  type Earnings,
  type EarningsBy,
  type WantedEarnings,
} from '../../../shared/contract/index.ts';
import { dayOf } from '../../../shared/dates/index.ts';
import {
  ProblemNotice,
  useMainNow,
  useNavigation,
  useTill,
  useTillMutation,
  useTillQuery,
  useWhileHere,
} from '../../app/index.ts';
import {
  Empty,
  FilterDay,
  FilterSelect,
  Notice,
  Screen,
  type ScreenAction,
  Waiting,
} from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { PaperSide, usePaperAsks } from '../shift/index.ts';
import styles from './earnings.module.css';
import { Figures, Notes } from './figures.tsx';
import { Picture } from './pictures.tsx';
import { Table } from './table.tsx';
import { MEASURES, type Measure, useEarningsWords } from './words.ts';

/** A till that sells meanwhile is read again, so that nobody has to ask. */
const EVERY_MS = 60_000;

/** What was sold and earned, beside the same days before. */
export function EarningsRoom() {
  const { open } = useNavigation();
  const text = useText();
  const { timeZone } = useTill();
  const today = dayOf(useMainNow(), timeZone);
  const [days, setDays] = useState<WantedEarnings['days']>(7);
  const [to, setTo] = useState('');
  const [by, setBy] = useState<EarningsBy>('day');
  const [measure, setMeasure] = useState<Measure>('amount');
  const [isTable, setTable] = useState(false);
  const wanted: WantedEarnings = { days, to: to === '' ? null : to };
  const query = useTillQuery('earnings.read', wanted, {
    asksAnew: true,
    keepsLast: true,
    everyMs: EVERY_MS,
  });
  const papers = usePapers(wanted);
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
          options={EARNINGS_BY.map((id) => ({ id, name: text(`earnings.by.${id}`) }))}
        />
        <FilterSelect
          label={text('earnings.measure')}
          value={measure}
          onChange={setMeasure}
          options={MEASURES.map((id) => ({ id, name: text(`earnings.measure.${id}`) }))}
        />
      </div>
      {query.problem === null ? null : <ProblemNotice problem={query.problem} />}
      {query.isWaiting ? <Waiting what={text('earnings.reading')} longestSeconds={5} /> : null}
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
  const words = useEarningsWords(earnings);
  const { from, to, before, isRunning } = earnings;
  return text(isRunning ? 'earnings.hintRunning' : 'earnings.hint', {
    now: words.days(from, to),
    before: words.days(before.from, before.to),
  });
}

function Rows(props: {
  readonly earnings: Earnings;
  readonly by: EarningsBy;
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
    return <Empty title={text('earnings.empty')}>{text('earnings.emptyMore')}</Empty>;
  }
  return isTable ? <Table earnings={earnings} by={by} /> : <Picture {...props} />;
}

/** The same as a file and on paper. */
function usePapers(wanted: WantedEarnings) {
  const text = useText();
  const exporting = useTillMutation('earnings.export');
  const printing = useTillMutation('earnings.print');
  const [jobId, setJobId] = useState<string | null>(null);
  const asks = usePaperAsks(jobId);
  const whileHere = useWhileHere();
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
