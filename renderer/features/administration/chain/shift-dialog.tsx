import type { ChainShift } from '../../../../shared/contract/index.ts';
import { createMoney, isNegative, isZero } from '../../../../shared/money/index.ts';
import { useTimeFormatter } from '../../../app/index.ts';
import { Dialog, type Fact, Facts, formatMoneyInSentence } from '../../../components/index.ts';
import { type TextFunction, type TextKey, useLanguage, useText } from '../../../i18n/index.ts';
import styles from './chain.module.css';
import { formatTillPlace } from './chain-formatters.ts';

/** One shift: when and whose, its drawer, and the totals of its Z report. */
export function ShiftDialog(props: { readonly shift: ChainShift; readonly onClose: () => void }) {
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
    <Dialog title={formatTillPlace(text, shift.till)} onClose={onClose}>
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

/** The currency is named where there are several. */
function useCurrencyLabel(shift: ChainShift) {
  return (name: string, one: CountedSum): string =>
    shift.money.length > 1 ? `${name} · ${one.currency}` : name;
}

function useDrawerFacts(shift: ChainShift): readonly Fact[] {
  const text = useText();
  const language = useLanguage();
  const named = useCurrencyLabel(shift);
  return shift.money.flatMap((one) => {
    const words = (amount: string): string =>
      formatMoneyInSentence(createMoney(amount, one.currency), language);
    return [
      { name: named(text('chain.shifts.float'), one), value: words(one.float) },
      { name: named(text('chain.shifts.expected'), one), value: words(one.expected) },
      { name: named(text('chain.shifts.counted'), one), value: words(one.counted) },
      {
        name: named(text('chain.shifts.difference'), one),
        value: formatDifference(one, text, language),
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
};

/** What there was none of is left out. */
function useTotals(shift: ChainShift): readonly Fact[] {
  const text = useText();
  const language = useLanguage();
  const named = useCurrencyLabel(shift);
  const number = new Intl.NumberFormat(language);
  return shift.money.flatMap((one) =>
    one.totals
      .map((total) => ({ ...total, sum: createMoney(total.amount, one.currency) }))
      .filter(({ count, sum }) => count > 0 || !isZero(sum))
      .map(({ name, count, sum }) => {
        const key = TOTAL_TEXT_KEYS[name];
        const amount = formatMoneyInSentence(sum, language);
        return {
          name: named(key === undefined ? name : text(key), one),
          value: count === 0 ? amount : `${number.format(count)} · ${amount}`,
        };
      }),
  );
}

function formatDifference(one: CountedSum, text: TextFunction, language: string): string {
  const difference = createMoney(one.difference, one.currency);
  if (isZero(difference)) return text('chain.shifts.exact');
  const isMissing = isNegative(difference);
  const amount = formatMoneyInSentence(
    createMoney(one.difference.replace('-', ''), one.currency),
    language,
  );
  return text(isMissing ? 'chain.shifts.missing' : 'chain.shifts.over', { amount });
}

/** For the row of a closed shift. */
export function formatShift(shift: ChainShift, text: TextFunction, language: string): string {
  const differing = shift.money.filter((one) => !isZero(createMoney(one.difference, one.currency)));
  if (differing.length === 0) return text('chain.shifts.exact');
  return differing.map((one) => formatDifference(one, text, language)).join(' · ');
}
