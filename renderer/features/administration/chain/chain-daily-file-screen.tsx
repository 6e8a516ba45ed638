import type { ChainDailyFileDay, ChainDailyFileTill } from '../../../../shared/contract/index.ts';
import {
  ProblemNotice,
  useTillQuery,
  useTimeFormatter,
  useTimeWithDayFormatter,
} from '../../../app/index.ts';
import {
  classNames,
  type Fact,
  Facts,
  formatDay,
  formatMoneyList,
  Notice,
  patterns,
} from '../../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../../i18n/index.ts';
import { BarList } from './bar-list.tsx';
import styles from './chain.module.css';
import { formatShopAndPos, useCountFormatter } from './chain-formatters.ts';
import { QueryView } from './query-view.tsx';

/**
 * The chain's daily file of one day: which tills it includes, which are missing, and which data
 * arrived too late.
 */
export function ChainDailyFileScreen(props: { readonly day: string; readonly onBack: () => void }) {
  const text = useText();
  const language = useLanguage();
  const query = useTillQuery('chain.day', { day: props.day }, { refetchOnMount: 'always' });
  const detail = query.value;
  const missingTills = detail?.tills.filter(({ tillStatus }) => tillStatus === 'not-in') ?? [];
  const openTills = detail?.tills.filter(({ tillStatus }) => tillStatus === 'in-open') ?? [];
  return (
    <QueryView title={formatDay(props.day, language, 'long')} query={query} onBack={props.onBack}>
      {detail === undefined ? null : (
        <>
          <StateNotice day={detail.day} />
          {detail.day.failure === null ? null : <ProblemNotice problem={detail.day.failure} />}
          <IncludedTills day={detail.day} />
          <TillLines
            title={text('chain.days.missing')}
            tills={missingTills}
            totalCount={detail.day.notIn}
          />
          <TillLines
            title={text('chain.days.openTills')}
            tills={openTills}
            totalCount={detail.day.insideOpen}
          />
          <FileFacts day={detail.day} />
        </>
      )}
    </QueryView>
  );
}

function StateNotice({ day }: { readonly day: ChainDailyFileDay }) {
  const text = useText();
  const formatCount = useCountFormatter();
  const isProblem = day.state === 'missing' || day.state === 'in-doubt' || day.failure !== null;
  const isDone = day.state === 'uploaded' || day.state === 'handed-in';
  return (
    <Notice
      tone={isProblem || (isDone && day.notIn + day.late > 0) ? 'warning' : 'info'}
      toneText={text(`chain.days.state.${day.state}`)}
      title={text(`chain.days.${day.state}.title`)}
      {...(isDone && day.late > 0
        ? { impact: text('chain.days.lateImpact', formatCount(day.late)) }
        : {})}
      action={text(isDone ? getDoneActionKey(day) : `chain.days.${day.state}.action`)}
    />
  );
}

/**
 * A late sale appears among the differences. For a missing till the chain does not know whether it
 * sold anything.
 */
function getDoneActionKey(day: ChainDailyFileDay): TextKey {
  if (day.late > 0) return 'chain.days.lateAction';
  return day.notIn > 0 ? 'chain.days.tillsMissingAction' : 'chain.days.uploaded.action';
}

function IncludedTills({ day }: { readonly day: ChainDailyFileDay }) {
  const text = useText();
  const language = useLanguage();
  const number = new Intl.NumberFormat(language);
  const counts = [
    { name: text('chain.days.till.complete'), count: day.inside },
    { name: text('chain.days.till.completeWithOpen'), count: day.insideOpen },
    { name: text('chain.days.till.missing'), count: day.notIn },
  ];
  const totalCount = counts.reduce((sum, { count }) => sum + count, 0);
  if (totalCount === 0) return null;
  return (
    <BarList
      label={text('chain.days.tills')}
      rows={counts.map(({ name, count }) => ({
        name,
        value: number.format(count),
        detail: '',
        share: count / totalCount,
      }))}
    />
  );
}

function TillLines(props: {
  readonly title: string;
  readonly tills: readonly ChainDailyFileTill[];
  /** The total count; `tills` holds only the first ones. */
  readonly totalCount: number;
}) {
  const text = useText();
  const formatCount = useCountFormatter();
  const formatMoment = useTimeWithDayFormatter();
  if (props.tills.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{props.title}</h2>
      <ul className={classNames(styles.lines, patterns.stack)} aria-label={props.title}>
        {props.tills.map((till) => (
          <li key={till.tillId}>
            <strong>{formatShopAndPos(text, till)}</strong>{' '}
            {[
              till.seenAt === null
                ? text('chain.problem.never')
                : text('chain.tills.seenAt', { at: formatMoment(till.seenAt) }),
              ...(till.completeUntil === null
                ? []
                : [text('chain.days.completeUntil', { at: formatMoment(till.completeUntil) })]),
              ...(till.unresolved === 0 ? [] : [text('chain.open', formatCount(till.unresolved))]),
            ].join(' · ')}
          </li>
        ))}
      </ul>
      {props.totalCount > props.tills.length ? (
        <p>{text('chain.days.moreTills', formatCount(props.totalCount - props.tills.length))}</p>
      ) : null}
    </section>
  );
}

function FileFacts({ day }: { readonly day: ChainDailyFileDay }) {
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  const facts: Fact[] = [
    ...(day.name === null ? [] : [{ name: text('dailyFile.name'), value: day.name }]),
    ...(day.lines === null
      ? []
      : [
          {
            name: text('dailyFile.lines'),
            value: new Intl.NumberFormat(language).format(day.lines),
          },
        ]),
    ...(day.totals.length === 0
      ? []
      : [{ name: text('dailyFile.total'), value: formatMoneyList(day.totals, language) }]),
    ...(day.madeAt === null
      ? []
      : [{ name: text('chain.days.madeAt'), value: clock.dateTime(day.madeAt) }]),
    ...(day.uploadedAt === null
      ? []
      : [{ name: text('dailyFile.sentAt'), value: clock.dateTime(day.uploadedAt) }]),
    ...(day.handedIn === null
      ? []
      : [
          {
            name: text('dailyFile.handedIn'),
            value: text('dailyFile.handedInDetails', {
              by: day.handedIn.by,
              at: clock.dateTime(day.handedIn.at),
              reason: day.handedIn.reason,
            }),
          },
        ]),
  ];
  return facts.length === 0 ? null : <Facts facts={facts} />;
}
