import type { Basket } from '../../../../shared/contract/index.ts';
import { getReceiptTexts, maskAccount } from '../../../../shared/i18n/index.ts';
import type { Money as MoneyValue } from '../../../../shared/money/index.ts';
import { DEFAULT_COLUMNS } from '../../../../shared/rules/index.ts';
import { TapeSlot, useTill, useTillQuery } from '../../../app/index.ts';
import { type DraftRow, DraftTape, formatMoneyInSentence } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { getItemStamp } from './item-share.ts';

/**
 * The whole of it on the tape: each item has a receipt of its own when it is paid. This one is never
 * printed, and bears no stamp. `cash` and
 * `change`: as far as they are known before F12.
 */
export function BasketTape(props: {
  readonly basket: Basket;
  readonly cash?: MoneyValue | null;
  readonly change?: MoneyValue | null;
}) {
  const { basket } = props;
  const cash = basket.cash ?? props.cash ?? null;
  const change = basket.giveBack ?? props.change ?? null;
  const till = useTill();
  const text = useText();
  const language = useLanguage();
  const words = getReceiptTexts(language);
  const columns = useTillQuery('printing.state', {}).value?.columns ?? DEFAULT_COLUMNS;
  const write = (value: MoneyValue): string => formatMoneyInSentence(value, language);
  const rows: DraftRow[] = [
    { id: 'basket', label: words.basket, isStrong: true },
    ...basket.items.flatMap((item): DraftRow[] => [
      {
        id: item.orderId,
        label: `${item.billerName} ${maskAccount(item)}`,
        value: write(item.due),
      },
      ...(basket.state === 'collecting' || (item.payment === null && !isOver(basket))
        ? []
        : [
            {
              id: `${item.orderId}/stamp`,
              label: '',
              value: text(`basket.stamp.${getItemStamp(item.payment)}`),
            },
          ]),
    ]),
    {
      id: 'total',
      label: words.total,
      value: write(basket.due),
      isStrong: true,
      isRuled: true,
    },
    ...(cash === null
      ? []
      : [{ id: 'cash', label: words.cash, value: write(cash), isRuled: true }]),
    ...(change === null
      ? []
      : [{ id: 'change', label: words.change, value: write(change), isStrong: true }]),
  ];
  return (
    <TapeSlot>
      <DraftTape
        head={[
          till.shopName,
          [text('frame.pos', { pos: till.posNumber }), basket.cashierName].join(' · '),
        ]}
        rows={rows}
        columns={columns}
        environment={till.environment}
      />
    </TapeSlot>
  );
}

/** Nothing more of it is sent: what was not, stays so. */
function isOver({ state, isStopped }: Pick<Basket, 'state' | 'isStopped'>): boolean {
  return isStopped || state === 'settled' || state === 'ended';
}
