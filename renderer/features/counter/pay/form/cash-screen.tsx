import type { Balance } from '../../../../../shared/contract/index.ts';
import { formatAccountNumber } from '../../../../../shared/rules/index.ts';
import { ConnectionNotice } from '../../../../app/index.ts';
import { patterns, Screen } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { CashField } from '../../cash-field/index.ts';
import type { StepProps } from '../flow/index.ts';
import { OrderSummary } from './order-summary.tsx';
import { TopUpValue } from './top-up-value.tsx';

/** Asks for the customer's cash. */
export function CashScreen(
  props: StepProps<'cash'> & {
    /** Called if the customer has more to pay: the order is added to a basket. */
    readonly onAddMore: () => void;
  },
) {
  const { step, dispatch, press } = props;
  const { due, fee, rate } = step.order;
  const text = useText();
  const hasDetails = fee !== null || rate !== null || step.draft.topUpCheck !== undefined;

  return (
    <Screen
      isDense={hasDetails}
      title={text('pay.cash.title')}
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        { label: text('basket.add'), keyName: 'Insert', onAction: props.onAddMore },
        {
          label: text('pay.continue'),
          keyName: 'Enter',
          onAction: () => press('enter'),
          variant: 'primary',
        },
      ]}
    >
      <ConnectionNotice />
      <CashField
        due={due}
        cashText={step.cashText}
        invalidReason={step.invalidReason}
        onType={(typed) => dispatch({ type: 'typed', field: 'cash', text: typed })}
        onChoose={(cash) => dispatch({ type: 'cash-chosen', cash })}
        onPayEarly={() => press('pay')}
      >
        {step.draft.topUpCheck === undefined ? null : (
          <TopUpValue
            check={step.draft.topUpCheck}
            account={formatAccountNumber(step.draft.biller, step.draft.accountNumber)}
            paidAmount={null}
          />
        )}
        <BalanceFacts balance={step.draft.balance} />
        <OrderSummary order={step.order} />
      </CashField>
    </Screen>
  );
}

/** The holder and the due date, as the biller named them. */
function BalanceFacts({ balance }: { readonly balance: Balance | null }) {
  const text = useText();
  if (balance === null) return null;
  const { nameOnAccount, dueDate } = balance;
  const lines = [
    ...(nameOnAccount === null ? [] : [text('pay.amount.holder', { name: nameOnAccount })]),
    ...(dueDate === null ? [] : [text('pay.amount.due', { date: dueDate })]),
  ];
  return lines.length === 0 ? null : <p className={patterns.secondaryText}>{lines.join(' · ')}</p>;
}
