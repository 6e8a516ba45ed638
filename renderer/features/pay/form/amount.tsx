import { useEffect, useRef } from 'react';
import { receiptWords } from '../../../../shared/i18n/index.ts';
import {
  isNegative,
  isZero,
  type Money as MoneyValue,
  money,
  parseAmount,
} from '../../../../shared/money/index.ts';
import { ConnectionNotice, ProblemNotice } from '../../../app/index.ts';
import {
  AmountField,
  Button,
  Facts,
  Money,
  moneyWords,
  patterns,
  Screen,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import type { Draft, SaleKind, StepProps } from '../flow/index.ts';
import { currencyOf, fixedAmount, mayConsult, typeOf } from '../flow/index.ts';
import styles from '../pay.module.css';
import { useKnownFee } from './known-fee.ts';
import { Offer } from './offer.tsx';
import { RulesCard } from './rules-card.tsx';

/** Asks for the amount. A known balance is shown above, and is fixed if it must be paid whole. */
export function AmountScreen(props: StepProps<'amount'>) {
  const { step, tell, press } = props;
  const { draft } = step;
  const { biller, balance } = draft;
  const text = useText();
  const language = useLanguage();
  const fixed = fixedAmount(draft);
  const owed = balance?.amount ?? null;
  const field = useRef<HTMLDivElement>(null);
  // Typing replaces a balance that was filled in.
  useEffect(() => field.current?.querySelector('input')?.select(), []);
  const mayAsk = mayConsult(draft) && balance === null;
  const withFee = useTotalWords(draft, fixed);
  const isOffered = draft.kind !== 'bill' && biller.amounts.kind === 'list';

  return (
    <Screen
      title={titleOf(draft.kind)}
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        ...(isOffered
          ? []
          : [
              {
                label: text('pay.goOn'),
                keyName: 'Enter' as const,
                onAction: () => press('enter'),
                variant: 'primary' as const,
              },
            ]),
      ]}
    >
      <ConnectionNotice />
      {owed !== null && !isNegative(owed) ? <Owed step={step} owed={owed} /> : null}
      {balance === null ? null : <BalanceWords step={step} />}
      {isOffered ? <Offer step={step} tell={tell} /> : null}
      {fixed || isOffered ? null : (
        <div className={styles.fieldRow} ref={field}>
          <AmountField
            label={text('pay.amount.label')}
            value={draft.amountText}
            onChange={(typed) => tell({ type: 'typed', field: 'amount', text: typed })}
            currency={owed?.currency ?? biller.currency}
            description={hint()}
            isAutoFocused
            isChecked={step.fault !== null}
          />
          {mayAsk ? (
            <div>
              <Button onPress={() => tell({ type: 'consult' })}>
                {text('pay.amount.consult')}
              </Button>
            </div>
          ) : null}
        </div>
      )}
      {withFee === null ? null : <p className={patterns.quiet}>{withFee}</p>}
      {step.problem === null ? null : (
        <ProblemNotice
          problem={step.problem}
          biller={biller.name}
          {...(draft.tender ? { money: text('pay.anew.money') } : {})}
        />
      )}
      <div className={styles.push}>
        <RulesCard draft={draft} />
      </div>
    </Screen>
  );

  function titleOf(kind: SaleKind): string {
    if (kind !== 'bill') return text(`pay.offer.title.${kind}`);
    return text(fixed ? 'pay.amount.fixedTitle' : 'pay.amount.title');
  }

  function hint(): string {
    if (draft.kind !== 'bill' && biller.amounts.kind === 'range') {
      const { least, most } = biller.amounts;
      return text('pay.offer.range', {
        least: moneyWords(money(least, biller.currency), language),
        most: moneyWords(money(most, biller.currency), language),
      });
    }
    if (mayAsk && step.problem === null) return text('pay.amount.optional');
    if (typeOf(draft) === 'shop-covers') return text('pay.amount.shopCovers');
    return '';
  }
}

/** What the customer pays for the amount as it is typed, where that is more. */
function useTotalWords(draft: Draft, fixed: MoneyValue | null): string | null {
  const text = useText();
  const language = useLanguage();
  const { fee, totalOf } = useKnownFee(draft);
  const parsed = parseAmount(draft.amountText, currencyOf(draft), language);
  const total = fixed === null && parsed.ok ? totalOf(parsed.value) : null;
  if (fee === null || total === null) return null;
  return text('pay.amount.withFee', {
    fee: moneyWords(fee, language),
    due: moneyWords(total, language),
  });
}

/** What is owed; with the shop's fee, all that the customer pays. */
function Owed(props: Pick<StepProps<'amount'>, 'step'> & { readonly owed: MoneyValue }) {
  const { draft } = props.step;
  const text = useText();
  const language = useLanguage();
  const { fee, totalOf } = useKnownFee(draft);
  const fixed = fixedAmount(draft);
  const total = fixed === null ? null : totalOf(fixed);
  if (fee === null) return <Money value={props.owed} label={text('pay.amount.owed')} />;
  const facts = [{ name: receiptWords(language).fee, value: moneyWords(fee, language) }];
  return total === null ? (
    <>
      <Money value={props.owed} label={text('pay.amount.owed')} />
      <Facts facts={facts} isRunning />
    </>
  ) : (
    <>
      <Money value={total} label={text('pay.cash.due')} />
      <Facts
        facts={[
          { name: text('pay.amount.owed'), value: moneyWords(props.owed, language) },
          ...facts,
        ]}
        isRunning
      />
    </>
  );
}

function BalanceWords(props: Pick<StepProps<'amount'>, 'step'>) {
  const text = useText();
  const { balance } = props.step.draft;
  if (balance === null) return null;
  const { amount, dueDate, nameOnAccount } = balance;
  const lines = [
    ...(amount === null ? [text('pay.amount.noBalance')] : []),
    ...(amount !== null && (isZero(amount) || isNegative(amount))
      ? [text('pay.amount.nothingOwed')]
      : []),
    ...(nameOnAccount === null ? [] : [text('pay.amount.holder', { name: nameOnAccount })]),
    ...(dueDate === null ? [] : [text('pay.amount.due', { date: dueDate })]),
  ];
  return lines.length === 0 ? null : (
    <ul className={styles.plain}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
