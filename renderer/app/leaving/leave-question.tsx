import { Dialog, formatMoneyInSentence, Notice, useKeyBindings } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useNavigation } from '../navigation.ts';

/** Asks before a payment is left whose cash was entered. Enter and Esc stay. */
export function ConfirmLeaveDialog() {
  const text = useText();
  const language = useLanguage();
  const { enteredCash, pendingLeave, confirmLeave, cancelLeave } = useNavigation();
  if (enteredCash === null || pendingLeave === null) return null;
  const { amount: sum } = enteredCash;
  return (
    <Dialog
      title={text('leave.title')}
      closeLabel={text('leave.stay')}
      onClose={cancelLeave}
      actions={[
        {
          label: text('leave.returned'),
          keyName: 'F11',
          onAction: confirmLeave,
          variant: 'danger',
        },
      ]}
    >
      <StayKey onStay={cancelLeave} />
      <Notice
        tone="warning"
        title={text('leave.nothingPaid')}
        impact={
          sum === null
            ? text('leave.cash')
            : text('leave.cashSum', { cash: formatMoneyInSentence(sum, language) })
        }
        action={text('leave.action')}
      />
    </Dialog>
  );
}

/** Enter stays, too: it must not do the less safe thing. */
function StayKey(props: { readonly onStay: () => void }) {
  const text = useText();
  useKeyBindings({ Enter: { label: text('leave.stay'), onAction: props.onStay } });
  return null;
}
