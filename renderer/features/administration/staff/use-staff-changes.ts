import type {
  CallAnswer,
  CallInput,
  Problem,
  StaffMember,
} from '../../../../shared/contract/index.ts';
import { useTillMutation } from '../../../app/index.ts';
import { useText } from '../../../i18n/index.ts';
import type { StaffView } from './staff-view.ts';

type StaffCallName = 'staff.add' | 'staff.change' | 'staff.disable' | 'staff.enable';

/** What can be changed of the staff, one change at a time. */
export interface StaffChanges {
  readonly isBusy: boolean;
  /** Why main refused the last one. */
  readonly problem: Problem | null;
  readonly clearProblem: () => void;
  readonly add: (input: CallInput<'staff.add'>) => void;
  readonly change: (input: CallInput<'staff.change'>) => void;
  readonly enable: (one: StaffMember, pin: string | null) => void;
  readonly disable: (one: StaffMember) => void;
  readonly release: (one: StaffMember) => void;
}

/** `onChanged` is told what to show once main has made the change. */
export function useStaffChanges(onChanged: (next: StaffView) => void): StaffChanges {
  const text = useText();
  const calls = {
    'staff.add': useTillMutation('staff.add'),
    'staff.change': useTillMutation('staff.change'),
    'staff.disable': useTillMutation('staff.disable'),
    'staff.enable': useTillMutation('staff.enable'),
    'staff.releaseLockOut': useTillMutation('staff.releaseLockOut'),
  };
  const isBusy = Object.values(calls).some((one) => one.isWaiting);
  const problem = Object.values(calls).find((one) => one.problem !== null)?.problem ?? null;
  const clearProblem = (): void => {
    for (const one of Object.values(calls)) one.reset();
  };
  /** Makes the change and returns to the person; if main refuses, the question stays. */
  const run = async <Name extends StaffCallName>(
    work: () => Promise<CallAnswer<Name>>,
    said: string,
  ): Promise<void> => {
    if (isBusy) return;
    clearProblem();
    const answer = await work();
    if (!answer.ok) return;
    onChanged({ at: 'member', id: answer.value.id, done: said });
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
  const disable = (one: StaffMember) =>
    void run<'staff.disable'>(
      () => calls['staff.disable'].run({ id: one.id }),
      text('staff.done.disabled', { name: one.name }),
    );
  const release = async (one: StaffMember): Promise<void> => {
    if (isBusy) return;
    clearProblem();
    const answer = await calls['staff.releaseLockOut'].run({ id: one.id, approval: null });
    if (!answer.ok) return;
    onChanged({ at: 'member', id: one.id, done: text('staff.done.released', { name: one.name }) });
  };

  return {
    isBusy,
    problem,
    clearProblem,
    add,
    change,
    enable,
    disable,
    release: (one) => void release(one),
  };
}
