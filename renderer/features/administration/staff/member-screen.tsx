import type { Problem, StaffMember } from '../../../../shared/contract/index.ts';
import { useProblemText, useTimeFormatter } from '../../../app/index.ts';
import { type Choice, ChoiceList, Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

type MemberAction = 'release' | 'name' | 'role' | 'pin' | 'disable' | 'enable';

/** One person, and what can be done about her. */
export function MemberScreen(props: {
  readonly member: StaffMember;
  readonly isSelf: boolean;
  readonly may: boolean;
  readonly mayAnyRole: boolean;
  /** What was just done. */
  readonly done: string | null;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly onOpen: (at: 'name' | 'role' | 'pin' | 'disable') => void;
  readonly onEnable: () => void;
  readonly onRelease: () => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const clock = useTimeFormatter();
  const describe = useProblemText();
  const { member } = props;
  const { lockedOut, disabledAt } = member;
  const isActive = disabledAt === null;
  const doing: readonly (MemberAction | false)[] = [
    lockedOut !== null && 'release',
    'name',
    props.mayAnyRole && 'role',
    isActive && 'pin',
    isActive ? !props.isSelf && 'disable' : 'enable',
  ];
  const choices = doing
    .filter((one) => one !== false)
    .map(
      (one): Choice<MemberAction> => ({
        id: one,
        name: text(`staff.do.${one}`),
        detail: text(`staff.do.${one}.what`),
      }),
    );
  const choose = (what: MemberAction): void => {
    if (what === 'release') props.onRelease();
    else if (what === 'enable') props.onEnable();
    else props.onOpen(what);
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
      {props.done === null ? null : (
        <Notice tone="info" word={text('staff.done')} happened={props.done} />
      )}
      {lockedOut === null ? null : (
        <Notice
          tone="warning"
          word={text('staff.lockedOut')}
          happened={
            lockedOut.waitSeconds === null
              ? text('staff.lockedOut.what')
              : text('staff.lockedOut.owner', { minutes: Math.ceil(lockedOut.waitSeconds / 60) })
          }
        />
      )}
      {props.may ? (
        <ChoiceList
          key={`${member.disabledAt} ${lockedOut === null}`}
          label={text('staff.do')}
          choices={choices}
          onChoose={choose}
          isAutoFocused
        />
      ) : (
        <Notice tone="info" {...describe({ kind: 'not-allowed', needs: 'owner' })} />
      )}
      {props.problem === null ? null : <Notice tone="refused" {...describe(props.problem)} />}
    </Screen>
  );
}
