import { useState } from 'react';
import { sumByCurrency } from '../../../../shared/money/index.ts';
import { getConfirmTask, useNavigation, useToConfirm } from '../../../app/index.ts';
import { Button, formatMoneyInSentence, Notice } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/**
 * Outcomes that arrived after their payment was left, and what customers still get. It does not
 * appear while the cashier types (`isInterrupting`), because it would move the field; the
 * announcement beside the form appears at once.
 */
export function ToConfirmNotice({ isInterrupting }: { readonly isInterrupting: boolean }) {
  const text = useText();
  const language = useLanguage();
  const { open } = useNavigation();
  const { payments } = useToConfirm();
  const [isShown, setShown] = useState(false);
  const canAppear = payments.length > 0 && !isInterrupting;
  if (canAppear && !isShown) setShown(true);
  if (payments.length === 0 && isShown) setShown(false);
  if (payments.length === 0 || !(isShown || canAppear)) return null;
  const amounts = payments.flatMap((payment) => getConfirmTask(payment).amount ?? []);
  const sums = [...sumByCurrency(amounts).values()];
  return (
    <Notice
      tone="warning"
      word={text('toConfirm.word')}
      title={text('toConfirm.home', { count: payments.length })}
      {...(sums.length === 0
        ? {}
        : {
            impact: text('toConfirm.homeSum', {
              amount: sums.map((sum) => formatMoneyInSentence(sum, language)).join(' + '),
            }),
          })}
      action={text('toConfirm.homeAction')}
    >
      <div>
        <Button onPress={() => open({ name: 'unresolved' })}>{text('toConfirm.homeOpen')}</Button>
      </div>
    </Notice>
  );
}
