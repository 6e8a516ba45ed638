import { useState } from 'react';
import { type CustomerAccount, customerPhoneSchema } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useRunIfMounted, useTillMutation } from '../../../app/index.ts';
import { FieldsQuestion } from '../../../app/questions/index.ts';

const MAX_PHONE_DIGITS = 15;

/**
 * Asks for the customer's phone number, which makes the customer searchable by it. A masked number
 * is not prefilled.
 */
export function PhoneQuestion(props: {
  readonly customer: CustomerAccount;
  readonly onSaved: (customer: CustomerAccount) => void;
  readonly onBack: () => void;
}) {
  const { customer } = props;
  const setPhoneNumber = useTillMutation('customers.setPhone');
  const runIfMounted = useRunIfMounted();
  const [phone, setPhone] = useState(customer.isMasked ? '' : (customer.phone ?? ''));
  const submit = async (): Promise<void> => {
    if (setPhoneNumber.isPending) return;
    // A user who sees only the masked number must not delete it with an extra Enter; the hint
    // explains this.
    if (phone === '' && customer.isMasked) return props.onBack();
    const newPhone = phone === '' ? null : phone;
    const answer = await setPhoneNumber.run({ customerId: customer.id, phone: newPhone });
    if (answer.ok) runIfMounted(() => props.onSaved(answer.value));
  };
  return (
    <FieldsQuestion
      title="customers.phone.title"
      fields={[
        {
          name: 'phone',
          label: 'customers.phone',
          hint: customer.isMasked ? 'customers.phone.hintMasked' : 'customers.phone.hint',
          invalidText: 'customers.phone.wrong',
          isNumeric: true,
        },
      ]}
      values={{ phone }}
      isValid={(_, value) => value === '' || customerPhoneSchema.safeParse(value).success}
      onChange={(_, value) => setPhone(value.replace(/\D/g, '').slice(0, MAX_PHONE_DIGITS))}
      nextLabel="customers.phone.save"
      onComplete={() => void submit()}
      onBack={props.onBack}
      isBusy={setPhoneNumber.isPending}
    >
      {setPhoneNumber.problem === null ? null : <ProblemNotice problem={setPhoneNumber.problem} />}
    </FieldsQuestion>
  );
}
