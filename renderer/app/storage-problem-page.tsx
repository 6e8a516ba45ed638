import { Notice, Screen } from '../components/index.ts';
import { useText } from '../i18n/index.ts';
import { RescueBackupInstructions, useBackupToRestore } from './rescue-backup-instructions.tsx';
import { SignedOutLayout } from './signed-out-layout.tsx';
import { useTill, useTillQuery } from './till/index.ts';
import { useProblemText } from './use-problem-text.ts';

type StorageReason = NonNullable<ReturnType<typeof useTill>['storageProblem']>;

/** Shown if the ledger cannot be opened: explains it and what to do. The till cannot sell. */
export function StorageProblemPage(props: { readonly reason: StorageReason }) {
  const text = useText();
  const describe = useProblemText();
  const till = useTill();
  const state = useTillQuery('till.state', {});
  const isDamaged = props.reason === 'damaged' || props.reason === 'altered';
  const rescueBackup = useBackupToRestore(isDamaged);
  return (
    <SignedOutLayout shopAndPos={till.shopName}>
      <main>
        <Screen
          title={text('app.storageUnavailable')}
          actions={[
            {
              label: text('app.retry'),
              keyName: 'Enter',
              variant: 'primary',
              onAction: () => {
                state.refetch();
                if (isDamaged) rescueBackup.refetch();
              },
              isDisabled: state.isFetching || rescueBackup.isFetching,
            },
          ]}
        >
          <Notice
            tone="refused"
            toneText={text('app.problem')}
            {...describe({ kind: 'storage', reason: props.reason, file: '' })}
          >
            {till.helpLine === null ? null : (
              <p>{text('app.helpLine', { helpLine: till.helpLine })}</p>
            )}
            {till.storageFile === null ? null : (
              <p>{text('app.storageFile', { file: till.storageFile })}</p>
            )}
            <p>{text('app.version', { version: till.applicationVersion })}</p>
          </Notice>
          {isDamaged ? <RescueBackupInstructions rescueBackup={rescueBackup} /> : null}
        </Screen>
      </main>
    </SignedOutLayout>
  );
}
