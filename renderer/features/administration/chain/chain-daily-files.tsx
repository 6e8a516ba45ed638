import { useState } from 'react';
import type { ChainDailyFileDay } from '../../../../shared/contract/index.ts';
import { useTimeFormatter } from '../../../app/index.ts';
import { type Choice, formatDay, formatMoneyList } from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';
import { ChainDailyFileScreen } from './chain-daily-file-screen.tsx';
import { type CountFormatter, useCountFormatter } from './chain-formatters.ts';
import { QueryListView } from './query-view.tsx';
import { usePagedQuery } from './use-paged-query.ts';

/** The chain's daily files: the list of days, or one day. */
export function ChainDailyFiles(props: { readonly onBack: () => void }) {
  const [day, setDay] = useState<string | null>(null);
  return day === null ? (
    <DayList onOpen={setDay} onBack={props.onBack} />
  ) : (
    <ChainDailyFileScreen key={day} day={day} onBack={() => setDay(null)} />
  );
}

function DayList(props: { readonly onOpen: (day: string) => void; readonly onBack: () => void }) {
  const text = useText();
  const { first, pages, readMore } = usePagedQuery('chain.days', (before) => ({ before }));
  const days = pages.flatMap((page) => page.days);
  const rows = useDayRows(days);
  return (
    <QueryListView
      title={text('chain.view.days')}
      hint={text('chain.days.hint')}
      query={first}
      onBack={props.onBack}
      rows={rows}
      empty={{ title: text('chain.days.empty'), more: text('chain.days.emptyMore') }}
      onOpen={props.onOpen}
      onLoadMore={readMore}
      isAutoFocused
    />
  );
}

function useDayRows(days: readonly ChainDailyFileDay[]): readonly Choice[] {
  const text = useText();
  const formatCount = useCountFormatter();
  const clock = useTimeFormatter();
  const language = useLanguage();
  return days.map((day) => ({
    id: day.day,
    name: formatDay(day.day, language, 'short'),
    detail: [
      ...(day.lines === null ? [] : [text('dailyFile.lines', { count: day.lines })]),
      ...(day.totals.length === 0 ? [] : [formatMoneyList(day.totals, language)]),
      ...(day.uploadedAt === null
        ? []
        : [text('chain.days.uploadedAt', { at: clock.dateTime(day.uploadedAt) })]),
      ...formatIncludedTills(day, text, formatCount),
      ...(day.late === 0 ? [] : [text('chain.days.late', formatCount(day.late))]),
      ...(day.differences === 0 ? [] : [text('dailyFile.differences', { count: day.differences })]),
      ...(day.isListUnread ? [text('chain.days.listUnread')] : []),
    ].join(' · '),
    trailingContent: text(`chain.days.state.${day.state}`),
  }));
}

/**
 * Returns the texts for tills included while still open and for missing tills. Zero counts are
 * omitted.
 */
function formatIncludedTills(
  day: ChainDailyFileDay,
  text: TextFunction,
  formatCount: CountFormatter,
): string[] {
  return [
    ...(day.insideOpen === 0
      ? []
      : [text('chain.days.tillsWithOpen', formatCount(day.insideOpen))]),
    ...(day.notIn === 0 ? [] : [text('chain.days.tillsMissing', formatCount(day.notIn))]),
  ];
}
