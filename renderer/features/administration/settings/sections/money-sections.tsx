import { useState } from 'react';
import type { CustomerFee } from '../../../../../shared/contract/index.ts';
import { parseAmount } from '../../../../../shared/money/index.ts';
import { useTill } from '../../../../app/index.ts';
import { ChoiceQuestion, FieldsQuestion } from '../../../../app/questions/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';

/**
 * Returns a function that converts a typed amount to the contract's format; it returns null for
 * invalid input.
 */
function useAmountParser(): (typed: string) => string | null {
  const { currency } = useTill();
  const language = useLanguage();
  return (typed) => {
    const parsed = parseAmount(typed, currency, language);
    if (!parsed.ok) return null;
    return /^\d{1,12}(\.\d{1,2})?$/.test(parsed.value.amount) ? parsed.value.amount : null;
  };
}

type FixedFee = Extract<CustomerFee, { kind: 'fixed' }>;
const FEE_KINDS = ['utility', 'top-up', 'gift-card', 'partner'] as const satisfies readonly Exclude<
  keyof FixedFee,
  'kind'
>[];

export function FeeSection(props: SettingsSectionProps) {
  const text = useText();
  const fee = props.effectiveSettings.customerFee;
  const [isFixed, setFixed] = useState(false);
  if (isFixed) return <FixedFeeQuestion {...props} onBack={() => setFixed(false)} />;
  return (
    <ChoiceQuestion
      title="settings.fee"
      choices={(['none', 'service', 'fixed'] as const).map((id) => ({
        id,
        name: text(`settings.fee.${id}`),
        detail: text(`settings.fee.${id}.description`),
      }))}
      selectedId={fee.kind}
      onChoose={(kind) => {
        props.clearProblem();
        if (kind === 'fixed') setFixed(true);
        else props.save({ customerFee: { kind } });
      }}
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}

function FixedFeeQuestion(props: SettingsSectionProps) {
  const { currency } = useTill();
  const parseTypedAmount = useAmountParser();
  const [values, setValues] = useState(() => toFeeAmounts(props.effectiveSettings.customerFee));
  const save = (): void => {
    const [utility, topUp, giftCard, partner] = FEE_KINDS.map((kind) =>
      parseTypedAmount(values[kind]),
    );
    if (utility && topUp && giftCard && partner) {
      const fee = { utility, 'top-up': topUp, 'gift-card': giftCard, partner } as const;
      props.save({ customerFee: { kind: 'fixed', ...fee } });
    }
  };
  return (
    <FieldsQuestion
      title="settings.fee.amounts"
      fields={FEE_KINDS.map((name) => ({
        name,
        label: `settings.fee.kind.${name}` as const,
        invalidText: 'settings.amount.wrong' as const,
        isNumeric: true,
        keypad: 'amount' as const,
        unit: currency,
      }))}
      values={values}
      isValid={(_, value) => parseTypedAmount(value) !== null}
      onChange={(name, value) => {
        props.clearProblem();
        setValues({ ...values, [name]: value });
      }}
      nextLabel="settings.save"
      onComplete={save}
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}

function toFeeAmounts(fee: CustomerFee): Record<(typeof FEE_KINDS)[number], string> {
  if (fee.kind !== 'fixed') return { utility: '', 'top-up': '', 'gift-card': '', partner: '' };
  const { kind: _, ...amounts } = fee;
  return amounts;
}

export function LowBalanceAndCurrencySection(props: SettingsSectionProps) {
  const { lowBalance, currency, country } = props.effectiveSettings;
  const till = useTill();
  const parseTypedAmount = useAmountParser();
  const [values, setValues] = useState({
    lowBalance: lowBalance ?? '',
    currency: currency ?? '',
    country: country ?? '',
  });
  const isFieldValid = (name: keyof typeof values, value: string): boolean => {
    if (value.trim() === '') return true;
    if (name === 'lowBalance') return parseTypedAmount(value) !== null;
    return (name === 'currency' ? /^[A-Za-z]{2,8}$/ : /^[A-Za-z]{2}$/).test(value.trim());
  };
  return (
    <FieldsQuestion
      title="settings.money"
      fields={[
        {
          name: 'lowBalance',
          label: 'settings.lowBalance',
          hint: 'settings.lowBalance.hint',
          invalidText: 'settings.amount.wrong',
          isNumeric: true,
          keypad: 'amount',
          unit: till.currency,
        },
        {
          name: 'currency',
          label: 'settings.currency',
          hint: 'settings.currency.hint',
          invalidText: 'settings.currency.wrong',
        },
        {
          name: 'country',
          label: 'settings.country',
          hint: 'settings.country.hint',
          invalidText: 'settings.country.wrong',
        },
      ]}
      values={values}
      isValid={isFieldValid}
      onChange={(name, value) => {
        props.clearProblem();
        setValues({ ...values, [name]: value });
      }}
      nextLabel="settings.save"
      onComplete={() =>
        props.save({
          lowBalance: values.lowBalance.trim() === '' ? null : parseTypedAmount(values.lowBalance),
          currency: values.currency.trim().toUpperCase() || null,
          country: values.country.trim().toUpperCase() || null,
        })
      }
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}
