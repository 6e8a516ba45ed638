import type { BasketItem, Payment } from '../../../../shared/contract/index.ts';
import { describeServiceCode, maskAccount } from '../../../../shared/i18n/index.ts';
import { isSameCurrency } from '../../../../shared/money/index.ts';
import { Button, formatMoneyInSentence, patterns, RowList } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import styles from './basket.module.css';
import { getItemStatus } from './item-status.ts';
import type { BasketPapers } from './use-basket-papers.ts';

/** The items before F12, each with its sum and fee. Each can be removed. */
export function RemovableBasketItemList(props: {
  readonly items: readonly BasketItem[];
  readonly isBusy: boolean;
  readonly onRemove: (orderId: string) => void;
}) {
  const text = useText();
  const language = useLanguage();
  const formatSum = useSumBreakdown();
  return (
    <RowList
      label={text('basket.items')}
      rows={props.items.map((item) => ({
        id: item.orderId,
        name: `${item.billerName} · ${maskAccount(item)}`,
        detail: formatSum(item) ?? undefined,
        trailingContent: formatMoneyInSentence(item.due, language),
        remove: {
          label: text('basket.remove'),
          onPress: () => props.onRemove(item.orderId),
          isDisabled: props.isBusy,
        },
      }))}
    />
  );
}

/** The items in order; once they are sent, each with the stamp of its status. */
export function BasketItemList(props: {
  readonly items: readonly BasketItem[];
  readonly isSent: boolean;
  /** The status of the receipts, while the change is shown. */
  readonly papers?: BasketPapers;
  /** Once the basket is over: the item whose paper is on the tape and can be printed again. */
  readonly shownItem?: number | null;
  readonly onShow?: (number: number) => void;
  /** Returns the correction of a failed item; null if there is none. */
  readonly getCorrection?: (item: BasketItem) => (() => void) | null;
}) {
  const { onShow } = props;
  const text = useText();
  const language = useLanguage();
  const formatSum = useSumBreakdown();
  return (
    <ul className={styles.items} aria-label={text('basket.items')}>
      {props.items.map((item) => (
        <li key={item.orderId} className={styles.item}>
          <span className={styles.itemTexts}>
            <strong>{item.billerName}</strong> <span>{maskAccount(item)}</span>
          </span>
          <span className={patterns.tabularFigures}>
            {formatMoneyInSentence(item.due, language)}
          </span>
          {props.isSent ? <ItemStamp item={item} /> : <SumBreakdown words={formatSum(item)} />}
          {onShow && getItemStatus(item.payment) === 'paid' ? (
            <Button onPress={() => onShow(item.number)}>
              {text(props.shownItem === item.number ? 'basket.paper.hide' : 'basket.paper.show')}
            </Button>
          ) : null}
          <CorrectButton onPress={props.getCorrection?.(item) ?? null} />
          {props.papers === undefined ? null : <ItemPaper item={item} papers={props.papers} />}
          {item.payment?.state === 'rejected' ? <RefusalReason payment={item.payment} /> : null}
        </li>
      ))}
    </ul>
  );
}

function CorrectButton(props: { readonly onPress: (() => void) | null }) {
  const text = useText();
  return props.onPress === null ? null : (
    <Button onPress={props.onPress}>{text('basket.correct')}</Button>
  );
}

function SumBreakdown({ words: description }: { readonly words: string | null }) {
  return description === null ? null : <span className={styles.refusalReason}>{description}</span>;
}

/**
 * Returns a function that describes the parts of an item's sum; null if the sum equals the amount.
 */
function useSumBreakdown(): (item: BasketItem) => string | null {
  const text = useText();
  const language = useLanguage();
  return ({ amount, fee, due }) => {
    const amountText = formatMoneyInSentence(amount, language);
    if (fee !== null) {
      return text('basket.item.sum', {
        amount: amountText,
        fee: formatMoneyInSentence(fee, language),
      });
    }
    return isSameCurrency(amount.currency, due.currency) ? null : amountText;
  };
}

/** Shows the status as a word with its own sign; colour is never the only distinction. */
function ItemStamp(props: { readonly item: BasketItem }) {
  const text = useText();
  const { payment } = props.item;
  const status = getItemStatus(payment);
  return (
    <span className={styles.stamp} data-status={status}>
      {text(`basket.stamp.${status}`)}
    </span>
  );
}

function ItemPaper(props: { readonly item: BasketItem; readonly papers: BasketPapers }) {
  const { missingItemNumbers, giftCardItemNumbers, onScreenGiftCardItemNumbers } = props.papers;
  const { number } = props.item;
  const text = useText();
  if (props.papers.missingCodeItemNumbers.includes(number)) {
    return <span className={styles.refusalReason}>{text('basket.done.noCode')}</span>;
  }
  if (missingItemNumbers.includes(number)) {
    return (
      <span className={styles.refusalReason}>{text('basket.paper.missing', { count: 1 })}</span>
    );
  }
  if (onScreenGiftCardItemNumbers.includes(number)) {
    return <span className={styles.refusalReason}>{text('pay.gift.onScreen')}</span>;
  }
  if (!giftCardItemNumbers.includes(number)) return null;
  return <span className={styles.refusalReason}>{text('pay.gift.titleExact')}</span>;
}

/** The reason of a refusal as text, with its code. */
function RefusalReason(props: { readonly payment: Payment }) {
  const { payment } = props;
  const text = useText();
  const language = useLanguage();
  const { code, httpStatus, billerName } = payment;
  if (payment.isNotSent)
    return <span className={styles.refusalReason}>{text('pay.refused.notSent')}</span>;
  // The request reached the service, and the service's row shows that the payment failed.
  if (code === null && httpStatus === null) return null;
  const description = describeServiceCode({
    code,
    httpStatus,
    language,
    context: 'payment',
    billerName: billerName,
  });
  return (
    <span className={styles.refusalReason}>
      {description.title} <small>{code ?? `HTTP ${httpStatus}`}</small>
    </span>
  );
}
