import { useEffect, useRef } from 'react';
import { assertNever, type CustomerItem, type CustomerSale } from '../../shared/contract/index.ts';
import type { CustomerKey } from '../../shared/locales/index.ts';
import { isSameCurrency, isZero, type Money } from '../../shared/money/index.ts';
import { classNames, PaidIcon, RefusedIcon, UnknownIcon } from '../components/index.ts';
import styles from './customer-screen.module.css';
import type { CustomerTexts } from './customer-texts.ts';

interface SaleProps {
  readonly sale: CustomerSale;
  readonly words: CustomerTexts;
}

/** What is paid, item by item; then the money; and how it stands, with a word, a shape and a colour. */
export function Sale(props: SaleProps) {
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

/** From how many on they stand beside each other, and then closer still. */
const MULTI_COLUMN_ITEM_COUNT = 3;
const DENSE_ITEM_COUNT = 8;

function Items({ sale, words }: SaleProps) {
  const list = useRef<HTMLDivElement>(null);
  const { items } = sale;
  const moving = items.findIndex(({ state }) => state === 'waiting');
  const shown = moving === -1 ? items.length - 1 : moving;
  // Nobody scrolls this screen: what is added, or on its way, is brought into view, clear of what
  // stands beneath it, which is higher once it is paid.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the phase changes what there is room for.
  useEffect(() => {
    list.current?.querySelectorAll('li')[shown]?.scrollIntoView?.({ block: 'center' });
  }, [shown, sale.phase]);
  const title = words.text(sale.isCashOut ? 'facing.items.out' : 'facing.items');
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
            <Item key={item.number} item={item} sale={sale} words={words} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Item(props: SaleProps & { readonly item: CustomerItem }) {
  const { item, sale, words } = props;
  const { amount, fee, due } = item;
  const parts = [
    ...(isSameCurrency(amount.currency, due.currency) && fee === null
      ? []
      : [words.text('facing.amount', { amount: words.money(amount) })]),
    ...(fee === null || isZero(fee) ? [] : [words.text('facing.fee', { fee: words.money(fee) })]),
  ];
  return (
    <li className={styles.item}>
      <p className={styles.biller}>{item.billerName}</p>
      <p className={styles.due}>{words.money(due)}</p>
      <p className={styles.account}>
        {words.text(`facing.${item.accountIs}`, { account: item.account })}
        {parts.map((part) => (
          <span key={part}> · {part}</span>
        ))}
      </p>
      {sale.items.length === 1 || item.state === 'asked' ? null : (
        <p className={classNames(styles.state, styles[item.state])}>
          <StateIcon state={item.state} />
          {words.text(`facing.item.${item.state}`)}
        </p>
      )}
    </li>
  );
}

function Sums({ sale, words }: SaleProps) {
  const { total, received, change, isCashOut } = sale;
  const isBack = sale.phase === 'not-paid' || sale.phase === 'partly';
  return (
    <dl className={styles.totals}>
      <Sum
        label={words.text(isCashOut ? 'facing.total.out' : 'facing.total')}
        value={total}
        words={words}
      />
      {received === null ? null : (
        <Sum label={words.text('facing.received')} value={received} words={words} />
      )}
      {change === null ? null : (
        <Sum
          label={words.text(isBack ? 'facing.back' : 'facing.change')}
          value={change}
          words={words}
          isLargest
        />
      )}
    </dl>
  );
}

function Sum(props: {
  readonly label: string;
  readonly value: Money;
  readonly words: CustomerTexts;
  readonly isLargest?: boolean;
}) {
  return (
    <div className={classNames(styles.total, props.isLargest === true && styles.largest)}>
      <dt className={styles.label}>{props.label}</dt>
      <dd className={styles.figures}>{props.words.money(props.value)}</dd>
    </div>
  );
}

/** Announced as it changes; before F12 there is nothing to announce. */
function SaleStatus({ sale, words }: SaleProps) {
  const { phase } = sale;
  return (
    <div className={classNames(styles.status, styles[phase])} role="status" data-phase={phase}>
      {phase === 'asked' ? null : (
        <>
          <p className={styles.statusText}>
            <StateIcon state={phase} />
            <span>{words.text(getPhaseTextKey(phase, sale.isCashOut))}</span>
          </p>
          <p className={styles.statusDetail}>{formatPhaseDetail({ sale, words })}</p>
        </>
      )}
    </div>
  );
}

/** A cash-out is no payment: it was confirmed, or not done. */
function getPhaseTextKey(
  phase: Exclude<CustomerSale['phase'], 'asked'>,
  isCashOut: boolean,
): CustomerKey {
  const isEnded = phase === 'paid' || phase === 'not-paid';
  return isEnded && isCashOut ? `facing.${phase}.out` : `facing.${phase}`;
}

function formatPhaseDetail({ sale, words }: SaleProps): string {
  const { phase, isCashOut, change, certainAt, timeZone } = sale;
  switch (phase) {
    case 'asked':
      return '';
    case 'unknown':
      return certainAt === null
        ? words.text(isCashOut ? 'facing.unknown.open.out' : 'facing.unknown.open')
        : words.text(isCashOut ? 'facing.unknown.by.out' : 'facing.unknown.by', {
            time: words.time(certainAt, timeZone),
          });
    case 'paid':
      if (isCashOut) return words.text('facing.paid.more.out');
      return words.text(
        change === null || isZero(change) ? 'facing.paid.more' : 'facing.paid.more.change',
      );
    case 'not-paid':
    case 'waiting':
      return words.text(isCashOut ? `facing.${phase}.more.out` : `facing.${phase}.more`);
    case 'partly':
    case 'stopped':
      return words.text(`facing.${phase}.more`);
    default:
      return assertNever(phase);
  }
}

/** The same shapes as on the till: only what is not known has the octagon. */
function StateIcon(props: { readonly state: CustomerItem['state'] | CustomerSale['phase'] }) {
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
