import { useState } from 'react';
import type { ChainTill } from '../../../../shared/contract/index.ts';
import { useMomentFormatter } from '../../../app/index.ts';
import { type Choice, FilterField, FilterSelect } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { formatTillPlace, useCountFormatter } from './chain-formatters.ts';
import { ChainTillScreen } from './chain-till-screen.tsx';
import { ListView } from './query-view.tsx';
import { PAGE_SIZE, usePagedQuery } from './use-paged-query.ts';

/** Every till: those that somebody has to look at first, and why. */
export function ChainTills(props: { readonly onBack: () => void }) {
  const [typed, setTyped] = useState('');
  const [isTroubled, setTroubled] = useState(false);
  const [tillId, setTillId] = useState<string | null>(null);
  return tillId === null ? (
    <TillList
      typed={typed}
      onType={setTyped}
      isTroubled={isTroubled}
      onTroubled={setTroubled}
      onOpen={setTillId}
      onBack={props.onBack}
    />
  ) : (
    <ChainTillScreen key={tillId} tillId={tillId} onBack={() => setTillId(null)} />
  );
}

function TillList(props: {
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly isTroubled: boolean;
  readonly onTroubled: (isTroubled: boolean) => void;
  readonly onOpen: (tillId: string) => void;
  readonly onBack: () => void;
}) {
  const { typed, isTroubled } = props;
  const text = useText();
  const counted = useCountFormatter();
  const wanted = typed.trim();
  const { first, pages, readMore } = usePagedQuery('chain.tills', (cursor) => ({
    text: wanted === '' ? null : wanted,
    isTroubled,
    cursor,
    limit: PAGE_SIZE,
  }));
  const tills = pages.flatMap((page) => page.tills);
  const rows = useTillRows(tills);
  return (
    <ListView
      title={text('chain.view.tills')}
      hint={
        first.value === undefined || first.value.count === 0
          ? ''
          : [
              text('chain.aside.tills', counted(first.value.count)),
              first.value.troubled === 0
                ? text('chain.tills.wellAll')
                : text('chain.aside.troubled', counted(first.value.troubled)),
            ].join(' · ')
      }
      query={first}
      onBack={props.onBack}
      filters={
        <>
          <FilterField
            label={text('chain.tills.find')}
            value={typed}
            onChange={props.onType}
            maxLength={80}
            isAutoFocused
          />
          <FilterSelect
            label={text('chain.show')}
            value={isTroubled ? 'troubled' : 'all'}
            onChange={(id) => props.onTroubled(id === 'troubled')}
            options={[
              { id: 'all', name: text('chain.tills.all') },
              { id: 'troubled', name: text('chain.tills.troubled') },
            ]}
          />
        </>
      }
      rows={rows}
      empty={{ title: text('chain.tills.empty'), more: text('chain.tills.emptyMore') }}
      onOpen={props.onOpen}
      onMore={readMore}
    />
  );
}

function useTillRows(tills: readonly ChainTill[]): readonly Choice[] {
  const text = useText();
  const moment = useMomentFormatter();
  return tills.map((till) => {
    const [worst] = till.troubles;
    return {
      id: till.id,
      name: formatTillPlace(text, till),
      detail: [
        till.seenAt === null
          ? text('chain.trouble.never')
          : text(till.isClosed ? 'chain.tills.closedAt' : 'chain.tills.seenAt', {
              at: moment(till.seenAt),
            }),
        ...(till.version === null ? [] : [till.version]),
        ...till.troubles
          .filter((one) => one !== 'never')
          .map((trouble) => text(`chain.trouble.${trouble}`)),
      ].join(' · '),
      aside: text(worst === undefined ? 'chain.tills.well' : 'chain.tills.look'),
    };
  });
}
