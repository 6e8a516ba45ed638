import { useState } from 'react';
import { formatMoney } from '../../../shared/money/index.ts';
import { useClock, useNavigation, useTillQuery } from '../../app/index.ts';
import { type Choice, ChoiceList, Empty, Screen } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { PaymentTape, ProblemNotice } from '../pay/index.ts';

const LIMIT = 12;

/** The last payments; the chosen one's receipt is pulled down again on the tape. */
export function Recent() {
  const { goHome } = useNavigation();
  const text = useText();
  const clock = useClock();
  const language = useLanguage();
  const recent = useTillQuery('payments.recent', { limit: LIMIT });
  const payments = recent.value ?? [];
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = payments.find((one) => one.id === chosenId) ?? payments[0] ?? null;

  const choices = payments.map(
    (payment): Choice => ({
      id: payment.id,
      name: payment.billerName,
      detail: `${clock.time(payment.createdAt)} · ${payment.accountNumber} · ${text(`recent.state.${payment.state}`)}`,
      aside: formatMoney(payment.amount, language),
    }),
  );
  return (
    <Screen
      title={text('recent.title')}
      {...(payments.length === 0 ? {} : { hint: text('recent.hint') })}
      actions={[{ label: text('recent.back'), keyName: 'Escape', onAction: goHome }]}
    >
      {recent.problem === null ? null : <ProblemNotice problem={recent.problem} />}
      {payments.length === 0 ? (
        recent.isWaiting || recent.problem !== null ? null : (
          <Empty title={text('recent.empty')}>{text('recent.emptyMore')}</Empty>
        )
      ) : (
        <ChoiceList
          label={text('recent.list')}
          choices={choices}
          chosen={chosen?.id ?? null}
          onChoose={setChosenId}
          isAutoFocused
        />
      )}
      {chosen === null ? null : <PaymentTape key={chosen.id} payment={chosen} />}
    </Screen>
  );
}
