import { useState } from 'react';
import {
  type CallAnswer,
  type CallInput,
  overrides,
  type Role,
  type StaffMember,
} from '../../../shared/contract/index.ts';
import { useMay, useNavigation, useTill, useTillMutation, useTillQuery } from '../../app/index.ts';
import { useText } from '../../i18n/index.ts';
import { DisableQuestion } from './disable-question.tsx';
import { MemberScreen } from './member-screen.tsx';
import { NameQuestion } from './name-question.tsx';
import { PinQuestion } from './pin-question.tsx';
import { RoleQuestion } from './role-question.tsx';
import { StaffList } from './staff-list.tsx';
import { LIST, mayManage, type StaffView } from './view.ts';

type Changing = 'staff.add' | 'staff.change' | 'staff.disable' | 'staff.enable';

/** One question at a time; what main does not do is said where it was asked for. */
export function StaffRoom() {
  const text = useText();
  const { open } = useNavigation();
  const may = useMay('staff');
  const { session } = useTill();
  const list = useTillQuery('staff.list', {}, { isEnabled: may === 'yes', asksAnew: true });
  const [view, setView] = useState<StaffView>(LIST);
  const calls = {
    'staff.add': useTillMutation('staff.add'),
    'staff.change': useTillMutation('staff.change'),
    'staff.disable': useTillMutation('staff.disable'),
    'staff.enable': useTillMutation('staff.enable'),
    'staff.releaseLockOut': useTillMutation('staff.releaseLockOut'),
  };
  const role: Role = session.cashier?.role ?? 'cashier';
  const isBusy = Object.values(calls).some((one) => one.isWaiting);
  const problem = Object.values(calls).find((one) => one.problem !== null)?.problem ?? null;
  const forget = (): void => {
    for (const one of Object.values(calls)) one.reset();
  };
  const go = (next: StaffView): void => {
    forget();
    setView(next);
  };

  /** Does it, and stands at the person afterwards; where main says no, the question stays. */
  const run = async <Name extends Changing>(
    work: () => Promise<CallAnswer<Name>>,
    said: string,
  ): Promise<void> => {
    if (isBusy) return;
    forget();
    const answer = await work();
    if (!answer.ok) return;
    list.again();
    setView({ at: 'member', id: answer.value.id, done: said });
  };
  const change = (input: CallInput<'staff.change'>) =>
    void run<'staff.change'>(() => calls['staff.change'].run(input), text('staff.done.changed'));
  const add = (input: CallInput<'staff.add'>) =>
    void run<'staff.add'>(
      () => calls['staff.add'].run(input),
      text('staff.done.added', { name: input.name }),
    );
  const enable = (one: StaffMember, pin: string | null) =>
    void run<'staff.enable'>(
      () => calls['staff.enable'].run({ id: one.id, pin }),
      text('staff.done.enabled', { name: one.name }),
    );
  const release = async (one: StaffMember): Promise<void> => {
    if (isBusy) return;
    forget();
    const answer = await calls['staff.releaseLockOut'].run({ id: one.id, approval: null });
    if (!answer.ok) return;
    list.again();
    setView({ at: 'member', id: one.id, done: text('staff.done.released', { name: one.name }) });
  };

  const member = 'id' in view ? list.value?.find((one) => one.id === view.id) : undefined;
  const way = { problem, isBusy };
  switch (view.at) {
    case 'new-role':
      return (
        <RoleQuestion
          {...way}
          title={text('staff.role.new')}
          chosen={null}
          onChoose={(chosen) => go({ at: 'new-name', role: chosen, name: '', id: '' })}
          onBack={() => go(LIST)}
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
          onBack={() => go(role === 'owner' ? { at: 'new-role' } : LIST)}
        />
      );
    case 'new-pin':
      return (
        <PinQuestion
          {...way}
          name={view.name}
          role={view.role}
          onDone={(pin) =>
            add({ id: view.id === '' ? null : view.id, name: view.name, role: view.role, pin })
          }
          onBack={() => go({ ...view, at: 'new-name' })}
        />
      );
    case 'list':
      break;
    default: {
      if (member === undefined) break;
      const back = (): void => go({ at: 'member', id: member.id, done: null });
      const asItIs = { id: member.id, name: member.name, role: member.role, pin: null };
      switch (view.at) {
        case 'member':
          return (
            <MemberScreen
              {...way}
              member={member}
              isSelf={member.id === session.cashier?.id}
              may={mayManage(role, member)}
              mayAnyRole={role === 'owner'}
              done={view.done}
              onOpen={(at) => go({ at, id: member.id })}
              onEnable={() =>
                overrides(member.role)
                  ? go({ at: 'enable-pin', id: member.id })
                  : enable(member, null)
              }
              onRelease={() => void release(member)}
              onBack={() => go(LIST)}
            />
          );
        case 'name':
          return (
            <NameQuestion
              {...way}
              title={text('staff.name.change', { name: member.name })}
              name={member.name}
              id={null}
              onDone={(name) => change({ ...asItIs, name })}
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
                overrides(next) && !overrides(member.role)
                  ? go({ at: 'role-pin', id: member.id, role: next })
                  : change({ ...asItIs, role: next })
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
              onDone={(pin) => change({ ...asItIs, role: view.role, pin })}
              onBack={() => go({ at: 'role', id: member.id })}
            />
          );
        case 'pin':
          return (
            <PinQuestion
              {...way}
              name={member.name}
              role={member.role}
              onDone={(pin) => change({ ...asItIs, pin })}
              onBack={back}
            />
          );
        case 'enable-pin':
          return (
            <PinQuestion
              {...way}
              name={member.name}
              role={member.role}
              onDone={(pin) => enable(member, pin)}
              onBack={back}
            />
          );
        case 'disable':
          return (
            <DisableQuestion
              {...way}
              name={member.name}
              onDone={() =>
                void run<'staff.disable'>(
                  () => calls['staff.disable'].run({ id: member.id }),
                  text('staff.done.disabled', { name: member.name }),
                )
              }
              onBack={back}
            />
          );
      }
    }
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
