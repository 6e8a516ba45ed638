import type { Basket } from '../../../../shared/contract/index.ts';
import { getReceiptTexts, maskAccount } from '../../../../shared/i18n/index.ts';
import type { Money as MoneyValue } from '../../../../shared/money/index.ts';
import { DEFAULT_PAPER_COLUMNS } from '../../../../shared/rules/index.ts';
import { TapeSlot, useTill, useTillQuery } from '../../../app/index.ts';
import { DraftTape, type DraftTapeRow, formatMoneyInSentence } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { getItemStatus } from './item-status.ts';

/**
 * The whole basket on the tape. It is never printed and has no stamp, because each item gets its
 * own receipt when it is paid. `cash` and `change` are the values typed before F12.
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
  const texts = getReceiptTexts(language);
  const columns = useTillQuery('printing.state', {}).value?.columns ?? DEFAULT_PAPER_COLUMNS;
  const format = (value: MoneyValue): string => formatMoneyInSentence(value, language);
  const rows: DraftTapeRow[] = [
    { id: 'basket', label: texts.basket, isStrong: true },
    ...basket.items.flatMap((item): DraftTapeRow[] => [
      {
        id: item.orderId,
        label: `${item.billerName} ${maskAccount(item)}`,
        value: format(item.due),
      },
      ...(basket.state === 'collecting' || (item.payment === null && !isSendingOver(basket))
        ? []
        : [
            {
              id: `${item.orderId}/stamp`,
              label: '',
              value: text(`basket.stamp.${getItemStatus(item.payment)}`),
            },
          ]),
    ]),
    {
      id: 'total',
      label: texts.total,
      value: format(basket.due),
      isStrong: true,
      hasRuleAbove: true,
    },
    ...(cash === null
      ? []
      : [{ id: 'cash', label: texts.cash, value: format(cash), hasRuleAbove: true }]),
    ...(change === null
      ? []
      : [{ id: 'change', label: texts.change, value: format(change), isStrong: true }]),
  ];
  return (
    <TapeSlot>
      <DraftTape
        headerLines={[
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

/** Whether no further item will be sent. */
function isSendingOver({ state, isStopped }: Pick<Basket, 'state' | 'isStopped'>): boolean {
  return isStopped || state === 'settled' || state === 'ended';
}
