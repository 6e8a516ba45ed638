import { assertNever } from '../../../../../shared/contract/index.ts';
import { isNegative, type Money } from '../../../../../shared/money/index.ts';
import { formatAccountNumber, type RefusalAction } from '../../../../../shared/rules/index.ts';
import { ProblemScreen, useTill } from '../../../../app/index.ts';
import {
  formatMoneyInSentence,
  LoadingIndicator,
  Notice,
  Screen,
} from '../../../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../../../i18n/index.ts';
import type { StepProps } from '../flow/index.ts';
import { getActionAfterLookUp, isNothingOwed } from '../flow/index.ts';
import { type BasketActionProps, createBasketAction } from './basket-action.ts';

/** The balance request: pending, failed, or nothing is owed. */
export function BalanceRequestScreen(props: StepProps<'balance'> & BasketActionProps) {
  const { step, press } = props;
  const { draft, problem } = step;
  const { deadlineSeconds } = useTill();
  const text = useText();
  const biller = draft.biller.name;
  const backAction = {
    label: text('pay.balance.correct'),
    keyName: 'Escape',
    onAction: () => press('back'),
  } as const;

  if (isNothingOwed(draft) && draft.balance?.amount) {
    return (
      <Screen
        title={text('pay.balance.nothingTitle')}
        actions={[
          backAction,
          createBasketAction(text, props.onReturnToBasket) ?? {
            label: text('pay.nextCustomer'),
            keyName: 'Enter',
            onAction: () => press('enter'),
            variant: 'primary',
          },
        ]}
      >
        <NothingOwed
          amount={draft.balance.amount}
          account={formatAccountNumber(draft.biller, draft.accountNumber)}
          biller={biller}
        />
      </Screen>
    );
  }
  if (problem !== null) {
    const refusalAction = getActionAfterLookUp(draft, problem);
    const basketAction =
      refusalAction.kind === 'next-customer'
        ? createBasketAction(text, props.onReturnToBasket)
        : null;
    const isNumberWrong = refusalAction.kind === 'correct' && refusalAction.field !== 'biller';
    return (
      <ProblemScreen
        problem={problem}
        billerName={biller}
        actions={[
          // If Enter corrects the number, Escape only goes back to it.
          isNumberWrong ? { ...backAction, label: text('pay.back') } : backAction,
          basketAction ?? {
            label: text(getActionTextKey(refusalAction)),
            keyName: 'Enter',
            onAction: () => press('enter'),
            variant: 'primary',
          },
        ]}
      />
    );
  }
  return (
    <Screen title={text('pay.balance.title', { biller })} actions={[backAction]}>
      <LoadingIndicator
        label={text('pay.balance.asking', { biller })}
        maxSeconds={deadlineSeconds}
      />
    </Screen>
  );
}

function getActionTextKey(refusalAction: RefusalAction): TextKey {
  switch (refusalAction.kind) {
    case 'again':
      return 'pay.balance.lookUpAgain';
    case 'next-customer':
      return 'pay.nextCustomer';
    case 'correct':
      return refusalAction.field === 'biller' ? 'pay.correction.biller' : 'pay.correction.account';
    default:
      return assertNever(refusalAction);
  }
}

function NothingOwed(props: {
  readonly amount: Money;
  readonly account: string;
  readonly biller: string;
}) {
  const text = useText();
  const language = useLanguage();
  const { account, biller, amount } = props;
  const credit = { amount: amount.amount.replace(/^-/, ''), currency: amount.currency };
  return (
    <Notice
      tone="info"
      title={
        isNegative(amount)
          ? text('pay.balance.negative', {
              account,
              biller,
              amount: formatMoneyInSentence(credit, language),
            })
          : text('pay.balance.zero', { account, biller })
      }
      impact={text('pay.balance.nothingImpact')}
      action={text('pay.balance.nothingAction')}
    />
  );
}
