import type { Problem, Role } from '../../../../shared/contract/index.ts';
import { useProblemText } from '../../../app/index.ts';
import { ChoiceList, Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { ROLES } from './staff-view.ts';

export function RoleQuestion(props: {
  readonly title: string;
  /** Her present role. */
  readonly chosen: Role | null;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly onChoose: (role: Role) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const describe = useProblemText();
  return (
    <Screen
      title={props.title}
      actions={[{ label: text('staff.back'), keyName: 'Escape', onAction: props.onBack }]}
    >
      <ChoiceList
        label={props.title}
        choices={ROLES.map((one) => ({
          id: one,
          name: text(`role.${one}`),
          detail: text(`staff.role.${one}`),
        }))}
        selectedId={props.chosen}
        onChoose={props.onChoose}
        isAutoFocused
      />
      {props.problem === null ? null : <Notice tone="refused" {...describe(props.problem)} />}
    </Screen>
  );
}
