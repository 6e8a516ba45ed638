import type { Problem, StaffMember } from '../../../../shared/contract/index.ts';
import { useProblemText, useTimeFormatter } from '../../../app/index.ts';
import { type Choice, ChoiceList, Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

type MemberAction = 'release' | 'name' | 'role' | 'pin' | 'disable' | 'enable';

/** One staff member, and the available actions. */
export function StaffMemberScreen(props: {
  readonly member: StaffMember;
  readonly isSelf: boolean;
  readonly canManage: boolean;
  readonly canChangeRole: boolean;
  /** A text about the change that was just made; null if there was none. */
  readonly doneText: string | null;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly onOpen: (at: 'name' | 'role' | 'pin' | 'disable') => void;
  readonly onEnable: () => void;
  readonly onReleaseLockout: () => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const clock = useTimeFormatter();
  const describeProblem = useProblemText();
  const { member } = props;
  const { lockedOut, disabledAt } = member;
  const isActive = disabledAt === null;
  const possibleActions: readonly (MemberAction | false)[] = [
    lockedOut !== null && 'release',
    'name',
    props.canChangeRole && 'role',
    isActive && 'pin',
    isActive ? !props.isSelf && 'disable' : 'enable',
  ];
  const choices = possibleActions
    .filter((action) => action !== false)
    .map(
      (action): Choice<MemberAction> => ({
        id: action,
        name: text(`staff.action.${action}`),
        detail: text(`staff.action.${action}.description`),
      }),
    );
  const runAction = (action: MemberAction): void => {
    if (action === 'release') props.onReleaseLockout();
    else if (action === 'enable') props.onEnable();
    else props.onOpen(action);
  };
  return (
    <Screen
      title={member.name}
      hint={[
        text(`role.${member.role}`),
        member.id,
        ...(isActive ? [] : [text('staff.disabledAt', { at: clock.day(disabledAt) })]),
      ].join(' · ')}
      actions={[{ label: text('staff.back'), keyName: 'Escape', onAction: props.onBack }]}
    >
      {props.doneText === null ? null : (
        <Notice tone="info" toneText={text('staff.done')} title={props.doneText} />
      )}
      {lockedOut === null ? null : (
        <Notice
          tone="warning"
          toneText={text('staff.lockedOut')}
          title={
            lockedOut.waitSeconds === null
              ? text('staff.lockedOut.description')
              : text('staff.lockedOut.owner', { minutes: Math.ceil(lockedOut.waitSeconds / 60) })
          }
        />
      )}
      {props.canManage ? (
        <ChoiceList
          key={`${member.disabledAt} ${lockedOut === null}`}
          label={text('staff.actions')}
          choices={choices}
          onChoose={runAction}
          isAutoFocused
        />
      ) : (
        <Notice tone="info" {...describeProblem({ kind: 'not-allowed', needs: 'owner' })} />
      )}
      {props.problem === null ? null : (
        <Notice tone="refused" {...describeProblem(props.problem)} />
      )}
    </Screen>
  );
}
