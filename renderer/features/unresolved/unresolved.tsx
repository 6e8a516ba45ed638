import { useState } from 'react';
import type { Payment } from '../../../shared/contract/index.ts';
import { ProblemNotice, useMoment, useNavigation, useTillQuery } from '../../app/index.ts';
import { type Choice, ChoiceList, Empty, moneyWords, Screen } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { UnresolvedPayment } from './unresolved-payment.tsx';

/** Main has no event for the passing of time: what is offered changes with it. */
const READ_AGAIN_MS = 5_000;

/** The payments whose outcome is not known: what, since when, what was tried; then one of them. */
export function Unresolved() {
  const { goHome } = useNavigation();
  const text = useText();
  const moment = useMoment();
  const language = useLanguage();
  const list = useTillQuery('payments.unresolved', {}, { everyMs: READ_AGAIN_MS });
  const [openedId, setOpenedId] = useState<string | null>(null);
  if (openedId !== null) {
    return <UnresolvedPayment paymentId={openedId} onBack={() => setOpenedId(null)} />;
  }
  const payments = list.value ?? [];
  const detailOf = (payment: Payment): string =>
    [
      payment.accountNumber,
      text('unresolved.since', { time: moment(payment.createdAt) }),
      stateWords(payment),
    ].join(' · ');
  function stateWords(payment: Payment): string {
    if (payment.handOver === 'now') return text('unresolved.handOver');
    if (payment.handOver === 'paper-first') return text('unresolved.paperFirst');
    if (payment.state === 'sending') return text('unresolved.sending');
    return text('unresolved.tried', { sends: payment.sends, lookUps: payment.lookUps });
  }
  const choices = payments.map(
    (payment): Choice => ({
      id: payment.id,
      name: payment.billerName,
      detail: detailOf(payment),
      aside: moneyWords(payment.amount, language),
    }),
  );
  return (
    <Screen
      title={text('unresolved.title')}
      {...(payments.length === 0 ? {} : { hint: text('unresolved.hint') })}
      actions={[{ label: text('unresolved.back'), keyName: 'Escape', onAction: goHome }]}
    >
      {list.problem === null ? null : <ProblemNotice problem={list.problem} />}
      {payments.length === 0 ? (
        list.isWaiting || list.problem !== null ? null : (
          <Empty title={text('unresolved.empty')}>{text('unresolved.emptyMore')}</Empty>
        )
      ) : (
        <ChoiceList
          label={text('unresolved.list')}
          choices={choices}
          onChoose={setOpenedId}
          isAutoFocused
        />
      )}
    </Screen>
  );
}
