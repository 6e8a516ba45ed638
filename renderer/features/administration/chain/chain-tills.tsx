import { useState } from 'react';
import type { ChainTill } from '../../../../shared/contract/index.ts';
import { useTimeWithDayFormatter } from '../../../app/index.ts';
import { type Choice, SelectFilter, TextFilter } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { formatShopAndPos, useCountFormatter } from './chain-formatters.ts';
import { ChainTillScreen } from './chain-till-screen.tsx';
import { QueryListView } from './query-view.tsx';
import { CHAIN_PAGE_SIZE, usePagedQuery } from './use-paged-query.ts';

/** Every till with its problems; tills that need attention come first. */
export function ChainTills(props: { readonly onBack: () => void }) {
  const [searchText, setSearchText] = useState('');
  const [hasProblems, setHasProblems] = useState(false);
  const [tillId, setTillId] = useState<string | null>(null);
  return tillId === null ? (
    <TillList
      searchText={searchText}
      onSearch={setSearchText}
      hasProblems={hasProblems}
      onFilter={setHasProblems}
      onOpen={setTillId}
      onBack={props.onBack}
    />
  ) : (
    <ChainTillScreen key={tillId} tillId={tillId} onBack={() => setTillId(null)} />
  );
}

function TillList(props: {
  readonly searchText: string;
  readonly onSearch: (text: string) => void;
  readonly hasProblems: boolean;
  readonly onFilter: (hasProblems: boolean) => void;
  readonly onOpen: (tillId: string) => void;
  readonly onBack: () => void;
}) {
  const { searchText, hasProblems } = props;
  const text = useText();
  const formatCount = useCountFormatter();
  const trimmedText = searchText.trim();
  const { first, pages, readMore } = usePagedQuery('chain.tills', (cursor) => ({
    text: trimmedText === '' ? null : trimmedText,
    hasProblems,
    cursor,
    limit: CHAIN_PAGE_SIZE,
  }));
  const tills = pages.flatMap((page) => page.tills);
  const rows = useTillRows(tills);
  return (
    <QueryListView
      title={text('chain.view.tills')}
      hint={
        first.value === undefined || first.value.count === 0
          ? ''
          : [
              text('chain.summary.tills', formatCount(first.value.count)),
              first.value.tillsWithProblems === 0
                ? text('chain.tills.allOk')
                : text('chain.summary.withProblems', formatCount(first.value.tillsWithProblems)),
            ].join(' · ')
      }
      query={first}
      onBack={props.onBack}
      filters={
        <>
          <TextFilter
            label={text('chain.tills.find')}
            value={searchText}
            onChange={props.onSearch}
            maxLength={80}
            isAutoFocused
          />
          <SelectFilter
            label={text('chain.show')}
            value={hasProblems ? 'with-problems' : 'all'}
            onChange={(id) => props.onFilter(id === 'with-problems')}
            options={[
              { id: 'all', name: text('chain.tills.all') },
              { id: 'with-problems', name: text('chain.tills.withProblems') },
            ]}
          />
        </>
      }
      rows={rows}
      empty={{ title: text('chain.tills.empty'), more: text('chain.tills.emptyMore') }}
      onOpen={props.onOpen}
      onLoadMore={readMore}
    />
  );
}

function useTillRows(tills: readonly ChainTill[]): readonly Choice[] {
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  return tills.map((till) => {
    const [worstProblem] = till.problems;
    return {
      id: till.id,
      name: formatShopAndPos(text, till),
      detail: [
        till.seenAt === null
          ? text('chain.problem.never')
          : text(till.isClosed ? 'chain.tills.closedAt' : 'chain.tills.seenAt', {
              at: formatMoment(till.seenAt),
            }),
        ...(till.version === null ? [] : [till.version]),
        ...till.problems
          .filter((problem) => problem !== 'never')
          .map((problem) => text(`chain.problem.${problem}`)),
      ].join(' · '),
      trailingContent: text(
        worstProblem === undefined ? 'chain.tills.ok' : 'chain.tills.needsAttention',
      ),
    };
  });
}
