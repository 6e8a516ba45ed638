import type { Problem } from '../../../../shared/contract/index.ts';
import { useProblemText } from '../../../app/index.ts';
import { Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

/** Asks to confirm disabling a person. Records of that person's actions keep the name. */
export function DisableQuestion(props: {
  readonly name: string;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly onDone: () => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const describeProblem = useProblemText();
  return (
    <Screen
      title={text('staff.disable', { name: props.name })}
      hint={text('staff.disable.hint')}
      actions={[
        { label: text('staff.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text('staff.action.disable'),
          keyName: 'Delete',
          variant: 'primary',
          onAction: props.onDone,
          isDisabled: props.isBusy,
        },
      ]}
    >
      {props.problem === null ? null : (
        <Notice tone="refused" {...describeProblem(props.problem)} />
      )}
    </Screen>
  );
}
