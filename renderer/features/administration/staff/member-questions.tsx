import { canOverride, type Role, type StaffMember } from '../../../../shared/contract/index.ts';
import { useText } from '../../../i18n/index.ts';
import { DisableQuestion } from './disable-question.tsx';
import { MemberScreen } from './member-screen.tsx';
import { NameQuestion } from './name-question.tsx';
import { PinQuestion } from './pin-question.tsx';
import { RoleQuestion } from './role-question.tsx';
import { canManage, LIST_VIEW, type MemberView, type StaffView } from './staff-view.ts';
import type { StaffChanges } from './use-staff-changes.ts';

/** One person of the staff, and the questions about her. */
export function MemberQuestions(props: {
  readonly view: MemberView;
  readonly member: StaffMember;
  readonly isSelf: boolean;
  /** Of who asks. */
  readonly role: Role;
  readonly changes: StaffChanges;
  readonly go: (next: StaffView) => void;
}) {
  const text = useText();
  const { view, member, role, changes, go } = props;
  const way = { problem: changes.problem, isBusy: changes.isBusy };
  const back = (): void => go({ at: 'member', id: member.id, done: null });
  const asItIs = { id: member.id, name: member.name, role: member.role, pin: null };
  switch (view.at) {
    case 'member':
      return (
        <MemberScreen
          {...way}
          member={member}
          isSelf={props.isSelf}
          may={canManage(role, member)}
          mayAnyRole={role === 'owner'}
          done={view.done}
          onOpen={(at) => go({ at, id: member.id })}
          onEnable={() =>
            canOverride(member.role)
              ? go({ at: 'enable-pin', id: member.id })
              : changes.enable(member, null)
          }
          onRelease={() => changes.release(member)}
          onBack={() => go(LIST_VIEW)}
        />
      );
    case 'name':
      return (
        <NameQuestion
          {...way}
          title={text('staff.name.change', { name: member.name })}
          name={member.name}
          id={null}
          onDone={(name) => changes.change({ ...asItIs, name })}
          onBack={back}
        />
      );
    case 'role':
      return (
        <RoleQuestion
          {...way}
          title={text('staff.role.change', { name: member.name })}
          chosen={member.role}
          onChoose={(next) =>
            canOverride(next) && !canOverride(member.role)
              ? go({ at: 'role-pin', id: member.id, role: next })
              : changes.change({ ...asItIs, role: next })
          }
          onBack={back}
        />
      );
    case 'role-pin':
      return (
        <PinQuestion
          {...way}
          name={member.name}
          role={view.role}
          onDone={(pin) => changes.change({ ...asItIs, role: view.role, pin })}
          onBack={() => go({ at: 'role', id: member.id })}
        />
      );
    case 'pin':
      return (
        <PinQuestion
          {...way}
          name={member.name}
          role={member.role}
          onDone={(pin) => changes.change({ ...asItIs, pin })}
          onBack={back}
        />
      );
    case 'enable-pin':
      return (
        <PinQuestion
          {...way}
          name={member.name}
          role={member.role}
          onDone={(pin) => changes.enable(member, pin)}
          onBack={back}
        />
      );
    case 'disable':
      return (
        <DisableQuestion
          {...way}
          name={member.name}
          onDone={() => changes.disable(member)}
          onBack={back}
        />
      );
  }
}
