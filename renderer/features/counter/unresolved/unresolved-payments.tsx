import { useState } from 'react';
import type { Payment } from '../../../../shared/contract/index.ts';
import { getVersionFacts } from '../../../../shared/rules/index.ts';
import {
  ProblemNotice,
  useMomentFormatter,
  useNavigation,
  useTill,
  useTillQuery,
} from '../../../app/index.ts';
import {
  type Choice,
  ChoiceList,
  EmptyState,
  formatMoneyInSentence,
  Screen,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { useBasketRows } from '../basket/notice/index.ts';
import { OwedRefund } from '../refunds/index.ts';
import { UnresolvedPayment } from './unresolved-payment.tsx';

/** No event tells that time has passed, and the offered actions change with it. */
const REFETCH_INTERVAL_MS = 5_000;

/** The payments whose outcome is not known: what, since when, what was tried; then one of them. */
export function UnresolvedPayments() {
  const { goHome, open: openRoute } = useNavigation();
  const text = useText();
  const moment = useMomentFormatter();
  const language = useLanguage();
  const list = useTillQuery('payments.unresolved', {}, { refetchInterval: REFETCH_INTERVAL_MS });
  const owed = useTillQuery('refunds.owed', {}, { refetchInterval: REFETCH_INTERVAL_MS });
  const baskets = useBasketRows();
  const till = useTill();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const isOwed = (owed.value ?? []).some(({ id }) => id === openedId);
  const [isRefund, setRefund] = useState(false);
  if (openedId !== null && (isRefund || isOwed)) {
    return <OwedRefund paymentId={openedId} onBack={back} />;
  }
  if (openedId !== null) {
    return <UnresolvedPayment paymentId={openedId} onBack={back} />;
  }
  const payments = list.value ?? [];
  const detailOf = (payment: Payment): string =>
    [
      payment.accountShown,
      text('unresolved.since', { time: moment(payment.createdAt) }),
      stateWords(payment),
    ].join(' · ');
  function stateWords(payment: Payment): string {
    if (payment.handOver === 'now') return text('unresolved.handOver');
    if (payment.handOver === 'paper-first') return text('unresolved.paperFirst');
    if (payment.state === 'sending') return text('unresolved.sending');
    return text('unresolved.tried', { sends: payment.sends, lookUps: payment.lookUps });
  }
  function back(): void {
    setOpenedId(null);
    setRefund(false);
    owed.again();
    list.again();
  }
  const refunds = (owed.value ?? []).flatMap(({ refund, ...payment }): Choice[] =>
    refund === null
      ? []
      : [
          {
            id: payment.id,
            name: payment.billerName,
            detail: [
              payment.accountShown,
              text(`refunds.row.${refund.owedTo}`),
              text('unresolved.since', { time: moment(refund.foundAt) }),
            ].join(' · '),
            aside: formatMoneyInSentence(refund.amount, language),
          },
        ],
  );
  const unresolved = payments.map(
    (payment): Choice => ({
      id: payment.id,
      name: payment.billerName,
      detail: detailOf(payment),
      aside: formatMoneyInSentence(payment.amount, language),
    }),
  );
  const choices = [...baskets.rows, ...unresolved, ...refunds];
  const reads = [list, owed, baskets];
  // Nothing is unresolved only once each of them has said so.
  const isCertain = reads.every(({ isWaiting, problem }) => !isWaiting && problem === null);
  const open = (id: string): void => {
    if (baskets.rows.some((one) => one.id === id)) {
      openRoute({ name: 'basket', basketId: id });
      return;
    }
    setRefund(refunds.some((one) => one.id === id));
    setOpenedId(id);
  };
  return (
    <Screen
      title={text('unresolved.title')}
      {...(payments.length === 0 ? {} : { hint: text('unresolved.hint') })}
      actions={[{ label: text('unresolved.back'), keyName: 'Escape', onAction: goHome }]}
    >
      {list.problem === null ? null : <ProblemNotice problem={list.problem} />}
      {owed.problem === null ? null : <ProblemNotice problem={owed.problem} />}
      {baskets.problem === null ? null : <ProblemNotice problem={baskets.problem} />}
      {refunds.length === 0 ? null : <p>{text('refunds.hint')}</p>}
      {choices.length === 0 && isCertain ? (
        <EmptyState title={text('unresolved.empty')}>{text('unresolved.emptyMore')}</EmptyState>
      ) : null}
      {choices.length === 0 ? null : (
        <ChoiceList
          label={text('unresolved.list')}
          choices={choices}
          onChoose={open}
          isAutoFocused
        />
      )}
      {getVersionFacts(till.version).capabilities.tellsStatus ? null : (
        <p>{text('refunds.unseen')}</p>
      )}
    </Screen>
  );
}
