import type { Act } from '../../../shared/contract/index.ts';
import { mayBy, type RouteName, useNavigation, useTill } from '../../app/index.ts';
import { type Choice, ChoiceList, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';

/** A room, and the act without which there is nothing to do in it; null if everybody may enter. */
interface Room {
  readonly name: Extract<
    RouteName,
    | 'shift'
    | 'staff'
    | 'customers'
    | 'earnings'
    | 'daily-file'
    | 'chain'
    | 'audit'
    | 'settings'
    | 'backup'
    | 'updates'
    | 'training'
  >;
  readonly act: Act | null;
}

const ROOMS: readonly Room[] = [
  { name: 'shift', act: null },
  { name: 'earnings', act: 'earnings' },
  { name: 'customers', act: null },
  { name: 'staff', act: 'staff' },
  { name: 'daily-file', act: 'reconciliation' },
  { name: 'chain', act: 'chain' },
  { name: 'audit', act: 'audit' },
  { name: 'settings', act: 'settings' },
  { name: 'backup', act: 'diagnostics' },
  { name: 'updates', act: 'updates' },
  { name: 'training', act: null },
];

export function BackOffice() {
  const { open, goHome } = useNavigation();
  const text = useText();
  const { session, environment, hasChain } = useTill();
  const role = session.cashier?.role ?? 'cashier';
  const mayEnter = ({ name, act }: Room): boolean => {
    if (name === 'training') return environment === 'training';
    if (name === 'chain' && !hasChain) return false;
    return act === null || mayBy(role, act) !== 'no';
  };
  const choices = ROOMS.filter(mayEnter).map(
    ({ name }): Choice<Room['name']> => ({
      id: name,
      name: text(`backOffice.${name}`),
      detail: text(`backOffice.${name}.what`),
    }),
  );
  return (
    <Screen
      title={text('backOffice.title')}
      actions={[
        { label: text('backOffice.back'), keyName: 'Escape', onAction: goHome },
        ...(mayBy(role, 'earnings') === 'no'
          ? []
          : [
              {
                label: text('backOffice.earnings'),
                keyName: 'Control+I' as const,
                onAction: () => open({ name: 'earnings' }),
              },
            ]),
      ]}
      isDense
    >
      <ChoiceList
        label={text('backOffice.list')}
        choices={choices}
        onChoose={(name) => open({ name })}
        isLong
        isAutoFocused
      />
    </Screen>
  );
}
