import type { Problem, Role } from '../../../../shared/contract/index.ts';
import { useProblemText } from '../../../app/index.ts';
import { ChoiceList, Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { ROLES } from './staff-view.ts';

export function RoleQuestion(props: {
  readonly title: string;
  /** The person's current role; null for a new person. */
  readonly selectedRole: Role | null;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly onChoose: (role: Role) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const describeProblem = useProblemText();
  return (
    <Screen
      title={props.title}
      actions={[{ label: text('staff.back'), keyName: 'Escape', onAction: props.onBack }]}
    >
      <ChoiceList
        label={props.title}
        choices={ROLES.map((role) => ({
          id: role,
          name: text(`role.${role}`),
          detail: text(`staff.role.${role}`),
        }))}
        selectedId={props.selectedRole}
        onChoose={props.onChoose}
        isAutoFocused
      />
      {props.problem === null ? null : (
        <Notice tone="refused" {...describeProblem(props.problem)} />
      )}
    </Screen>
  );
}
