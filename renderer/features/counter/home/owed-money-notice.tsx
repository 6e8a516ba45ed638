import { useState } from 'react';
import { sumByCurrency } from '../../../../shared/money/index.ts';
import {
  getOutcomeConfirmTask,
  useNavigation,
  useOutcomesToConfirm,
  useTillQuery,
} from '../../../app/index.ts';
import { Button, formatMoneyInSentence, Notice } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/**
 * What customers still get: outcomes that arrived after their payment was left, and payments that the
 * service refunded. One notice for both, because a small screen has no space for two above the search.
 * Outcomes do not appear while the cashier types (`isCashierTyping`), because they would move the field;
 * the announcement beside the form appears at once.
 */
export function OwedMoneyNotice({ isCashierTyping }: { readonly isCashierTyping: boolean }) {
  const text = useText();
  const language = useLanguage();
  const { open } = useNavigation();
  const { payments } = useOutcomesToConfirm();
  const refundCount = useTillQuery('till.status', {}).value?.owed ?? 0;
  const [isShown, setShown] = useState(false);
  const canAppear = payments.length > 0 && !isCashierTyping;
  if (canAppear && !isShown) setShown(true);
  if (payments.length === 0 && isShown) setShown(false);
  const refundsTitle = text('refunds.homeTitle', { count: refundCount });
  const openList = (label: string) => (
    <div>
      <Button onPress={() => open({ name: 'unresolved' })}>{label}</Button>
    </div>
  );
  if (payments.length === 0 || !(isShown || canAppear)) {
    return refundCount === 0 ? null : (
      <Notice
        tone="warning"
        toneText={text('refunds.word')}
        title={refundsTitle}
        action={text('refunds.homeAction')}
      >
        {openList(text('refunds.homeOpen'))}
      </Notice>
    );
  }
  const amounts = payments.flatMap((payment) => getOutcomeConfirmTask(payment).amount ?? []);
  const sums = [...sumByCurrency(amounts).values()];
  return (
    <Notice
      tone="warning"
      toneText={text('toConfirm.word')}
      title={text('toConfirm.home', { count: payments.length })}
      {...(sums.length === 0
        ? {}
        : {
            impact: text('toConfirm.homeSum', {
              amount: sums.map((sum) => formatMoneyInSentence(sum, language)).join(' + '),
            }),
          })}
      action={refundCount === 0 ? text('toConfirm.homeAction') : refundsTitle}
    >
      {openList(text('toConfirm.homeOpen'))}
    </Notice>
  );
}
