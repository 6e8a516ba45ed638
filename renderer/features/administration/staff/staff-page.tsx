import { useState } from 'react';
import type { Role } from '../../../../shared/contract/index.ts';
import { useNavigation, usePermission, useTill, useTillQuery } from '../../../app/index.ts';
import { useText } from '../../../i18n/index.ts';
import { StaffMemberQuestions } from './member-questions.tsx';
import { NameQuestion } from './name-question.tsx';
import { PinQuestion } from './pin-question.tsx';
import { RoleQuestion } from './role-question.tsx';
import { StaffList } from './staff-list.tsx';
import { STAFF_LIST_VIEW, type StaffView } from './staff-view.ts';
import { useStaffChanges } from './use-staff-changes.ts';

/**
 * The staff page, one question at a time. If main refuses a change, the question shows the reason.
 */
export function StaffPage() {
  const text = useText();
  const { open } = useNavigation();
  const permission = usePermission('staff');
  const { session } = useTill();
  const list = useTillQuery(
    'staff.list',
    {},
    { enabled: permission === 'yes', refetchOnMount: 'always' },
  );
  const [view, setView] = useState<StaffView>(STAFF_LIST_VIEW);
  const role: Role = session.cashier?.role ?? 'cashier';
  const changes = useStaffChanges((nextView) => {
    list.refetch();
    setView(nextView);
  });
  const openView = (nextView: StaffView): void => {
    changes.clearProblem();
    setView(nextView);
  };

  const member = 'id' in view ? list.value?.find((member) => member.id === view.id) : undefined;
  const changeStatus = { problem: changes.problem, isBusy: changes.isBusy };
  switch (view.at) {
    case 'new-role':
      return (
        <RoleQuestion
          {...changeStatus}
          title={text('staff.role.new')}
          selectedRole={null}
          onChoose={(chosen) => openView({ at: 'new-name', role: chosen, name: '', id: '' })}
          onBack={() => openView(STAFF_LIST_VIEW)}
        />
      );
    case 'new-name':
      return (
        <NameQuestion
          {...changeStatus}
          title={text('staff.name.new')}
          name={view.name}
          id={view.id}
          onDone={(name, id) => openView({ ...view, at: 'new-pin', name, id })}
          onBack={() => openView(role === 'owner' ? { at: 'new-role' } : STAFF_LIST_VIEW)}
        />
      );
    case 'new-pin':
      return (
        <PinQuestion
          {...changeStatus}
          name={view.name}
          role={view.role}
          onDone={(pin) =>
            changes.add({
              id: view.id === '' ? null : view.id,
              name: view.name,
              role: view.role,
              pin,
            })
          }
          onBack={() => openView({ ...view, at: 'new-name' })}
        />
      );
    case 'list':
      break;
    default:
      if (member === undefined) break;
      return (
        <StaffMemberQuestions
          view={view}
          member={member}
          isSelf={member.id === session.cashier?.id}
          role={role}
          changes={changes}
          openView={openView}
        />
      );
  }
  return (
    <StaffList
      staffQuery={list}
      permission={permission}
      onOpen={(id) => openView({ at: 'member', id, done: null })}
      onNew={() =>
        openView(
          role === 'owner'
            ? { at: 'new-role' }
            : { at: 'new-name', role: 'cashier', name: '', id: '' },
        )
      }
      onBack={() => open({ name: 'back-office' })}
    />
  );
}
