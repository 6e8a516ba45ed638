import type { StaffMember } from '../../../../shared/contract/index.ts';
import { type PermissionGrant, useProblemText, type useTillQuery } from '../../../app/index.ts';
import { ChoiceList, LoadingIndicator, Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_READ_SECONDS = 10;

/** All staff members, in the order that main returns: disabled people last. */
export function StaffList(props: {
  readonly staffQuery: ReturnType<typeof useTillQuery<'staff.list'>>;
  readonly permission: PermissionGrant;
  readonly onOpen: (id: string) => void;
  readonly onNew: () => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const describeProblem = useProblemText();
  const { value, problem, refetch } = props.staffQuery;
  const backAction = {
    label: text('staff.back'),
    keyName: 'Escape',
    onAction: props.onBack,
  } as const;
  if (props.permission !== 'yes') {
    return (
      <Screen title={text('staff.title')} actions={[backAction]}>
        <Notice tone="warning" {...describeProblem({ kind: 'not-allowed', needs: 'supervisor' })} />
      </Screen>
    );
  }
  if (problem !== null) {
    return (
      <Screen
        title={text('staff.title')}
        actions={[
          backAction,
          { label: text('app.retry'), keyName: 'Enter', variant: 'primary', onAction: refetch },
        ]}
      >
        <Notice tone="refused" {...describeProblem(problem)} />
      </Screen>
    );
  }
  return (
    <Screen
      title={text('staff.title')}
      hint={text('staff.hint')}
      actions={[backAction, { label: text('staff.new'), keyName: 'Insert', onAction: props.onNew }]}
    >
      {value === undefined ? (
        <LoadingIndicator label={text('staff.reading')} maxSeconds={MAX_READ_SECONDS} />
      ) : (
        <ChoiceList
          label={text('staff.list')}
          choices={value.map((member) => ({
            id: member.id,
            name: member.name,
            detail: member.id,
            trailingContent: formatAside(member),
          }))}
          onChoose={props.onOpen}
          isAutoFocused
        />
      )}
    </Screen>
  );

  function formatAside(member: StaffMember): string {
    if (member.disabledAt !== null)
      return `${text(`role.${member.role}`)} · ${text('staff.disabled')}`;
    if (member.lockedOut !== null)
      return `${text(`role.${member.role}`)} · ${text('staff.lockedOut')}`;
    return text(`role.${member.role}`);
  }
}
