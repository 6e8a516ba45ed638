import { useState } from 'react';
import type { Approval, CustomerAccount } from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  useNavigation,
  usePermission,
  useRunIfMounted,
  useTillMutation,
  useTimeFormatter,
} from '../../../app/index.ts';
import { Dialog, Facts, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

export function CustomerDetails(props: {
  readonly customer: CustomerAccount;
  readonly onChangePhone: () => void;
  readonly onDeleted: () => void;
  readonly onBack: () => void;
}) {
  const { customer } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const { open } = useNavigation();
  const [isDeleteDialogOpen, setDeleteDialogOpen] = useState(false);
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
        { label: text('customers.backToList'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text('customers.delete'),
          keyName: 'Delete',
          onAction: () => setDeleteDialogOpen(true),
        },
        {
          label: text('customers.phone.edit'),
          keyName: 'Control+M',
          onAction: props.onChangePhone,
        },
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
          { name: text('customers.lastPayment'), value: clock.dateTime(customer.usedAt) },
        ]}
      />
      {isDeleteDialogOpen ? (
        <DeleteCustomerDialog
          customer={customer}
          onClose={() => setDeleteDialogOpen(false)}
          onDeleted={props.onDeleted}
        />
      ) : null}
    </Screen>
  );
}

/** Asks for confirmation. A role without the permission needs a supervisor's PIN. */
function DeleteCustomerDialog(props: {
  readonly customer: CustomerAccount;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}) {
  const { customer, onClose } = props;
  const text = useText();
  const permission = usePermission('forget-customer');
  const forgetCustomer = useTillMutation('customers.delete');
  const runIfMounted = useRunIfMounted();
  const submit = async (approval: Approval | null): Promise<void> => {
    if (forgetCustomer.isPending) return;
    const answer = await forgetCustomer.run({ customerId: customer.id, approval });
    if (answer.ok) runIfMounted(props.onDeleted);
  };
  const title = text('customers.delete.title');
  if (permission !== 'yes') {
    return (
      <ApprovalDialog
        title={title}
        explanation={text('customers.delete.description')}
        isReasonRequired={false}
        permission="forget-customer"
        isBusy={forgetCustomer.isPending}
        problem={forgetCustomer.problem}
        onCancel={onClose}
        onApprove={(approval) => void submit(approval)}
      >
        <p>{text('customers.delete.remaining')}</p>
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
          label: text('customers.delete'),
          keyName: 'Enter',
          variant: 'danger',
          isDisabled: forgetCustomer.isPending,
          onAction: () => void submit(null),
        },
      ]}
    >
      <p>{text('customers.delete.description')}</p>
      <p>{text('customers.delete.remaining')}</p>
      {forgetCustomer.problem === null ? null : <ProblemNotice problem={forgetCustomer.problem} />}
    </Dialog>
  );
}
