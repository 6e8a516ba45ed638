import { useState } from 'react';
import type { Role } from '../../../../shared/contract/index.ts';
import { useNavigation, usePermission, useTill, useTillQuery } from '../../../app/index.ts';
import { useText } from '../../../i18n/index.ts';
import { MemberQuestions } from './member-questions.tsx';
import { NameQuestion } from './name-question.tsx';
import { PinQuestion } from './pin-question.tsx';
import { RoleQuestion } from './role-question.tsx';
import { StaffList } from './staff-list.tsx';
import { LIST_VIEW, type StaffView } from './staff-view.ts';
import { useStaffChanges } from './use-staff-changes.ts';

/** One question at a time. A refusal of main is shown at the question. */
export function StaffPage() {
  const text = useText();
  const { open } = useNavigation();
  const may = usePermission('staff');
  const { session } = useTill();
  const list = useTillQuery('staff.list', {}, { enabled: may === 'yes', refetchOnMount: 'always' });
  const [view, setView] = useState<StaffView>(LIST_VIEW);
  const role: Role = session.cashier?.role ?? 'cashier';
  const changes = useStaffChanges((next) => {
    list.again();
    setView(next);
  });
  const go = (next: StaffView): void => {
    changes.clearProblem();
    setView(next);
  };

  const member = 'id' in view ? list.value?.find((one) => one.id === view.id) : undefined;
  const way = { problem: changes.problem, isBusy: changes.isBusy };
  switch (view.at) {
    case 'new-role':
      return (
        <RoleQuestion
          {...way}
          title={text('staff.role.new')}
          chosen={null}
          onChoose={(chosen) => go({ at: 'new-name', role: chosen, name: '', id: '' })}
          onBack={() => go(LIST_VIEW)}
        />
      );
    case 'new-name':
      return (
        <NameQuestion
          {...way}
          title={text('staff.name.new')}
          name={view.name}
          id={view.id}
          onDone={(name, id) => go({ ...view, at: 'new-pin', name, id })}
          onBack={() => go(role === 'owner' ? { at: 'new-role' } : LIST_VIEW)}
        />
      );
    case 'new-pin':
      return (
        <PinQuestion
          {...way}
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
          onBack={() => go({ ...view, at: 'new-name' })}
        />
      );
    case 'list':
      break;
    default:
      if (member === undefined) break;
      return (
        <MemberQuestions
          view={view}
          member={member}
          isSelf={member.id === session.cashier?.id}
          role={role}
          changes={changes}
          go={go}
        />
      );
  }
  return (
    <StaffList
      list={list}
      may={may}
      onOpen={(id) => go({ at: 'member', id, done: null })}
      onNew={() =>
        go(
          role === 'owner'
            ? { at: 'new-role' }
            : { at: 'new-name', role: 'cashier', name: '', id: '' },
        )
      }
      onBack={() => open({ name: 'back-office' })}
    />
  );
}
