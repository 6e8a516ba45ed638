import { useState } from 'react';
import type { Payment } from '../../../../shared/contract/index.ts';
import {
  getMoneyToGive,
  getServiceVersionInfo,
  isOutcomeToConfirm,
  isTicketTextMissing,
} from '../../../../shared/rules/index.ts';
import {
  formatUnprintedPaperDetail,
  getPaperName,
  isInPrintQueue,
  ProblemNotice,
  UnprintedPaperDialog,
  useNavigation,
  useOutcomeToConfirmFormatter,
  useTill,
  useTillQuery,
  useTimeFormatter,
  useTimeWithDayFormatter,
} from '../../../app/index.ts';
import {
  type Choice,
  ChoiceList,
  EmptyState,
  formatMoneyInSentence,
  LoadingIndicator,
  Screen,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { useUnfinishedBasketRows } from '../basket/notice/index.ts';
import { OwedRefund } from '../refunds/index.ts';
import { UnresolvedPayment } from './unresolved-payment.tsx';

/** The list of unresolved payments, baskets and owed refunds, or one of them. */
export function UnresolvedPayments() {
  const { goHome, open: openRoute } = useNavigation();
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  const formatToConfirm = useOutcomeToConfirmFormatter();
  const language = useLanguage();
  const paymentsQuery = useTillQuery('payments.unresolved', {}, { refetchOnMount: 'always' });
  const refundsQuery = useTillQuery('refunds.unsettled', {}, { refetchOnMount: 'always' });
  const baskets = useUnfinishedBasketRows();
  const till = useTill();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const isOwed = (refundsQuery.value ?? []).some(({ id }) => id === openedId);
  const [isRefund, setRefund] = useState(false);
  const papersQuery = useTillQuery('printing.unprintedPapers', {}, { refetchOnMount: 'always' });
  const papers = papersQuery.value ?? [];
  const [openedPaperId, setOpenedPaperId] = useState<string | null>(null);
  const timeFormatter = useTimeFormatter();
  const openedPaper = papers.find(({ jobId }) => jobId === openedPaperId) ?? null;
  if (openedId !== null && (isRefund || isOwed)) {
    return <OwedRefund paymentId={openedId} onBack={closeItem} />;
  }
  if (openedId !== null) {
    return <UnresolvedPayment paymentId={openedId} onBack={closeItem} />;
  }
  const payments = paymentsQuery.value ?? [];
  const formatDetail = (payment: Payment): string =>
    [
      payment.accountShown,
      text('unresolved.since', { time: formatMoment(payment.createdAt) }),
      formatState(payment),
    ].join(' · ');
  function formatState(payment: Payment): string {
    if (isOutcomeToConfirm(payment)) return formatToConfirm(payment);
    if (payment.handOver === 'now') return text('unresolved.handOver');
    if (payment.handOver === 'paper-first') {
      return text(isTicketTextMissing(payment) ? 'unresolved.textFirst' : 'unresolved.paperFirst');
    }
    if (payment.toConfirm === 'no-code') return text('unresolved.noCode');
    if (payment.state === 'sending') return text('unresolved.sending');
    return text('unresolved.attempts', { sends: payment.sends, lookUps: payment.lookUps });
  }
  function closeItem(): void {
    setOpenedId(null);
    setOpenedPaperId(null);
    setRefund(false);
    refundsQuery.refetch();
    paymentsQuery.refetch();
  }
  const refunds = (refundsQuery.value ?? []).flatMap(({ refund, ...payment }): Choice[] =>
    refund === null
      ? []
      : [
          {
            id: payment.id,
            name: payment.billerName,
            detail: [
              payment.accountShown,
              text(`refunds.row.${refund.owedTo}`),
              text('unresolved.since', { time: formatMoment(refund.foundAt) }),
            ].join(' · '),
            trailingContent: formatMoneyInSentence(refund.amount, language),
          },
        ],
  );
  const unresolved = payments.map(
    (payment): Choice => ({
      id: payment.id,
      name: payment.billerName,
      detail: formatDetail(payment),
      trailingContent: formatMoneyInSentence(
        (isOutcomeToConfirm(payment) ? getMoneyToGive(payment) : null) ?? payment.amount,
        language,
      ),
    }),
  );
  const paperRows = papers.map(
    (paper): Choice => ({
      id: paper.jobId,
      name: getPaperName(text, language, paper),
      detail: formatUnprintedPaperDetail(text, timeFormatter, paper),
      trailingContent: text(isInPrintQueue(paper) ? `papers.${paper.state}` : 'papers.row'),
    }),
  );
  const choices = [...baskets.rows, ...unresolved, ...refunds, ...paperRows];
  const queries = [paymentsQuery, refundsQuery, papersQuery, baskets];
  // The list is certainly empty only after all queries have succeeded since it was opened.
  const isCertain = queries.every(({ isUpToDate }) => isUpToDate);
  const isLoading = !isCertain && queries.every(({ problem }) => problem === null);
  const openItem = (id: string): void => {
    if (baskets.rows.some((row) => row.id === id)) {
      openRoute({ name: 'basket', basketId: id });
      return;
    }
    if (paperRows.some((row) => row.id === id)) {
      setOpenedPaperId(id);
      return;
    }
    setRefund(refunds.some((row) => row.id === id));
    setOpenedId(id);
  };
  return (
    <Screen
      title={text('unresolved.title')}
      {...(payments.some(isOutcomeOpen) ? { hint: text('unresolved.hint') } : {})}
      actions={[{ label: text('unresolved.back'), keyName: 'Escape', onAction: goHome }]}
    >
      {paymentsQuery.problem === null ? null : <ProblemNotice problem={paymentsQuery.problem} />}
      {refundsQuery.problem === null ? null : <ProblemNotice problem={refundsQuery.problem} />}
      {papersQuery.problem === null ? null : <ProblemNotice problem={papersQuery.problem} />}
      {baskets.problem === null ? null : <ProblemNotice problem={baskets.problem} />}
      {payments.some(isToHandOver) ? <p>{text('unresolved.handOverHint')}</p> : null}
      {refunds.length === 0 ? null : <p>{text('refunds.hint')}</p>}
      {choices.length === 0 && isLoading ? (
        <LoadingIndicator label={text('unresolved.reading')} maxSeconds={5} />
      ) : null}
      {choices.length === 0 && isCertain ? (
        <EmptyState title={text('unresolved.empty')}>{text('unresolved.emptyMore')}</EmptyState>
      ) : null}
      {choices.length === 0 ? null : (
        <ChoiceList
          label={text('unresolved.list')}
          choices={choices}
          onChoose={openItem}
          isAutoFocused
        />
      )}
      {getServiceVersionInfo(till.version).capabilities.hasTransactionStatus ? null : (
        <p>{text('refunds.notReported')}</p>
      )}
      {openedPaper === null ? null : (
        <UnprintedPaperDialog key={openedPaper.jobId} paper={openedPaper} onBack={closeItem} />
      )}
    </Screen>
  );
}

/** Whether it was performed, and its money was not handed over to the customer yet. */
function isToHandOver(payment: Payment): boolean {
  const { handOver } = payment;
  return !isOutcomeToConfirm(payment) && (handOver === 'now' || handOver === 'paper-first');
}

function isOutcomeOpen(payment: Payment): boolean {
  return payment.toConfirm === 'none' && !isToHandOver(payment);
}
