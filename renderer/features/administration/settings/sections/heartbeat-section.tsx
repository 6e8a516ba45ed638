import { provisioningSchema } from '../../../../../shared/contract/index.ts';
import { useText } from '../../../../i18n/index.ts';
import type { SettingsSectionProps } from '../save-notice.tsx';
import { OptionalSection } from './optional-section.tsx';

const heartbeat = provisioningSchema.shape.heartbeat.unwrap().shape;

export function HeartbeatSection(props: SettingsSectionProps) {
  const text = useText();
  const savedHeartbeat = props.settings.heartbeat;
  return (
    <OptionalSection
      {...props}
      title="settings.heartbeat"
      choices={[
        {
          id: 'have',
          name: text('settings.heartbeat.file'),
          detail: text('settings.heartbeat.file.description'),
        },
        {
          id: 'none',
          name: text('settings.heartbeat.none'),
          detail: text('settings.heartbeat.none.description'),
        },
      ]}
      isUsed={savedHeartbeat !== undefined}
      patchIfUnused={{ heartbeat: null }}
      fieldsTitle="settings.heartbeat.where"
      fields={[
        {
          name: 'file',
          label: 'settings.heartbeat.path',
          hint: 'settings.heartbeat.path.hint',
          invalidText: 'settings.heartbeat.path.wrong',
        },
        {
          name: 'every',
          label: 'settings.heartbeat.every',
          hint: 'settings.heartbeat.every.hint',
          invalidText: 'settings.heartbeat.every.wrong',
          isNumeric: true,
        },
      ]}
      savedValues={{
        file: savedHeartbeat?.file ?? '',
        every: `${savedHeartbeat?.everySeconds ?? ''}`,
      }}
      isValid={(name, value) =>
        name === 'file'
          ? heartbeat.file.safeParse(value.trim()).success
          : value === '' || heartbeat.everySeconds.safeParse(Number(value)).success
      }
      toPatch={({ file, every }) => ({
        heartbeat: { file: file.trim(), everySeconds: every === '' ? null : Number(every) },
      })}
    />
  );
}
