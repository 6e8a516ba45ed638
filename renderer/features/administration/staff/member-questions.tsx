import {
  canApproveOverrides,
  type Problem,
  type Role,
  type StaffMember,
} from '../../../../shared/contract/index.ts';
import { useProblemText } from '../../../app/index.ts';
import { Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { StaffMemberScreen } from './member-screen.tsx';
import { NameQuestion } from './name-question.tsx';
import { PinQuestion } from './pin-question.tsx';
import { RoleQuestion } from './role-question.tsx';
import {
  canManageStaffMember,
  STAFF_LIST_VIEW,
  type StaffMemberView,
  type StaffView,
} from './staff-view.ts';
import type { StaffChanges } from './use-staff-changes.ts';

/** One staff member, and the questions that change that member. */
export function StaffMemberQuestions(props: {
  readonly view: StaffMemberView;
  readonly member: StaffMember;
  readonly isSelf: boolean;
  /** The role of the signed-in person. */
  readonly role: Role;
  readonly changes: StaffChanges;
  readonly openView: (nextView: StaffView) => void;
}) {
  const text = useText();
  const { view, member, role, changes, openView } = props;
  const changeStatus = { problem: changes.problem, isBusy: changes.isBusy };
  const openMember = (): void => openView({ at: 'member', id: member.id, done: null });
  const unchangedMember = { id: member.id, name: member.name, role: member.role, pin: null };
  switch (view.at) {
    case 'member':
      return (
        <StaffMemberScreen
          {...changeStatus}
          member={member}
          isSelf={props.isSelf}
          canManage={canManageStaffMember(role, member)}
          canChangeRole={role === 'owner'}
          doneText={view.done}
          onOpen={(at) => openView({ at, id: member.id })}
          onEnable={() =>
            canApproveOverrides(member.role)
              ? openView({ at: 'enable-pin', id: member.id })
              : changes.enable(member, null)
          }
          onReleaseLockout={() => changes.releaseLockout(member)}
          onBack={() => openView(STAFF_LIST_VIEW)}
        />
      );
    case 'name':
      return (
        <NameQuestion
          {...changeStatus}
          title={text('staff.name.change', { name: member.name })}
          name={member.name}
          id={null}
          onDone={(name) => changes.change({ ...unchangedMember, name })}
          onBack={openMember}
        />
      );
    case 'role':
      return (
        <RoleQuestion
          {...changeStatus}
          title={text('staff.role.change', { name: member.name })}
          selectedRole={member.role}
          onChoose={(newRole) =>
            canApproveOverrides(newRole) && !canApproveOverrides(member.role)
              ? openView({ at: 'role-pin', id: member.id, role: newRole })
              : changes.change({ ...unchangedMember, role: newRole })
          }
          onBack={openMember}
        />
      );
    case 'role-pin':
      return (
        <PinQuestion
          {...changeStatus}
          name={member.name}
          role={view.role}
          onDone={(pin) => changes.change({ ...unchangedMember, role: view.role, pin })}
          onBack={() => openView({ at: 'role', id: member.id })}
        />
      );
    case 'pin':
      return (
        <PinQuestion
          {...changeStatus}
          name={member.name}
          role={member.role}
          onDone={(pin) => changes.change({ ...unchangedMember, pin })}
          onBack={openMember}
        />
      );
    case 'enable-pin':
      return (
        <PinQuestion
          {...changeStatus}
          name={member.name}
          role={member.role}
          onDone={(pin) => changes.enable(member, pin)}
          onBack={openMember}
        />
      );
    case 'disable':
      return (
        <DisableQuestion
          {...changeStatus}
          name={member.name}
          onDone={() => changes.disable(member)}
          onBack={openMember}
        />
      );
  }
}

/** Asks to confirm disabling a person. Records of that person's actions keep the name. */
function DisableQuestion(props: {
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
