import type { Payment } from '../../../../../shared/contract/index.ts';
import { ChoiceList, Dialog, formatMoneyInSentence } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/**
 * The money of a performed cash-out or cancel cannot be handed over now. Nothing here records a
 * hand-over: it stays pending until a person says that the customer has the money.
 */
export function PostponeHandOverDialog(props: {
  readonly payment: Payment;
  readonly onPostpone: () => void;
  readonly onClose: () => void;
}) {
  const { payment, onPostpone, onClose } = props;
  const text = useText();
  const language = useLanguage();
  const group = payment.kind === 'cancel' ? 'cancel' : 'cashOut';
  const title = text(`pay.${group}.notEnoughTitle`, {
    amount: formatMoneyInSentence(payment.due, language),
  });
  return (
    <Dialog title={title} onClose={onClose} closeLabel={text('pay.back')}>
      <p>{text(`pay.${group}.notEnoughExplanation`)}</p>
      <ChoiceList
        label={title}
        choices={[
          {
            id: 'later',
            name: text(`pay.${group}.later`),
            detail: text(`pay.${group}.laterDetail`),
          },
          { id: 'now', name: text(`pay.${group}.now`), detail: text(`pay.${group}.nowDetail`) },
        ]}
        onChoose={(id) => (id === 'later' ? onPostpone() : onClose())}
        isAutoFocused
      />
    </Dialog>
  );
}
