import type { StaffMember } from '../../../../shared/contract/index.ts';
import { type PermissionGrant, useProblemText, type useTillQuery } from '../../../app/index.ts';
import { ChoiceList, LoadingIndicator, Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_READ_SECONDS = 10;

/** Everybody, disabled people last. */
export function StaffList(props: {
  readonly list: ReturnType<typeof useTillQuery<'staff.list'>>;
  readonly may: PermissionGrant;
  readonly onOpen: (id: string) => void;
  readonly onNew: () => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const describe = useProblemText();
  const { value, problem, again } = props.list;
  const back = { label: text('staff.back'), keyName: 'Escape', onAction: props.onBack } as const;
  if (props.may !== 'yes') {
    return (
      <Screen title={text('staff.title')} actions={[back]}>
        <Notice tone="warning" {...describe({ kind: 'not-allowed', needs: 'supervisor' })} />
      </Screen>
    );
  }
  if (problem !== null) {
    return (
      <Screen
        title={text('staff.title')}
        actions={[
          back,
          { label: text('app.again'), keyName: 'Enter', variant: 'primary', onAction: again },
        ]}
      >
        <Notice tone="refused" {...describe(problem)} />
      </Screen>
    );
  }
  return (
    <Screen
      title={text('staff.title')}
      hint={text('staff.hint')}
      actions={[back, { label: text('staff.new'), keyName: 'Insert', onAction: props.onNew }]}
    >
      {value === undefined ? (
        <LoadingIndicator label={text('staff.reading')} maxSeconds={MAX_READ_SECONDS} />
      ) : (
        <ChoiceList
          label={text('staff.list')}
          choices={value.map((one) => ({
            id: one.id,
            name: one.name,
            detail: one.id,
            aside: asideOf(one),
          }))}
          onChoose={props.onOpen}
          isAutoFocused
        />
      )}
    </Screen>
  );

  function asideOf(one: StaffMember): string {
    if (one.disabledAt !== null) return `${text(`role.${one.role}`)} · ${text('staff.disabled')}`;
    if (one.lockedOut !== null) return `${text(`role.${one.role}`)} · ${text('staff.lockedOut')}`;
    return text(`role.${one.role}`);
  }
}
