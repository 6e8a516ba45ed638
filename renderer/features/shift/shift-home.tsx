import type { CashState, OpenShiftView } from '../../../shared/contract/index.ts';
import { usePermission, useTimeFormatter } from '../../app/index.ts';
import { type Choice, ChoiceList, Notice, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import type { ShiftView } from './shift-view.ts';

/** The state of the shift, and what may be done with it. */
export function ShiftHome(props: {
  readonly state: CashState;
  readonly onView: (view: ShiftView) => void;
  readonly onBack: () => void;
}) {
  const { state, onView } = props;
  const { shift } = state;
  const text = useText();
  const clock = useTimeFormatter();
  const mayPayOut = usePermission('pay-out');
  const mayOpen = usePermission('open-drawer');
  const mayX = usePermission('x-report');
  const mayZ = usePermission('z-reports');

  const doing = (
    name: 'payIn' | 'payOut' | 'drawer' | 'x' | 'z' | 'open' | 'float' | 'close' | 'handOver',
    view: ShiftView,
    needsPin = false,
  ): { readonly choice: Choice; readonly view: ShiftView } => ({
    view,
    choice: {
      id: name,
      name: text(`shift.${name}`),
      detail: text(`shift.${name}.what`),
      ...(needsPin ? { aside: text('shift.needsPin') } : {}),
    },
  });
  const ofOpen = (open: OpenShiftView): ReturnType<typeof doing>[] => [
    doing('close', { name: 'close', shift: open, way: 'close' }),
    ...(open.isFloatCounted || open.countedAt !== null ? [] : [doing('float', { name: 'open' })]),
    doing('payIn', { name: 'move', kind: 'payIn' }),
    doing('payOut', { name: 'move', kind: 'payOut' }, mayPayOut !== 'yes'),
    doing('drawer', { name: 'move', kind: 'drawer' }, mayOpen !== 'yes'),
    doing('x', { name: 'x' }, mayX !== 'yes'),
    doing('handOver', { name: 'close', shift: open, way: 'hand-over' }),
  ];
  const rows = [
    ...(shift === null ? [doing('open', { name: 'open' })] : ofOpen(shift)),
    ...state.others
      .filter(({ mayClose }) => mayClose)
      .map((other) => ({
        view: { name: 'close', shift: other, way: 'close' } satisfies ShiftView,
        choice: {
          id: other.id,
          name: text('shift.closeOther', { number: other.number }),
          detail: `${
            other.drawerOf === null ? '' : `${text('shift.drawerOf', { name: other.drawerOf })} · `
          }${text('shift.since', { time: clock.dateTime(other.openedAt) })}`,
        },
      })),
    doing('z', { name: 'z' }, mayZ !== 'yes'),
  ];

  return (
    <Screen
      title={text('shift.title')}
      hint={
        shift === null
          ? text('shift.what')
          : `${text('shift.isOpen', { number: shift.number, name: shift.openedBy })} · ${text(
              'shift.since',
              { time: clock.dateTime(shift.openedAt) },
            )}`
      }
      actions={[{ label: text('shift.back'), keyName: 'Escape', onAction: props.onBack }]}
    >
      <ShiftStatus state={state} />
      <ChoiceList
        // When a shift opens or closes, the focused row is gone: the new list starts at its first
        // row.
        key={shift?.id ?? 'none'}
        label={text('shift.what')}
        choices={rows.map(({ choice }) => choice)}
        onChoose={(id) => {
          const row = rows.find(({ choice }) => choice.id === id);
          if (row !== undefined) onView(row.view);
        }}
        isAutoFocused
      />
    </Screen>
  );
}

function ShiftStatus(props: { readonly state: CashState }) {
  const { shift, shifts } = props.state;
  const text = useText();
  if (shift === null) {
    return <Notice tone="info" happened={text('shift.none')} next={text(`shift.none.${shifts}`)} />;
  }
  if (shift.countedAt !== null) return <Notice tone="info" happened={text('shift.counted')} />;
  if (shift.isFloatCounted) return null;
  return (
    <Notice tone="info" happened={text('shift.notCounted')} next={text('shift.notCountedNext')} />
  );
}
