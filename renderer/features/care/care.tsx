import { useState } from 'react';
import { useMay, useNavigation } from '../../app/index.ts';
import { type Choice, ChoiceList, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { Backups } from './backups.tsx';
import { DiagnosticsRoom } from './diagnostics-room.tsx';

type Corner = 'backups' | 'diagnostics';

/** The ledger's backups, for an owner; and what the help line asks for. */
export function Care() {
  const { open } = useNavigation();
  const text = useText();
  const mayBackUp = useMay('backup') === 'yes';
  const [corner, setCorner] = useState<Corner | null>(null);
  const corners: readonly Corner[] = mayBackUp ? ['backups', 'diagnostics'] : ['diagnostics'];
  switch (corner) {
    case 'backups':
      return <Backups onBack={() => setCorner(null)} />;
    case 'diagnostics':
      return <DiagnosticsRoom onBack={() => setCorner(null)} />;
    case null:
      return (
        <Screen
          title={text('care.title')}
          actions={[
            {
              label: text('care.back'),
              keyName: 'Escape',
              onAction: () => open({ name: 'back-office' }),
            },
          ]}
        >
          <ChoiceList
            label={text('care.list')}
            choices={corners.map(
              (id): Choice<Corner> => ({
                id,
                name: text(`care.${id}`),
                detail: text(`care.${id}.what`),
              }),
            )}
            onChoose={setCorner}
            isAutoFocused
          />
        </Screen>
      );
  }
}
