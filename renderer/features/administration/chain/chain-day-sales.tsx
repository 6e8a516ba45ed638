import { useState } from 'react';
import type { ChainSales } from '../../../../shared/contract/index.ts';
import { subtractDays } from '../../../../shared/dates/index.ts';
import { useMomentFormatter, useTillQuery } from '../../../app/index.ts';
import { type Choice, FilterField, FilterSelect, formatDay } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { Bar } from './bar.tsx';
import styles from './chain.module.css';
import {
  computeBarShares,
  formatOtherCounts,
  formatSums,
  toSalesTotal,
  useCountFormatter,
} from './chain-formatters.ts';
import { ListView } from './query-view.tsx';
import { ShopDay } from './shop-day.tsx';

/** What each shop sold on a day, those that sold most first. */
export function ChainDaySales(props: { readonly onBack: () => void }) {
  const [day, setDay] = useState<string | null>(null);
  const [shop, setShop] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  return shop === null ? (
    <ShopList
      day={day}
      onDay={setDay}
      typed={typed}
      onType={setTyped}
      onOpen={setShop}
      onBack={props.onBack}
    />
  ) : (
    <ShopDay key={shop} shop={shop} day={day} onBack={() => setShop(null)} />
  );
}

const DAY_CHOICE_COUNT = 14;

function ShopList(props: {
  readonly day: string | null;
  readonly onDay: (day: string | null) => void;
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onOpen: (shop: string) => void;
  readonly onBack: () => void;
}) {
  const { day, typed } = props;
  const text = useText();
  const language = useLanguage();
  const moment = useMomentFormatter();
  const counted = useCountFormatter();
  const query = useTillQuery(
    'chain.today',
    { day, shop: null },
    { refetchOnMount: 'always', keepPreviousData: true },
  );
  // Of the first answer, which asks for today: the days before are counted from it.
  const [today, setToday] = useState<string | null>(null);
  const told = day === null ? query.value?.day : undefined;
  if (told !== undefined && told !== today && !query.isPlaceholderData) setToday(told);
  const sales = query.value?.sales ?? [];
  const wanted = typed.trim().toLocaleLowerCase(language);
  const shown = sales.filter(({ name }) => name.toLocaleLowerCase(language).includes(wanted));
  const total = toSalesTotal(sales.flatMap(({ sums }) => sums));
  const rows = useShopRows(shown, sales);
  return (
    <ListView
      title={text('chain.view.today')}
      label={text('chain.shops')}
      hint={
        query.value === undefined
          ? ''
          : text('chain.today.hint', {
              ...counted(total.count),
              money: total.count === 0 ? '' : ` · ${formatSums(total.money, language)}`,
              at: moment(query.value.readAt),
            })
      }
      query={query}
      onBack={props.onBack}
      filters={
        <>
          <FilterField
            label={text('chain.shop')}
            value={typed}
            onChange={props.onType}
            maxLength={80}
            isAutoFocused
          />
          <FilterSelect
            label={text('chain.day')}
            value={day ?? ''}
            onChange={(id) => props.onDay(id === '' ? null : id)}
            options={[
              { id: '', name: text('chain.today.today') },
              ...(today === null
                ? []
                : Array.from({ length: DAY_CHOICE_COUNT }, (_, ago) => ago + 1)
              ).map((ago) => {
                const id = subtractDays(today ?? '', ago);
                return { id, name: formatDay(id, language, 'short') };
              }),
            ]}
          />
        </>
      }
      rows={rows}
      empty={{
        title: text(sales.length === 0 ? 'chain.today.empty' : 'chain.noShop'),
        more: text(sales.length === 0 ? 'chain.today.emptyMore' : 'chain.noShopMore'),
      }}
      onOpen={props.onOpen}
    />
  );
}

function useShopRows(shown: readonly ChainSales[], all: readonly ChainSales[]): readonly Choice[] {
  const text = useText();
  const language = useLanguage();
  const counted = useCountFormatter();
  const sold = new Map(all.map((one) => [one.name, toSalesTotal(one.sums)]));
  const shares = computeBarShares([...sold.values()]);
  const shareOf = new Map([...sold.keys()].map((name, at) => [name, shares[at] ?? 0]));
  return shown.map((one) => {
    const { count, money } = sold.get(one.name) ?? { count: 0, money: [] };
    return {
      id: one.name,
      name: one.name,
      detail: (
        <>
          {[text('chain.payments', counted(count)), ...formatOtherCounts(text, counted, one)].join(
            ' · ',
          )}
          <span className={styles.barInRow}>
            <Bar share={shareOf.get(one.name) ?? 0} />
          </span>
        </>
      ),
      aside: count === 0 ? '' : formatSums(money, language),
    };
  });
}
