import type { Act } from '../../../shared/contract/index.ts';
import { mayBy, type PlaceName, useNavigation, useTill } from '../../app/index.ts';
import { type Choice, ChoiceList, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';

/** A room, and what it takes to find anything to do in it; null if everybody does. */
interface Room {
  readonly name: Extract<
    PlaceName,
    'shift' | 'staff' | 'daily-file' | 'audit' | 'settings' | 'backup' | 'training'
  >;
  readonly act: Act | null;
}

const ROOMS: readonly Room[] = [
  { name: 'shift', act: null },
  { name: 'staff', act: 'staff' },
  { name: 'daily-file', act: 'reconciliation' },
  { name: 'audit', act: 'audit' },
  { name: 'settings', act: 'settings' },
  { name: 'backup', act: 'diagnostics' },
  { name: 'training', act: null },
];

export function BackOffice() {
  const { open, goHome } = useNavigation();
  const text = useText();
  const { session, environment } = useTill();
  const role = session.cashier?.role ?? 'cashier';
  const mayEnter = ({ name, act }: Room): boolean => {
    if (name === 'training') return environment === 'training';
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
      actions={[{ label: text('backOffice.back'), keyName: 'Escape', onAction: goHome }]}
    >
      <ChoiceList
        label={text('backOffice.list')}
        choices={choices}
        onChoose={(name) => open({ name })}
        isAutoFocused
      />
    </Screen>
  );
}
