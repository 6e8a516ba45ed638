import { useState } from 'react';
import { type Provisioning, provisioningSchema } from '../../../../../shared/contract/index.ts';
import { TapeSlot, useProblemText, useTillMutation } from '../../../../app/index.ts';
import { LoadingIndicator, Notice, Screen } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { FileQuestion, SetupReview, SummaryTape, toFileSummary } from '../../setup/index.ts';
import type { SectionProps } from '../save-notice.tsx';
import styles from '../settings.module.css';
import { OptionalSection } from './optional-section.tsx';

const backup = provisioningSchema.shape.backup.unwrap().shape;

export function BackupSection(props: SectionProps) {
  const text = useText();
  const kept = props.view.backup;
  return (
    <OptionalSection
      {...props}
      title="settings.backup"
      choices={[
        {
          id: 'have',
          name: text('settings.backup.folder'),
          detail: text('settings.backup.folder.what'),
        },
        {
          id: 'none',
          name: text('settings.backup.none'),
          detail: text('settings.backup.none.what'),
        },
      ]}
      isKept={kept !== null}
      none={{ section: 'backup', to: null }}
      where="settings.backup.where"
      fields={[
        {
          name: 'folder',
          label: 'setup.printer.folderLabel',
          hint: 'settings.backup.folder.hint',
          invalidText: 'settings.backup.folder.wrong',
        },
        {
          name: 'keep',
          label: 'settings.backup.keep',
          hint: 'settings.backup.keep.hint',
          invalidText: 'settings.backup.keep.wrong',
          isNumeric: true,
        },
      ]}
      kept={{ folder: kept?.folder ?? '', keep: `${kept?.keep ?? ''}` }}
      fits={(name, value) =>
        name === 'folder'
          ? backup.folder.safeParse(value.trim()).success
          : value === '' || backup.keep.safeParse(Number(value)).success
      }
      changeOf={({ folder, keep }) => ({
        section: 'backup',
        to: { folder: folder.trim(), keep: keep === '' ? null : Number(keep) },
      })}
    />
  );
}

const MAX_EXPORT_SECONDS = 10;

/** Exports a provisioning file for the next till, without secrets. */
export function ExportSection(props: SectionProps) {
  const text = useText();
  const describe = useProblemText();
  const write = useTillMutation('settings.export');
  const { value } = write;
  return (
    <Screen
      title={text('settings.export')}
      hint={text('settings.export.hint')}
      actions={[
        {
          label: text('settings.export.write'),
          keyName: 'Control+G',
          variant: 'primary',
          onAction: () => void write.run({ approval: props.approval }),
          isDisabled: write.isWaiting,
        },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
      ]}
    >
      {write.isWaiting ? (
        <LoadingIndicator label={text('settings.export.writing')} maxSeconds={MAX_EXPORT_SECONDS} />
      ) : null}
      {write.problem === null ? null : <Notice tone="refused" {...describe(write.problem)} />}
      {value === undefined || write.isWaiting ? null : (
        <Notice
          tone="info"
          word={text('settings.export.written')}
          happened={text('settings.export.lacks', { fields: value.lacks.join(', ') })}
          next={text('settings.export.next')}
        >
          <p className={styles.path}>{value.path}</p>
        </Notice>
      )}
    </Screen>
  );
}

/** Another environment has its own ledger, keys and staff, so only a file can set it up. */
export function EnvironmentSection(props: { readonly onBack: () => void }) {
  const [read, setRead] = useState<Provisioning | null>(null);
  if (read === null)
    return <FileQuestion hint="settings.environment.hint" onRead={setRead} onBack={props.onBack} />;
  return (
    <>
      <TapeSlot>
        <SummaryTape summary={toFileSummary(read)} />
      </TapeSlot>
      <SetupReview provisioning={read} onBack={() => setRead(null)} />
    </>
  );
}
