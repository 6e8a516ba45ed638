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
  CASH_SUM_FIELD,
  computeCountTotal,
  getCountFieldName,
  getCountMethod,
  getDenominationValues,
  OTHER_CASH_FIELD,
  parseCounts,
  parsePieceCount,
  type TypedCountFields,
} from './typed-count.ts';

export interface CashCountFormProps {
  readonly title: string;
  readonly cashState: CashState;
  /** The currencies to count, each with its own denominations. */
  readonly currencies: readonly string[];
  readonly submitLabel: string;
  /** The consequence of the count, if it needs an explanation. */
  readonly consequenceText?: string;
  /** A text about money that must not be counted, if there is any. */
  readonly excludedMoneyText?: string | undefined;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly onBack: () => void;
  readonly onCount: (counts: CashCount[]) => void;
}

/**
 * A count as one sum, or by notes and coins; never both for one currency. Enter moves from field to
 * field, and submits the count in the last enabled field.
 */
export function CashCountForm(props: CashCountFormProps) {
  const { cashState: state, currencies } = props;
  const text = useText();
  const language = useLanguage();
  const describeProblem = useProblemText();
  const fields = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<TypedCountFields>({});
  const [isChecked, setChecked] = useState(false);
  const [isLast, setLast] = useState(false);
  // Pressing the button by touch or mouse removes the focus from the field.
  const lastField = useRef<HTMLInputElement>(null);
  const counts = parseCounts(state, currencies, typed, language);
  // Enter submits the count only in the last field, and moves to the next field in all others.
  useEffect(() => {
    const container = fields.current;
    const updateFocus = (): void => {
      const focusedElement = document.activeElement;
      if (
        focusedElement instanceof HTMLInputElement &&
        container?.contains(focusedElement) === true
      ) {
        lastField.current = focusedElement;
      }
      setLast(listEnabledFields(container).at(-1) === lastField.current);
    };
    updateFocus();
    container?.addEventListener('focusin', updateFocus);
    return () => container?.removeEventListener('focusin', updateFocus);
  });

  const submitOrMoveOn = (): void => {
    const fieldInputs = listEnabledFields(fields.current);
    const { current } = lastField;
    const currentIndex = current === null ? -1 : fieldInputs.indexOf(current);
    const nextField = fieldInputs[currentIndex + 1];
    if (nextField !== undefined) {
      nextField.focus();
      nextField.select();
      return;
    }
    setChecked(true);
    if (counts === null) {
      // Fields are marked invalid only in the next frame.
      requestAnimationFrame(() =>
        fields.current?.querySelector<HTMLInputElement>('input[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    if (!props.isBusy) props.onCount([...counts]);
  };

  const setField = (field: string, value: string): void => {
    setTyped((before) => ({ ...before, [field]: value }));
  };

  return (
    <Screen
      isWide
      isDense
      title={props.title}
      hint={props.consequenceText ?? text('shift.countHint')}
      footer={<CountTotals counts={counts} currencies={currencies} />}
      actions={[
        { label: text('shift.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: isLast ? props.submitLabel : text('shift.nextField'),
          keyName: 'Enter',
          variant: 'primary',
          isDisabled: props.isBusy,
          onAction: submitOrMoveOn,
        },
      ]}
    >
      {props.problem === null ? null : (
        <Notice tone="warning" {...describeProblem(props.problem)} />
      )}
      {props.excludedMoneyText === undefined ? null : (
        <Notice tone="info" title={props.excludedMoneyText} />
      )}
      <div ref={fields} className={styles.counts}>
        {currencies.map((currency, index) => {
          const method = getCountMethod(typed, currency);
          const hasDenominations = getDenominationValues(state, currency).length > 0;
          return (
            <section key={currency} className={styles.currency} aria-label={currency}>
              {hasDenominations ? (
                <AmountField
                  label={text('shift.countTotal')}
                  description={text('shift.countTotal.description')}
                  value={typed[getCountFieldName(currency, CASH_SUM_FIELD)] ?? ''}
                  currency={currency}
                  onChange={(typedText) =>
                    setField(getCountFieldName(currency, CASH_SUM_FIELD), typedText)
                  }
                  isDisabled={method === 'pieces'}
                  isEmptyAnError={isChecked && method === 'sum'}
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
                    typed={typed[getCountFieldName(currency, value)] ?? ''}
                    isDisabled={method === 'sum'}
                    onType={(typedText) => setField(getCountFieldName(currency, value), typedText)}
                  />
                ))}
                <div className={styles.other}>
                  <AmountField
                    label={hasDenominations ? text('shift.other') : text('shift.sum', { currency })}
                    value={typed[getCountFieldName(currency, OTHER_CASH_FIELD)] ?? ''}
                    currency={currency}
                    onChange={(typedText) =>
                      setField(getCountFieldName(currency, OTHER_CASH_FIELD), typedText)
                    }
                    isEmptyAnError={
                      isChecked &&
                      (typed[getCountFieldName(currency, OTHER_CASH_FIELD)] ?? '').trim() !== ''
                    }
                    isDisabled={method === 'sum'}
                    isAutoFocused={index === 0 && !hasDenominations}
                  />
                </div>
              </div>
            </section>
          );
        })}
      </div>
    </Screen>
  );
}

function listEnabledFields(container: HTMLElement | null): HTMLInputElement[] {
  return [...(container?.querySelectorAll('input') ?? [])].filter(({ disabled }) => !disabled);
}

/** The sums so far, visible while the pieces are typed. */
function CountTotals(props: {
  readonly counts: readonly CashCount[] | null;
  readonly currencies: readonly string[];
}) {
  const text = useText();
  return (
    <div className={styles.totals}>
      {props.currencies.map((currency) => {
        const count = props.counts?.find((cashCount) => cashCount.currency === currency);
        return (
          <p key={currency} className={styles.total} role="status">
            {count === undefined ? null : (
              <>
                {text('shift.total')} <Money size="text" value={computeCountTotal(count)} />
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
  const parsedPieces = parsePieceCount(props.typed);
  return (
    <TextField
      label={props.name}
      value={props.typed}
      onChange={props.onType}
      isNumeric
      isDisabled={props.isDisabled}
      error={'reason' in parsedPieces ? text(`shift.piece.${parsedPieces.reason}`) : null}
      maxLength={12}
    />
  );
}
