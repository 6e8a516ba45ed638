import { useState } from 'react';
import type { Approval, CustomerAccount } from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  useIfMounted,
  useNavigation,
  usePermission,
  useTillMutation,
  useTimeFormatter,
} from '../../../app/index.ts';
import { Dialog, Facts, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

export function CustomerDetails(props: {
  readonly customer: CustomerAccount;
  readonly onPhone: () => void;
  readonly onGone: () => void;
  readonly onBack: () => void;
}) {
  const { customer } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const { open } = useNavigation();
  const [isForgetting, setForgetting] = useState(false);
  const pay = (): void => {
    const { id, billerId, kind } = customer;
    open({
      name: 'pay',
      billerId,
      customerId: id,
      ...(kind === 'bill' ? {} : { flow: kind }),
    });
  };
  return (
    <Screen
      title={customer.billerName}
      {...(customer.isMasked ? { hint: text('customers.maskedHint') } : {})}
      actions={[
        { label: text('customers.again'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text('customers.forget'),
          keyName: 'Delete',
          onAction: () => setForgetting(true),
        },
        { label: text('customers.phone.edit'), keyName: 'Control+M', onAction: props.onPhone },
        { label: text('customers.pay'), keyName: 'Enter', onAction: pay, variant: 'primary' },
      ]}
    >
      <Facts
        facts={[
          { name: text('customers.account'), value: customer.account },
          ...(customer.name === null
            ? []
            : [{ name: text('customers.name'), value: customer.name }]),
          {
            name: text('customers.phone'),
            value: customer.phone ?? text('customers.phone.none'),
          },
          { name: text('customers.used'), value: clock.dateTime(customer.usedAt) },
        ]}
      />
      {isForgetting ? (
        <DeleteCustomerDialog
          customer={customer}
          onClose={() => setForgetting(false)}
          onGone={props.onGone}
        />
      ) : null}
    </Screen>
  );
}

/** Asks once more; whoever may not delete by the role alone needs a supervisor's PIN. */
function DeleteCustomerDialog(props: {
  readonly customer: CustomerAccount;
  readonly onClose: () => void;
  readonly onGone: () => void;
}) {
  const { customer, onClose } = props;
  const text = useText();
  const may = usePermission('forget-customer');
  const forget = useTillMutation('customers.forget');
  const whileHere = useIfMounted();
  const doForget = async (approval: Approval | null): Promise<void> => {
    if (forget.isWaiting) return;
    const answer = await forget.run({ customerId: customer.id, approval });
    if (answer.ok) whileHere(props.onGone);
  };
  const title = text('customers.forget.title');
  if (may !== 'yes') {
    return (
      <ApprovalDialog
        title={title}
        explanation={text('customers.forget.what')}
        isReasonRequired={false}
        permission="forget-customer"
        isBusy={forget.isWaiting}
        problem={forget.problem}
        onCancel={onClose}
        onApprove={(approval) => void doForget(approval)}
      >
        <p>{text('customers.forget.stays')}</p>
      </ApprovalDialog>
    );
  }
  return (
    <Dialog
      title={title}
      closeLabel={text('customers.back')}
      onClose={onClose}
      actions={[
        {
          label: text('customers.forget'),
          keyName: 'Enter',
          variant: 'danger',
          isDisabled: forget.isWaiting,
          onAction: () => void doForget(null),
        },
      ]}
    >
      <p>{text('customers.forget.what')}</p>
      <p>{text('customers.forget.stays')}</p>
      {forget.problem === null ? null : <ProblemNotice problem={forget.problem} />}
    </Dialog>
  );
}
