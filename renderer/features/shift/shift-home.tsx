import type { CashState, OpenShiftView } from '../../../shared/contract/index.ts';
import { usePermission, useTimeFormatter } from '../../app/index.ts';
import { type Choice, ChoiceList, Notice, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import type { ShiftView } from './shift-view.ts';

/** The state of the shift, and the available actions. */
export function ShiftHome(props: {
  readonly cashState: CashState;
  readonly onView: (view: ShiftView) => void;
  readonly onBack: () => void;
}) {
  const { cashState: state, onView } = props;
  const { shift } = state;
  const text = useText();
  const clock = useTimeFormatter();
  const payOutPermission = usePermission('pay-out');
  const openDrawerPermission = usePermission('open-drawer');
  const xReportPermission = usePermission('x-report');
  const zReportsPermission = usePermission('z-reports');

  const createRow = (
    name:
      | 'payIn'
      | 'payOut'
      | 'drop'
      | 'drawer'
      | 'x'
      | 'z'
      | 'open'
      | 'float'
      | 'close'
      | 'handOver',
    view: ShiftView,
    needsPin = false,
  ): { readonly choice: Choice; readonly view: ShiftView } => ({
    view,
    choice: {
      id: name,
      name: text(`shift.${name}`),
      detail: text(`shift.${name}.description`),
      ...(needsPin ? { trailingContent: text('shift.needsPin') } : {}),
    },
  });
  const createOpenShiftRows = (openShift: OpenShiftView): ReturnType<typeof createRow>[] => [
    createRow('close', { name: 'close', shift: openShift, mode: 'close' }),
    ...(openShift.isFloatCounted || openShift.countedAt !== null
      ? []
      : [createRow('float', { name: 'open' })]),
    createRow('payIn', { name: 'move', kind: 'payIn' }),
    createRow('payOut', { name: 'move', kind: 'payOut' }, payOutPermission !== 'yes'),
    createRow('drop', { name: 'move', kind: 'drop' }),
    createRow('drawer', { name: 'move', kind: 'drawer' }, openDrawerPermission !== 'yes'),
    createRow('x', { name: 'x' }, xReportPermission !== 'yes'),
    createRow('handOver', { name: 'close', shift: openShift, mode: 'hand-over' }),
  ];
  const rows = [
    ...(shift === null ? [createRow('open', { name: 'open' })] : createOpenShiftRows(shift)),
    ...state.others
      .filter(({ canClose }) => canClose)
      .map((otherShift) => ({
        view: { name: 'close', shift: otherShift, mode: 'close' } satisfies ShiftView,
        choice: {
          id: otherShift.id,
          name: text('shift.closeOther', { number: otherShift.number }),
          detail: `${
            otherShift.drawerOf === null
              ? ''
              : `${text('shift.drawerOf', { name: otherShift.drawerOf })} · `
          }${text('shift.since', { time: clock.dateTime(otherShift.openedAt) })}`,
        },
      })),
    createRow('z', { name: 'z' }, zReportsPermission !== 'yes'),
  ];

  return (
    <Screen
      title={text('shift.title')}
      hint={
        shift === null
          ? text('shift.question')
          : `${text('shift.isOpen', { number: shift.number, name: shift.openedBy })} · ${text(
              'shift.since',
              { time: clock.dateTime(shift.openedAt) },
            )}`
      }
      actions={[{ label: text('shift.back'), keyName: 'Escape', onAction: props.onBack }]}
    >
      <ShiftStatus state={state} />
      <ChoiceList
        // When a shift opens or closes, the focused row disappears, so a new list starts at its
        // first row.
        key={shift?.id ?? 'none'}
        label={text('shift.question')}
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
    return <Notice tone="info" title={text('shift.none')} action={text(`shift.none.${shifts}`)} />;
  }
  if (shift.countedAt !== null) return <Notice tone="info" title={text('shift.counted')} />;
  if (shift.isFloatCounted) return null;
  return (
    <Notice tone="info" title={text('shift.notCounted')} action={text('shift.notCountedAction')} />
  );
}
