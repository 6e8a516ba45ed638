import { useState } from 'react';
import type { ChainShift } from '../../../../shared/contract/index.ts';
import { useMainProcessTimeMs, useTill, useTimeWithDayFormatter } from '../../../app/index.ts';
import {
  type Choice,
  PeriodFilter,
  type PeriodSelection,
  SelectFilter,
  toDayRange,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { formatShopAndPos } from './chain-formatters.ts';
import { QueryListView } from './query-view.tsx';
import { ChainShiftDialog, formatChainShift } from './shift-dialog.tsx';
import { CHAIN_PAGE_SIZE, usePagedQuery } from './use-paged-query.ts';

/** Every shift of every till, with the difference found by its count. */
export function ChainShifts(props: { readonly onBack: () => void }) {
  const text = useText();
  const { timeZone } = useTill();
  const now = useMainProcessTimeMs();
  const [period, setPeriod] = useState<PeriodSelection>({ period: 'week', day: '' });
  const [isDifferent, setDifferent] = useState(false);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const { from, to } = toDayRange(period, { now, timeZone });
  const { first, pages, readMore } = usePagedQuery('chain.shifts', (cursor) => ({
    from,
    to,
    isDifferent,
    cursor,
    limit: CHAIN_PAGE_SIZE,
  }));
  const shifts = pages.flatMap((page) => page.shifts);
  const rows = useShiftRows(shifts);
  const shift = shifts.find(({ id }) => id === openedId);
  return (
    <QueryListView
      title={text('chain.view.shifts')}
      query={first}
      onBack={props.onBack}
      filters={
        <>
          <PeriodFilter
            selection={period}
            onChange={(changes) => setPeriod({ ...period, ...changes })}
          />
          <SelectFilter
            label={text('chain.show')}
            value={isDifferent ? 'different' : 'all'}
            onChange={(id) => setDifferent(id === 'different')}
            options={[
              { id: 'all', name: text('chain.shifts.all') },
              { id: 'different', name: text('chain.shifts.different') },
            ]}
          />
        </>
      }
      rows={rows}
      empty={{ title: text('chain.shifts.empty'), more: text('chain.shifts.emptyMore') }}
      onOpen={setOpenedId}
      onLoadMore={readMore}
      isAutoFocused
      dialog={
        shift === undefined ? null : (
          <ChainShiftDialog shift={shift} onClose={() => setOpenedId(null)} />
        )
      }
    />
  );
}

function useShiftRows(shifts: readonly ChainShift[]): readonly Choice[] {
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  const language = useLanguage();
  return shifts.map((shift) => ({
    id: shift.id,
    name: formatShopAndPos(text, shift.till),
    detail: [
      text('chain.shifts.opened', { at: formatMoment(shift.openedAt), by: shift.openedBy }),
      ...(shift.closedAt === null
        ? []
        : [
            text('chain.shifts.closed', {
              at: formatMoment(shift.closedAt),
              by: shift.closedBy ?? text('chain.unknown'),
            }),
          ]),
      ...(shift.zNumber === null ? [] : [text('chain.shifts.z', { number: shift.zNumber })]),
    ].join(' · '),
    trailingContent:
      shift.closedAt === null
        ? text('chain.shifts.isOpen')
        : formatChainShift(shift, text, language),
  }));
}
