import { useState } from 'react';
import { type CustomerAccount, customerPhoneSchema } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useIfMounted, useTillMutation } from '../../../app/index.ts';
import { FieldsQuestion } from '../../../app/questions/index.ts';

const MAX_PHONE_DIGITS = 15;

/** The phone that the customer gives, so that it is found by it. A masked one is not filled in. */
export function PhoneQuestion(props: {
  readonly customer: CustomerAccount;
  readonly onKept: (customer: CustomerAccount) => void;
  readonly onBack: () => void;
}) {
  const { customer } = props;
  const keep = useTillMutation('customers.setPhone');
  const whileHere = useIfMounted();
  const [phone, setPhone] = useState(customer.isMasked ? '' : (customer.phone ?? ''));
  const onFilled = async (): Promise<void> => {
    if (keep.isWaiting) return;
    // Whoever does not see the number does not take it away by an Enter too many; the hint says so.
    if (phone === '' && customer.isMasked) return props.onBack();
    const given = phone === '' ? null : phone;
    const answer = await keep.run({ customerId: customer.id, phone: given });
    if (answer.ok) whileHere(() => props.onKept(answer.value));
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
      fits={(_, value) => value === '' || customerPhoneSchema.safeParse(value).success}
      onChange={(_, value) => setPhone(value.replace(/\D/g, '').slice(0, MAX_PHONE_DIGITS))}
      nextLabel="customers.phone.keep"
      onComplete={() => void onFilled()}
      onBack={props.onBack}
      isBusy={keep.isWaiting}
    >
      {keep.problem === null ? null : <ProblemNotice problem={keep.problem} />}
    </FieldsQuestion>
  );
}
