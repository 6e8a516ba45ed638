import { formatAccountNumber } from '../../../../../shared/rules/index.ts';
import { ProblemScreen, useTill } from '../../../../app/index.ts';
import { LoadingIndicator, Screen, type ScreenAction } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { getActionAfterLookUp, type StepProps } from '../flow/index.ts';
import { type BasketActionProps, createBasketAction } from './basket-action.ts';
import { TopUpValue } from './top-up-value.tsx';

/** Shows what the top-up delivers, in the receiver's currency, before it is paid. */
export function TopUpCheckScreen(props: StepProps<'top-up-check'> & BasketActionProps) {
  const { step, press } = props;
  const { draft, check, problem } = step;
  const text = useText();
  const { deadlineSeconds } = useTill();
  const account = formatAccountNumber(draft.biller, draft.accountNumber);
  const isRefused = problem?.kind === 'service-refused';
  const isUncorrectable =
    isRefused && getActionAfterLookUp(draft, problem).kind === 'next-customer';
  const nextAction: ScreenAction = {
    label: text(
      problem === null
        ? 'pay.continue'
        : isUncorrectable
          ? 'pay.nextCustomer'
          : isRefused
            ? 'pay.check.correct'
            : 'pay.check.continueAnyway',
    ),
    keyName: 'Enter',
    onAction: () => press('enter'),
    variant: 'primary',
    isDisabled: step.pendingRequest !== null,
  };
  const actions: readonly ScreenAction[] = [
    { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
    (isUncorrectable ? createBasketAction(text, props.onReturnToBasket) : null) ?? nextAction,
  ];
  if (problem !== null) {
    return (
      <ProblemScreen
        problem={problem}
        billerName={draft.biller.name}
        actions={actions}
        {...(isRefused ? {} : { extraText: text('pay.check.unchecked') })}
      />
    );
  }
  return (
    <Screen title={text('pay.check.title', { account })} actions={actions}>
      {check === null ? (
        <LoadingIndicator
          label={text('pay.check.asking', { biller: draft.biller.name })}
          maxSeconds={deadlineSeconds}
        />
      ) : null}
      {check === null ? null : (
        <TopUpValue check={check} account={account} paidAmount={step.amount} />
      )}
    </Screen>
  );
}
