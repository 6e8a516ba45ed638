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
  /** The text as typed. */
  readonly value: string;
  /** Receives the new text, and the amount in `currency` that it means. */
  readonly onChange: (text: string, parsed: ParsedAmount) => void;
  readonly currency: string;
  /**
   * The message of a screen's rule that the amount breaks; shown instead of the field's own
   * message.
   */
  readonly error?: string | null;
  readonly description?: string;
  readonly isAutoFocused?: boolean;
  readonly isDisabled?: boolean;
  /** The cashier tried to continue: an empty field is now an error. */
  readonly isEmptyAnError?: boolean;
}

/**
 * An amount as people type it (`549`, `1,234.50`, `1.234,50`), never a float. If it cannot be
 * parsed, the field shows an error when it loses the focus or the cashier continues. If it is
 * parsed as another text than typed, the parsed amount is shown beneath.
 */
export function AmountField(props: AmountFieldProps) {
  const text = useText();
  const language = useLanguage();
  const [wasLeft, setLeft] = useState(false);
  const parsed = parseAmount(props.value, props.currency, language);

  const isErrorShown =
    !parsed.ok && (props.isEmptyAnError === true || (wasLeft && parsed.reason !== 'empty'));
  const ownError = isErrorShown && !parsed.ok ? text(`amount.${parsed.reason}`) : null;
  const formatted = parsed.ok ? formatAmount(parsed.value, language) : null;
  const isFormattedDifferently = formatted !== null && formatted !== props.value.trim();
  const description =
    parsed.ok && isFormattedDifferently
      ? text('amount.reads', { amount: formatMoneyInSentence(parsed.value, language) })
      : (props.description ?? '');
  const shopCurrency = getShopCurrency();
  const isShopCurrency = shopCurrency !== null && isSameCurrency(shopCurrency, props.currency);

  return (
    <TextField
      label={props.label}
      value={props.value}
      onChange={(typedText) => {
        setLeft(false);
        props.onChange(typedText, parseAmount(typedText, props.currency, language));
      }}
      onBlur={() => setLeft(true)}
      {...(isShopCurrency ? {} : { unit: props.currency })}
      error={props.error ?? ownError}
      description={description}
      isNumeric
      keypad="amount"
      isLarge
      isAutoFocused={props.isAutoFocused ?? false}
      isDisabled={props.isDisabled ?? false}
      maxLength={24}
    />
  );
}
