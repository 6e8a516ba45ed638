import { useEffect, useRef } from 'react';
import {
  assertNever,
  type CustomerScreenItem,
  type CustomerScreenSale,
} from '../../shared/contract/index.ts';
import type { CustomerScreenTextKey } from '../../shared/locales/index.ts';
import { isSameCurrency, isZero, type Money } from '../../shared/money/index.ts';
import { classNames, PaidIcon, RefusedIcon, UnknownIcon } from '../components/index.ts';
import styles from './customer-screen.module.css';
import type { CustomerScreenTexts } from './customer-screen-texts.ts';

interface SaleProps {
  readonly sale: CustomerScreenSale;
  readonly texts: CustomerScreenTexts;
}

/** The items, the amounts, and the status with a word, a shape and a colour. */
export function SaleScreen(props: SaleProps) {
  return (
    <>
      <Items {...props} />
      <div className={styles.footer}>
        <div className={styles.scrollFade} data-goes-on="yes" aria-hidden="true" />
        <SaleStatus {...props} />
        <Sums {...props} />
      </div>
    </>
  );
}

/** From these numbers of items on, the list has several columns, and then less spacing. */
const MULTI_COLUMN_ITEM_COUNT = 3;
const DENSE_ITEM_COUNT = 8;

function Items({ sale, texts }: SaleProps) {
  const list = useRef<HTMLDivElement>(null);
  const { items } = sale;
  const pendingIndex = items.findIndex(({ state }) => state === 'waiting');
  const visibleIndex = pendingIndex === -1 ? items.length - 1 : pendingIndex;
  // Nobody scrolls this screen: a new or pending item is scrolled into view, clear of the footer,
  // which is higher once the sale is paid.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the phase changes the available height.
  useEffect(() => {
    list.current?.querySelectorAll('li')[visibleIndex]?.scrollIntoView?.({ block: 'center' });
  }, [visibleIndex, sale.phase]);
  const title = texts.text(sale.isCashOut ? 'customerScreen.items.out' : 'customerScreen.items');
  return (
    <section className={styles.items} aria-label={title}>
      <h2 className={styles.itemsTitle}>{title}</h2>
      <div className={styles.itemScroller} ref={list} data-scrolls="yes">
        <ul
          className={styles.list}
          data-many={
            items.length > DENSE_ITEM_COUNT
              ? 'lots'
              : items.length > MULTI_COLUMN_ITEM_COUNT
                ? 'yes'
                : 'no'
          }
        >
          {items.map((item) => (
            <Item key={item.number} item={item} sale={sale} texts={texts} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Item(props: SaleProps & { readonly item: CustomerScreenItem }) {
  const { item, sale, texts } = props;
  const { amount, fee, due } = item;
  const parts = [
    ...(isSameCurrency(amount.currency, due.currency) && fee === null
      ? []
      : [texts.text('customerScreen.amount', { amount: texts.money(amount) })]),
    ...(fee === null || isZero(fee)
      ? []
      : [texts.text('customerScreen.fee', { fee: texts.money(fee) })]),
  ];
  return (
    <li className={styles.item}>
      <p className={styles.biller}>{item.billerName}</p>
      <p className={styles.due}>{texts.money(due)}</p>
      <p className={styles.account}>
        {texts.text(`customerScreen.${item.accountIs}`, { account: item.account })}
        {parts.map((part) => (
          <span key={part}> · {part}</span>
        ))}
      </p>
      {sale.items.length === 1 || item.state === 'asked' ? null : (
        <p className={classNames(styles.state, styles[item.state])}>
          <StateIcon state={item.state} />
          {texts.text(`customerScreen.item.${item.state}`)}
        </p>
      )}
    </li>
  );
}

function Sums({ sale, texts }: SaleProps) {
  const { total, received, change, isCashOut } = sale;
  const isMoneyBack = sale.phase === 'not-paid' || sale.phase === 'partly';
  return (
    <dl className={styles.totals}>
      <Sum
        label={texts.text(isCashOut ? 'customerScreen.total.out' : 'customerScreen.total')}
        value={total}
        texts={texts}
      />
      {received === null ? null : (
        <Sum label={texts.text('customerScreen.received')} value={received} texts={texts} />
      )}
      {change === null ? null : (
        <Sum
          label={texts.text(isMoneyBack ? 'customerScreen.back' : 'customerScreen.change')}
          value={change}
          texts={texts}
          isLargest
        />
      )}
    </dl>
  );
}

function Sum(props: {
  readonly label: string;
  readonly value: Money;
  readonly texts: CustomerScreenTexts;
  readonly isLargest?: boolean;
}) {
  return (
    <div className={classNames(styles.total, props.isLargest === true && styles.largest)}>
      <dt className={styles.label}>{props.label}</dt>
      <dd className={styles.figures}>{props.texts.money(props.value)}</dd>
    </div>
  );
}

/** Announced to screen readers when it changes; before F12 there is nothing to announce. */
function SaleStatus({ sale, texts }: SaleProps) {
  const { phase } = sale;
  return (
    <div className={classNames(styles.status, styles[phase])} role="status" data-phase={phase}>
      {phase === 'asked' ? null : (
        <>
          <p className={styles.statusText}>
            <StateIcon state={phase} />
            <span>{texts.text(getPhaseTextKey(phase, sale.isCashOut))}</span>
          </p>
          <p className={styles.statusDetail}>{formatPhaseDetail({ sale, texts })}</p>
        </>
      )}
    </div>
  );
}

/** A cash-out is not a payment: it is confirmed or not done. */
function getPhaseTextKey(
  phase: Exclude<CustomerScreenSale['phase'], 'asked'>,
  isCashOut: boolean,
): CustomerScreenTextKey {
  const isEnded = phase === 'paid' || phase === 'not-paid';
  return isEnded && isCashOut ? `customerScreen.${phase}.out` : `customerScreen.${phase}`;
}

function formatPhaseDetail({ sale, texts }: SaleProps): string {
  const { phase, isCashOut, change, certainAt, timeZone } = sale;
  switch (phase) {
    case 'asked':
      return '';
    case 'unknown':
      return certainAt === null
        ? texts.text(isCashOut ? 'customerScreen.unknown.open.out' : 'customerScreen.unknown.open')
        : texts.text(isCashOut ? 'customerScreen.unknown.by.out' : 'customerScreen.unknown.by', {
            time: texts.time(certainAt, timeZone),
          });
    case 'paid':
      if (isCashOut) return texts.text('customerScreen.paid.more.out');
      return texts.text(
        change === null || isZero(change)
          ? 'customerScreen.paid.more'
          : 'customerScreen.paid.more.change',
      );
    case 'not-paid':
    case 'waiting':
      return texts.text(
        isCashOut ? `customerScreen.${phase}.more.out` : `customerScreen.${phase}.more`,
      );
    case 'partly':
    case 'stopped':
      return texts.text(`customerScreen.${phase}.more`);
    default:
      return assertNever(phase);
  }
}

/** The same shapes as on the till: only unknown has the octagon. */
function StateIcon(props: {
  readonly state: CustomerScreenItem['state'] | CustomerScreenSale['phase'];
}) {
  switch (props.state) {
    case 'paid':
      return <PaidIcon />;
    case 'not-paid':
      return <RefusedIcon />;
    case 'unknown':
      return <UnknownIcon />;
    case 'asked':
    case 'waiting':
    case 'partly':
    case 'not-sent':
    case 'stopped':
      return null;
    default:
      return assertNever(props.state);
  }
}
