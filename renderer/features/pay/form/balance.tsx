import { isNegative, type Money } from '../../../../shared/money/index.ts';
import { ProblemNotice, useTill } from '../../../app/index.ts';
import { moneyWords, Notice, Screen, Waiting } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import type { StepProps } from '../flow/index.ts';
import { owesNothing } from '../flow/index.ts';

/** The look-up: asking, could not be had, or nothing is owed. */
export function BalanceScreen(props: StepProps<'balance'>) {
  const { step, press } = props;
  const { draft, problem } = step;
  const { deadlineSeconds } = useTill();
  const text = useText();
  const biller = draft.biller.name;
  const back = {
    label: text('pay.balance.correct'),
    keyName: 'Escape',
    onAction: () => press('back'),
  } as const;

  if (owesNothing(draft) && draft.balance?.amount) {
    return (
      <Screen
        title={text('pay.balance.nothingTitle')}
        actions={[
          back,
          {
            label: text('pay.nextCustomer'),
            keyName: 'Enter',
            onAction: () => press('enter'),
            variant: 'primary',
          },
        ]}
      >
        <NothingOwed amount={draft.balance.amount} account={draft.accountNumber} biller={biller} />
      </Screen>
    );
  }
  if (problem !== null) {
    return (
      <Screen
        title={text('pay.balance.failedTitle')}
        actions={[
          back,
          {
            label: text('pay.balance.again'),
            keyName: 'Enter',
            onAction: () => press('enter'),
            variant: 'primary',
          },
        ]}
      >
        <ProblemNotice problem={problem} biller={biller} />
      </Screen>
    );
  }
  return (
    <Screen title={text('pay.balance.title', { biller })} actions={[back]}>
      <Waiting what={text('pay.balance.asking', { biller })} longestSeconds={deadlineSeconds} />
    </Screen>
  );
}

function NothingOwed(props: {
  readonly amount: Money;
  readonly account: string;
  readonly biller: string;
}) {
  const text = useText();
  const language = useLanguage();
  const { account, biller, amount } = props;
  const inFavour = { amount: amount.amount.replace(/^-/, ''), currency: amount.currency };
  return (
    <Notice
      tone="info"
      happened={
        isNegative(amount)
          ? text('pay.balance.negative', {
              account,
              biller,
              amount: moneyWords(inFavour, language),
            })
          : text('pay.balance.zero', { account, biller })
      }
      money={text('pay.balance.nothingMoney')}
      next={text('pay.balance.nothingNext')}
    />
  );
}
