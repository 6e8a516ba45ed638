import { useRef, useState } from 'react';
import type { CashCount, CashState, Problem } from '../../../shared/contract/index.ts';
import { useProblemText } from '../../app/index.ts';
import { AmountField, Money, Notice, Screen, TextField } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import {
  fieldOf,
  OTHER,
  parsePieces,
  readCounts,
  sumOf,
  type TypedCount,
  valuesOf,
} from './counting.ts';
import styles from './shift.module.css';

export interface CountFormProps {
  readonly title: string;
  readonly state: CashState;
  /** What is counted, each with its own pieces. */
  readonly currencies: readonly string[];
  readonly doLabel: string;
  /** What must not be counted, where there is such money. */
  readonly aside?: string | undefined;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly onBack: () => void;
  readonly onCount: (counts: CashCount[]) => void;
}

/**
 * Bills and coins, piece by piece. Enter goes from field to field, and gives the count at the last.
 */
export function CountForm(props: CountFormProps) {
  const { state, currencies } = props;
  const text = useText();
  const language = useLanguage();
  const describe = useProblemText();
  const fields = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<TypedCount>({});
  const [isChecked, setChecked] = useState(false);
  const counts = readCounts(state, currencies, typed, language);

  const goOn = (): void => {
    const inputs = [...(fields.current?.querySelectorAll('input') ?? [])];
    const active = document.activeElement;
    const here = active instanceof HTMLInputElement ? inputs.indexOf(active) : -1;
    const next = here === -1 ? undefined : inputs[here + 1];
    if (next !== undefined) {
      next.focus();
      next.select();
      return;
    }
    setChecked(true);
    if (counts === null) {
      // The next frame has marked what is wrong.
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
      hint={text('shift.countHint')}
      foot={<Totals counts={counts} currencies={currencies} />}
      actions={[
        { label: text('shift.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: props.doLabel,
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
        {currencies.map((currency, index) => (
          <section key={currency} className={styles.currency} aria-label={currency}>
            <div className={styles.pieces}>
              {valuesOf(state, currency).map((value, place) => (
                <Piece
                  key={value}
                  name={text('shift.pieces', { value })}
                  typed={typed[fieldOf(currency, value)] ?? ''}
                  isAutoFocused={index === 0 && place === 0}
                  onType={(now) => type(fieldOf(currency, value), now)}
                />
              ))}
            </div>
            <AmountField
              label={
                valuesOf(state, currency).length === 0
                  ? text('shift.sum', { currency })
                  : text('shift.other')
              }
              value={typed[fieldOf(currency, OTHER)] ?? ''}
              currency={currency}
              onChange={(now) => type(fieldOf(currency, OTHER), now)}
              isChecked={isChecked && (typed[fieldOf(currency, OTHER)] ?? '').trim() !== ''}
              isAutoFocused={index === 0 && valuesOf(state, currency).length === 0}
            />
          </section>
        ))}
      </div>
    </Screen>
  );
}

/** What it comes to so far: in sight while the pieces are typed, however many there are. */
function Totals(props: {
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
                {text('shift.total')} <Money size="text" value={sumOf(count)} />
              </>
            )}
          </p>
        );
      })}
    </div>
  );
}

function Piece(props: {
  readonly name: string;
  readonly typed: string;
  readonly isAutoFocused: boolean;
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
      isAutoFocused={props.isAutoFocused}
      error={'fault' in read ? text(`shift.piece.${read.fault}`) : null}
      maxLength={12}
    />
  );
}
