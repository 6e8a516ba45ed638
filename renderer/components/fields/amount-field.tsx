import { useState } from 'react';
import {
  formatAmount,
  isSameCurrency,
  type ParsedAmount,
  parseAmount,
} from '../../../shared/money/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { formatMoneyInSentence } from '../format-money-in-sentence.ts';
import { getShopCurrency } from '../shop-currency.ts';
import { TextField } from './text-field.tsx';

export interface AmountFieldProps {
  readonly label: string;
  /** The text as it was typed. */
  readonly value: string;
  /** Gets the new text, and the amount of `currency` that it means. */
  readonly onChange: (text: string, parsed: ParsedAmount) => void;
  readonly currency: string;
  /**
   * A rule of the screen that the amount breaks, in words; shown instead of the field's own
   * message.
   */
  readonly error?: string | null;
  readonly description?: string;
  readonly isAutoFocused?: boolean;
  readonly isDisabled?: boolean;
  /** The cashier tried to continue: an empty field is now an error. */
  readonly isChecked?: boolean;
}

/**
 * An amount as people type it (`549`, `1,234.50`, `1.234,50`), never a float. If it cannot be read,
 * the field says so when it is left or the cashier continues. If it is read as something else than
 * was typed, the reading is shown beneath.
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
  const reading =
    parsed.ok && differs
      ? text('amount.reads', { amount: formatMoneyInSentence(parsed.value, language) })
      : (props.description ?? '');
  const shopCurrency = getShopCurrency();
  const isShops = shopCurrency !== null && isSameCurrency(shopCurrency, props.currency);

  return (
    <TextField
      label={props.label}
      value={props.value}
      onChange={(typed) => {
        setLeft(false);
        props.onChange(typed, parseAmount(typed, props.currency, language));
      }}
      onBlur={() => setLeft(true)}
      {...(isShops ? {} : { unit: props.currency })}
      error={props.error ?? own}
      description={reading}
      isNumeric
      keypad="amount"
      isLarge
      isAutoFocused={props.isAutoFocused ?? false}
      isDisabled={props.isDisabled ?? false}
      maxLength={24}
    />
  );
}
