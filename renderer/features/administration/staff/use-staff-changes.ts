import type {
  CallInput,
  Problem,
  StaffMember,
  TillCallResult,
} from '../../../../shared/contract/index.ts';
import { useTillMutation } from '../../../app/index.ts';
import { useText } from '../../../i18n/index.ts';
import type { StaffView } from './staff-view.ts';

type StaffCallName = 'staff.add' | 'staff.change' | 'staff.disable' | 'staff.enable';

/** The changes to staff members. Only one runs at a time; further calls are ignored. */
export interface StaffChanges {
  readonly isBusy: boolean;
  /** Why main refused the last change. */
  readonly problem: Problem | null;
  readonly clearProblem: () => void;
  readonly add: (input: CallInput<'staff.add'>) => void;
  readonly change: (input: CallInput<'staff.change'>) => void;
  readonly enable: (member: StaffMember, pin: string | null) => void;
  readonly disable: (member: StaffMember) => void;
  readonly releaseLockout: (member: StaffMember) => void;
}

/** Calls `onChanged` with the next view after main has made a change. */
export function useStaffChanges(onChanged: (next: StaffView) => void): StaffChanges {
  const text = useText();
  const calls = {
    'staff.add': useTillMutation('staff.add'),
    'staff.change': useTillMutation('staff.change'),
    'staff.disable': useTillMutation('staff.disable'),
    'staff.enable': useTillMutation('staff.enable'),
    'staff.releaseLockOut': useTillMutation('staff.releaseLockOut'),
  };
  const isBusy = Object.values(calls).some((call) => call.isPending);
  const problem = Object.values(calls).find((call) => call.problem !== null)?.problem ?? null;
  const clearProblem = (): void => {
    for (const call of Object.values(calls)) call.reset();
  };
  /** Makes the change and opens the person's view; if main refuses, the question stays open. */
  const applyChange = async <Name extends StaffCallName>(
    runCall: () => Promise<TillCallResult<Name>>,
    doneText: string,
  ): Promise<void> => {
    if (isBusy) return;
    clearProblem();
    const answer = await runCall();
    if (!answer.ok) return;
    onChanged({ at: 'member', id: answer.value.id, done: doneText });
  };
  const changeMember = (input: CallInput<'staff.change'>) =>
    void applyChange<'staff.change'>(
      () => calls['staff.change'].run(input),
      text('staff.done.changed'),
    );
  const addMember = (input: CallInput<'staff.add'>) =>
    void applyChange<'staff.add'>(
      () => calls['staff.add'].run(input),
      text('staff.done.added', { name: input.name }),
    );
  const enableMember = (member: StaffMember, pin: string | null) =>
    void applyChange<'staff.enable'>(
      () => calls['staff.enable'].run({ id: member.id, pin }),
      text('staff.done.enabled', { name: member.name }),
    );
  const disableMember = (member: StaffMember) =>
    void applyChange<'staff.disable'>(
      () => calls['staff.disable'].run({ id: member.id }),
      text('staff.done.disabled', { name: member.name }),
    );
  const releaseMember = async (member: StaffMember): Promise<void> => {
    if (isBusy) return;
    clearProblem();
    const answer = await calls['staff.releaseLockOut'].run({ id: member.id, approval: null });
    if (!answer.ok) return;
    onChanged({
      at: 'member',
      id: member.id,
      done: text('staff.done.released', { name: member.name }),
    });
  };

  return {
    isBusy,
    problem,
    clearProblem,
    add: addMember,
    change: changeMember,
    enable: enableMember,
    disable: disableMember,
    releaseLockout: (member) => void releaseMember(member),
  };
}
