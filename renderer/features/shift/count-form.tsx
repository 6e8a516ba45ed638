import { useEffect, useRef, useState } from 'react';
import type { CashCount, CashState, Problem } from '../../../shared/contract/index.ts';
import { createMoney, getDenominationKind } from '../../../shared/money/index.ts';
import { useProblemText } from '../../app/index.ts';
import {
  AmountField,
  formatDenominationInSentence,
  Money,
  Notice,
  Screen,
  TextField,
} from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import styles from './shift.module.css';
import {
  computeTotal,
  getCountMethod,
  getDenominationValues,
  getFieldName,
  OTHER_FIELD,
  parseCounts,
  parsePieces,
  SUM_FIELD,
  type TypedCount,
} from './typed-count.ts';

export interface CountFormProps {
  readonly title: string;
  readonly state: CashState;
  /** The currencies to count, each with its own pieces. */
  readonly currencies: readonly string[];
  readonly submitLabel: string;
  /** What follows from the count, if it needs saying. */
  readonly more?: string;
  /** Money that must not be counted, if there is any. */
  readonly aside?: string | undefined;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly onBack: () => void;
  readonly onCount: (counts: CashCount[]) => void;
}

/**
 * All in one sum, or bills and coins piece by piece; never both of one currency. Enter moves from
 * field to field, and gives the count at the last that can still be filled.
 */
export function CountForm(props: CountFormProps) {
  const { state, currencies } = props;
  const text = useText();
  const language = useLanguage();
  const describe = useProblemText();
  const fields = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<TypedCount>({});
  const [isChecked, setChecked] = useState(false);
  const [isLast, setLast] = useState(false);
  // A press of the button by finger or mouse takes the focus out of its field.
  const lastField = useRef<HTMLInputElement>(null);
  const counts = parseCounts(state, currencies, typed, language);
  // Enter ends the count only in the last field, and moves on in all others.
  useEffect(() => {
    const box = fields.current;
    const look = (): void => {
      const active = document.activeElement;
      if (active instanceof HTMLInputElement && box?.contains(active) === true) {
        lastField.current = active;
      }
      setLast(listEnabledFields(box).at(-1) === lastField.current);
    };
    look();
    box?.addEventListener('focusin', look);
    return () => box?.removeEventListener('focusin', look);
  });

  const goOn = (): void => {
    const inputs = listEnabledFields(fields.current);
    const { current } = lastField;
    const here = current === null ? -1 : inputs.indexOf(current);
    const next = inputs[here + 1];
    if (next !== undefined) {
      next.focus();
      next.select();
      return;
    }
    setChecked(true);
    if (counts === null) {
      // Errors are marked only in the next frame.
      requestAnimationFrame(() =>
        fields.current?.querySelector<HTMLInputElement>('input[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    if (!props.isBusy) props.onCount([...counts]);
  };

  const type = (field: string, value: string): void => {
    setTyped((before) => ({ ...before, [field]: value }));
  };

  return (
    <Screen
      title={props.title}
      hint={props.more ?? text('shift.countHint')}
      footer={<CountTotals counts={counts} currencies={currencies} />}
      actions={[
        { label: text('shift.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: isLast ? props.submitLabel : text('shift.nextField'),
          keyName: 'Enter',
          variant: 'primary',
          isDisabled: props.isBusy,
          onAction: goOn,
        },
      ]}
    >
      {props.problem === null ? null : <Notice tone="warning" {...describe(props.problem)} />}
      {props.aside === undefined ? null : <Notice tone="info" happened={props.aside} />}
      <div ref={fields} className={styles.counts}>
        {currencies.map((currency, index) => {
          const way = getCountMethod(typed, currency);
          const hasPieces = getDenominationValues(state, currency).length > 0;
          return (
            <section key={currency} className={styles.currency} aria-label={currency}>
              {hasPieces ? (
                <AmountField
                  label={text('shift.bySum')}
                  description={text('shift.bySum.what')}
                  value={typed[getFieldName(currency, SUM_FIELD)] ?? ''}
                  currency={currency}
                  onChange={(now) => type(getFieldName(currency, SUM_FIELD), now)}
                  isDisabled={way === 'pieces'}
                  isChecked={isChecked && way === 'sum'}
                  isAutoFocused={index === 0}
                />
              ) : null}
              <div className={styles.pieces}>
                {getDenominationValues(state, currency).map((value) => (
                  <PieceField
                    key={value}
                    name={text(`shift.pieces.${getDenominationKind(currency, value)}`, {
                      value: formatDenominationInSentence(createMoney(value, currency), language),
                    })}
                    typed={typed[getFieldName(currency, value)] ?? ''}
                    isDisabled={way === 'sum'}
                    onType={(now) => type(getFieldName(currency, value), now)}
                  />
                ))}
              </div>
              <AmountField
                label={hasPieces ? text('shift.other') : text('shift.sum', { currency })}
                value={typed[getFieldName(currency, OTHER_FIELD)] ?? ''}
                currency={currency}
                onChange={(now) => type(getFieldName(currency, OTHER_FIELD), now)}
                isChecked={
                  isChecked && (typed[getFieldName(currency, OTHER_FIELD)] ?? '').trim() !== ''
                }
                isDisabled={way === 'sum'}
                isAutoFocused={index === 0 && !hasPieces}
              />
            </section>
          );
        })}
      </div>
    </Screen>
  );
}

function listEnabledFields(box: HTMLElement | null): HTMLInputElement[] {
  return [...(box?.querySelectorAll('input') ?? [])].filter(({ disabled }) => !disabled);
}

/** The sums so far, in sight while the pieces are typed. */
function CountTotals(props: {
  readonly counts: readonly CashCount[] | null;
  readonly currencies: readonly string[];
}) {
  const text = useText();
  return (
    <div className={styles.totals}>
      {props.currencies.map((currency) => {
        const count = props.counts?.find((one) => one.currency === currency);
        return (
          <p key={currency} className={styles.total} role="status">
            {count === undefined ? null : (
              <>
                {text('shift.total')} <Money size="text" value={computeTotal(count)} />
              </>
            )}
          </p>
        );
      })}
    </div>
  );
}

function PieceField(props: {
  readonly name: string;
  readonly typed: string;
  readonly isDisabled: boolean;
  readonly onType: (typed: string) => void;
}) {
  const text = useText();
  const read = parsePieces(props.typed);
  return (
    <TextField
      label={props.name}
      value={props.typed}
      onChange={props.onType}
      isNumeric
      isDisabled={props.isDisabled}
      error={'fault' in read ? text(`shift.piece.${read.fault}`) : null}
      maxLength={12}
    />
  );
}
