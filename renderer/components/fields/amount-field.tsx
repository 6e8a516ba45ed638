import { useState } from 'react';
import { formatAmount, type ParsedAmount, parseAmount } from '../../../shared/money/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { TextField } from './text-field.tsx';

export interface AmountFieldProps {
  readonly label: string;
  /** The text as it was typed. */
  readonly value: string;
  /** The new text, and what it says as an amount of `currency`. */
  readonly onChange: (text: string, parsed: ParsedAmount) => void;
  readonly currency: string;
  /**
   * A rule of the screen that the amount breaks, in words; goes before what the field itself says.
   */
  readonly error?: string | null;
  readonly description?: string;
  readonly isAutoFocused?: boolean;
  readonly isDisabled?: boolean;
  /** The cashier wanted to go on: an empty field is a fault from now on. */
  readonly isChecked?: boolean;
}

/**
 * An amount as people type it (`549`, `1,234.50`, `1.234,50`), never a float. What cannot be read
 * is said when the field is left or the cashier goes on; a reading that differs from what was typed
 * is shown beneath.
 */
export function AmountField(props: AmountFieldProps) {
  const text = useText();
  const language = useLanguage();
  const [wasLeft, setLeft] = useState(false);
  const parsed = parseAmount(props.value, props.currency, language);

  const isShown = !parsed.ok && (props.isChecked === true || (wasLeft && parsed.fault !== 'empty'));
  const own = isShown && !parsed.ok ? text(`amount.${parsed.fault}`) : null;
  const formatted = parsed.ok ? formatAmount(parsed.value, language) : null;
  const differs = formatted !== null && formatted !== props.value.trim();
  const reading = differs
    ? text('amount.reads', { amount: `${formatted} ${props.currency}` })
    : (props.description ?? '');

  return (
    <TextField
      label={props.label}
      value={props.value}
      onChange={(typed) => {
        setLeft(false);
        props.onChange(typed, parseAmount(typed, props.currency, language));
      }}
      onBlur={() => setLeft(true)}
      unit={props.currency}
      error={props.error ?? own}
      description={reading}
      isNumeric
      isLarge
      isAutoFocused={props.isAutoFocused ?? false}
      isDisabled={props.isDisabled ?? false}
      maxLength={24}
    />
  );
}
