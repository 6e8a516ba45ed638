import { isZero } from '../../../../shared/money/index.ts';
import { ProblemNotice, useTill } from '../../../app/index.ts';
import {
  type Fact,
  Facts,
  Money,
  moneyWords,
  Screen,
  type ScreenAction,
  Waiting,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import type { StepProps } from '../flow/index.ts';

/** What the top-up brings, in the receiver's currency, before it is paid. */
export function CheckScreen(props: StepProps<'check'>) {
  const { step, press } = props;
  const { draft, check, problem } = step;
  const text = useText();
  const { deadlineSeconds } = useTill();
  const isRefused = problem?.kind === 'service-refused';
  const goOn: ScreenAction = {
    label: text(
      problem === null ? 'pay.goOn' : isRefused ? 'pay.check.correct' : 'pay.check.goOnAnyway',
    ),
    keyName: 'Enter',
    onAction: () => press('enter'),
    variant: 'primary',
    isDisabled: step.asking !== null,
  };
  return (
    <Screen
      title={
        problem === null
          ? text('pay.check.title', { account: draft.accountNumber })
          : text('pay.check.failedTitle')
      }
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        goOn,
      ]}
    >
      {check === null && problem === null ? (
        <Waiting
          what={text('pay.check.asking', { biller: draft.biller.name })}
          longestSeconds={deadlineSeconds}
        />
      ) : null}
      {check === null ? null : <Brings step={step} check={check} />}
      {problem === null ? null : (
        <ProblemNotice
          problem={problem}
          biller={draft.biller.name}
          {...(isRefused ? {} : { also: text('pay.check.unchecked') })}
        />
      )}
    </Screen>
  );
}

function Brings(
  props: Pick<StepProps<'check'>, 'step'> & {
    readonly check: NonNullable<StepProps<'check'>['step']['check']>;
  },
) {
  const { step, check } = props;
  const text = useText();
  const language = useLanguage();
  const facts: Fact[] = [
    { name: text('pay.check.pays'), value: moneyWords(step.amount, language) },
    ...(isZero(check.bonus)
      ? []
      : [{ name: text('pay.check.bonus'), value: moneyWords(check.bonus, language) }]),
    ...(check.total === null
      ? []
      : [{ name: text('pay.check.total'), value: moneyWords(check.total, language) }]),
  ];
  return (
    <>
      <Money value={check.received} label={text('pay.check.received')} size="huge" />
      <Facts facts={facts} />
      {check.promotions.map((promotion) => (
        <p key={promotion}>{promotion}</p>
      ))}
    </>
  );
}
