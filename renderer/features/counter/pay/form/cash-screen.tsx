import { formatAccountNumber } from '../../../../../shared/rules/index.ts';
import { ConnectionNotice } from '../../../../app/index.ts';
import { Screen } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import type { StepProps } from '../flow/index.ts';
import { CashField } from './cash-field.tsx';
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
        typed={step.text}
        fault={step.fault}
        onType={(typed) => dispatch({ type: 'typed', field: 'cash', text: typed })}
        onChoose={(cash) => dispatch({ type: 'cash-chosen', cash })}
      >
        {step.draft.topUpCheck === undefined ? null : (
          <TopUpValue
            check={step.draft.topUpCheck}
            account={formatAccountNumber(step.draft.biller, step.draft.accountNumber)}
            paidAmount={null}
          />
        )}
        <OrderSummary order={step.order} />
      </CashField>
    </Screen>
  );
}
