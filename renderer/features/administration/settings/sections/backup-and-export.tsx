import { useState } from 'react';
import { type Provisioning, provisioningSchema } from '../../../../../shared/contract/index.ts';
import { TapeSlot, useProblemText, useTillMutation } from '../../../../app/index.ts';
import { LoadingIndicator, Notice, Screen } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import {
  ProvisioningFileQuestion,
  SetupReview,
  SetupSummaryTape,
  toProvisioningFileSummary,
} from '../../setup/index.ts';
import type { SettingsSectionProps } from '../save-notice.tsx';
import styles from '../settings.module.css';
import { OptionalSection } from './optional-section.tsx';

const backup = provisioningSchema.shape.backup.unwrap().shape;

export function BackupSection(props: SettingsSectionProps) {
  const text = useText();
  const savedBackup = props.settings.backup;
  return (
    <OptionalSection
      {...props}
      title="settings.backup"
      choices={[
        {
          id: 'have',
          name: text('settings.backup.folder'),
          detail: text('settings.backup.folder.description'),
        },
        {
          id: 'none',
          name: text('settings.backup.none'),
          detail: text('settings.backup.none.description'),
        },
      ]}
      isUsed={savedBackup !== undefined}
      patchIfUnused={{ backup: null }}
      fieldsTitle="settings.backup.where"
      fields={[
        {
          name: 'folder',
          label: 'setup.printer.folderLabel',
          hint: 'settings.backup.folder.hint',
          invalidText: 'settings.backup.folder.wrong',
        },
        {
          name: 'keep',
          label: 'settings.backup.retention',
          hint: 'settings.backup.retention.hint',
          invalidText: 'settings.backup.retention.wrong',
          isNumeric: true,
        },
      ]}
      savedValues={{ folder: savedBackup?.folder ?? '', keep: `${savedBackup?.keep ?? ''}` }}
      isValid={(name, value) =>
        name === 'folder'
          ? backup.folder.safeParse(value.trim()).success
          : value === '' || backup.keep.safeParse(Number(value)).success
      }
      toPatch={({ folder, keep }) => ({
        backup: { folder: folder.trim(), keep: keep === '' ? null : Number(keep) },
      })}
    />
  );
}

const MAX_EXPORT_SECONDS = 10;

/** Exports a provisioning file for the next till, without secrets. */
export function SettingsExportSection(props: SettingsSectionProps) {
  const text = useText();
  const describeProblem = useProblemText();
  const exportSettings = useTillMutation('settings.export');
  const { value } = exportSettings;
  return (
    <Screen
      title={text('settings.export')}
      hint={text('settings.export.hint')}
      actions={[
        {
          label: text('settings.export.write'),
          keyName: 'Control+G',
          variant: 'primary',
          onAction: () => void exportSettings.run({ approval: props.approval }),
          isDisabled: exportSettings.isPending,
        },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
      ]}
    >
      {exportSettings.isPending ? (
        <LoadingIndicator label={text('settings.export.writing')} maxSeconds={MAX_EXPORT_SECONDS} />
      ) : null}
      {exportSettings.problem === null ? null : (
        <Notice tone="refused" {...describeProblem(exportSettings.problem)} />
      )}
      {value === undefined || exportSettings.isPending ? null : (
        <Notice
          tone="info"
          toneText={text('settings.export.written')}
          title={text('settings.export.missingFields', { fields: value.lacks.join(', ') })}
          action={text('settings.export.action')}
        >
          <p className={styles.path}>{value.path}</p>
        </Notice>
      )}
    </Screen>
  );
}

/**
 * Switches the environment. Another environment has its own ledger, keys and staff, so only a
 * provisioning file can set it up.
 */
export function EnvironmentSection(props: { readonly onBack: () => void }) {
  const [provisioning, setProvisioning] = useState<Provisioning | null>(null);
  if (provisioning === null)
    return (
      <ProvisioningFileQuestion
        hint="settings.environment.hint"
        onRead={setProvisioning}
        onBack={props.onBack}
      />
    );
  return (
    <>
      <TapeSlot>
        <SetupSummaryTape summary={toProvisioningFileSummary(provisioning)} />
      </TapeSlot>
      <SetupReview provisioning={provisioning} onBack={() => setProvisioning(null)} />
    </>
  );
}
