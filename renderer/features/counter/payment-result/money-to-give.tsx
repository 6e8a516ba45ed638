import { useEffect } from 'react';
import type { Payment } from '../../../../shared/contract/index.ts';
import { isOutcomeToConfirm } from '../../../../shared/rules/index.ts';
import {
  getOutcomeConfirmTask,
  useNavigation,
  useOutcomeToConfirmFormatter,
} from '../../../app/index.ts';
import { Money, Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

/** What the cashier gives for an outcome that arrived after the payment was left. */
export function MoneyToGive({ payment }: { readonly payment: Payment }) {
  const text = useText();
  const describe = useOutcomeToConfirmFormatter();
  const { setShownOutcomeId } = useNavigation();
  const isToConfirm = isOutcomeToConfirm(payment);
  const { id } = payment;
  useEffect(() => {
    if (!isToConfirm) return;
    setShownOutcomeId(id);
    return () => setShownOutcomeId(null);
  }, [isToConfirm, id, setShownOutcomeId]);
  if (!isToConfirm) return null;
  const { amount } = getOutcomeConfirmTask(payment);
  return (
    <>
      <Notice tone="warning" toneText={text('toConfirm.word')} title={describe(payment)} />
      {amount === null ? null : <Money value={amount} size="huge" />}
    </>
  );
}
