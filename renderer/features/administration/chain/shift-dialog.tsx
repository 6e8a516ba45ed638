import type { ChainShift } from '../../../../shared/contract/index.ts';
import { createMoney, isNegative, isZero } from '../../../../shared/money/index.ts';
import { useTimeFormatter } from '../../../app/index.ts';
import { Dialog, type Fact, Facts, formatMoneyInSentence } from '../../../components/index.ts';
import { type TextFunction, type TextKey, useLanguage, useText } from '../../../i18n/index.ts';
import styles from './chain.module.css';
import { formatShopAndPos } from './chain-formatters.ts';

/** One shift: its times and cashiers, its drawer counts, and the totals of its Z report. */
export function ChainShiftDialog(props: {
  readonly shift: ChainShift;
  readonly onClose: () => void;
}) {
  const { shift, onClose } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const isClosed = shift.closedAt !== null;
  const facts: Fact[] = [
    {
      name: text('chain.shifts.openedAt'),
      value: `${clock.dateTime(shift.openedAt)} · ${shift.openedBy}`,
    },
    {
      name: text('chain.shifts.closedAt'),
      value:
        shift.closedAt === null
          ? text('chain.shifts.isOpen')
          : `${clock.dateTime(shift.closedAt)} · ${shift.closedBy ?? text('chain.unknown')}`,
    },
    ...(shift.zNumber === null
      ? []
      : [{ name: text('chain.shifts.zName'), value: String(shift.zNumber) }]),
    ...useDrawerFacts(shift),
  ];
  const totals = useTotals(shift);
  return (
    <Dialog title={formatShopAndPos(text, shift.till)} onClose={onClose}>
      <Facts facts={facts} />
      {isClosed ? null : <p>{text('chain.shifts.blind')}</p>}
      {isClosed && shift.zNumber === null ? <p>{text('chain.shifts.noTotals')}</p> : null}
      {totals.length === 0 ? null : (
        <section>
          <h3 className={styles.heading}>{text('chain.shifts.totals')}</h3>
          <Facts facts={totals} label={text('chain.shifts.totals')} />
        </section>
      )}
    </Dialog>
  );
}

type CountedSum = ChainShift['money'][number];

/** Returns a function that adds the currency to a label if the shift has several currencies. */
function useCurrencyLabel(shift: ChainShift) {
  return (label: string, currencySum: CountedSum): string =>
    shift.money.length > 1 ? `${label} · ${currencySum.currency}` : label;
}

function useDrawerFacts(shift: ChainShift): readonly Fact[] {
  const text = useText();
  const language = useLanguage();
  const addCurrency = useCurrencyLabel(shift);
  return shift.money.flatMap((currencySum) => {
    const format = (amount: string): string =>
      formatMoneyInSentence(createMoney(amount, currencySum.currency), language);
    return [
      {
        name: addCurrency(text('chain.shifts.float'), currencySum),
        value: format(currencySum.float),
      },
      {
        name: addCurrency(text('chain.shifts.expected'), currencySum),
        value: format(currencySum.expected),
      },
      {
        name: addCurrency(text('chain.shifts.counted'), currencySum),
        value: format(currencySum.counted),
      },
      {
        name: addCurrency(text('chain.shifts.difference'), currencySum),
        value: formatDifference(currencySum, text, language),
      },
    ];
  });
}

const TOTAL_TEXT_KEYS: Readonly<Record<string, TextKey>> = {
  bill: 'history.kind.bill',
  'top-up': 'history.kind.top-up',
  'gift-card': 'history.kind.gift-card',
  'cash-out': 'history.kind.cash-out',
  cancel: 'history.kind.cancel',
  fees: 'chain.shifts.total.fees',
  'hand-back': 'chain.shifts.total.hand-back',
  'take-in': 'chain.shifts.total.take-in',
  'pay-in': 'chain.shifts.total.pay-in',
  'pay-out': 'chain.shifts.total.pay-out',
  drop: 'chain.shifts.total.drop',
};

/** Totals with a count and an amount of zero are omitted. */
function useTotals(shift: ChainShift): readonly Fact[] {
  const text = useText();
  const language = useLanguage();
  const addCurrency = useCurrencyLabel(shift);
  const number = new Intl.NumberFormat(language);
  return shift.money.flatMap((currencySum) =>
    currencySum.totals
      .map((total) => ({ ...total, sum: createMoney(total.amount, currencySum.currency) }))
      .filter(({ count, sum }) => count > 0 || !isZero(sum))
      .map(({ name, count, sum }) => {
        const key = TOTAL_TEXT_KEYS[name];
        const amount = formatMoneyInSentence(sum, language);
        return {
          name: addCurrency(key === undefined ? name : text(key), currencySum),
          value: count === 0 ? amount : `${number.format(count)} · ${amount}`,
        };
      }),
  );
}

function formatDifference(currencySum: CountedSum, text: TextFunction, language: string): string {
  const difference = createMoney(currencySum.difference, currencySum.currency);
  if (isZero(difference)) return text('chain.shifts.exact');
  const isMissing = isNegative(difference);
  const amount = formatMoneyInSentence(
    createMoney(currencySum.difference.replace('-', ''), currencySum.currency),
    language,
  );
  return text(isMissing ? 'chain.shifts.missing' : 'chain.shifts.over', { amount });
}

/** Returns the count difference of a closed shift, for its row in the list. */
export function formatChainShift(shift: ChainShift, text: TextFunction, language: string): string {
  const differences = shift.money.filter(
    (currencySum) => !isZero(createMoney(currencySum.difference, currencySum.currency)),
  );
  if (differences.length === 0) return text('chain.shifts.exact');
  return differences
    .map((currencySum) => formatDifference(currencySum, text, language))
    .join(' · ');
}
