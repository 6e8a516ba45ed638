import { useState } from 'react';
import { provisioningSchema } from '../../../../../shared/contract/index.ts';
import { isLockDelayAllowed } from '../../../../../shared/rules/index.ts';
import { useTill } from '../../../../app/index.ts';
import { FieldsQuestion } from '../../../../app/questions/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';

const { lockAfterMinutes, keepCustomerDays } = provisioningSchema.shape;

export function LockDelaySection(props: SettingsSectionProps) {
  const text = useText();
  const { environment } = useTill();
  const isReal = environment === 'production';
  const [minutes, setMinutes] = useState(`${props.settings.lockAfterMinutes ?? ''}`);
  return (
    <FieldsQuestion
      title="settings.lock"
      fields={[
        {
          name: 'minutes',
          label: 'settings.lock.minutes',
          hint: isReal ? 'settings.lock.hint.production' : 'settings.lock.hint',
          invalidText: isReal ? 'settings.lock.wrong.production' : 'settings.lock.wrong',
          isNumeric: true,
          unit: text('settings.lock.unit'),
        },
      ]}
      values={{ minutes }}
      isValid={(_, value) =>
        value === '' ||
        (lockAfterMinutes.safeParse(Number(value)).success &&
          isLockDelayAllowed(Number(value), environment))
      }
      onChange={(_, value) => {
        props.clearProblem();
        setMinutes(value.replace(/\D/g, '').slice(0, 3));
      }}
      nextLabel="settings.save"
      onComplete={() => props.save({ lockAfterMinutes: minutes === '' ? null : Number(minutes) })}
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}

/**
 * The number of days for which customers' accounts are kept. This is personal data, so the section
 * explains the consequences.
 */
export function CustomerRetentionSection(props: SettingsSectionProps) {
  const text = useText();
  const defaultDays = keepCustomerDays.setting.default(props.settings.environment);
  const [days, setDays] = useState(`${props.settings.keepCustomerDays ?? ''}`);
  return (
    <FieldsQuestion
      title="settings.customers"
      hint="settings.customers.description"
      fields={[
        {
          name: 'days',
          label: 'settings.customers.days',
          description: text('settings.customers.hint', { days: defaultDays }),
          invalidText: 'settings.customers.wrong',
          isNumeric: true,
          unit: text('settings.customers.unit'),
        },
      ]}
      values={{ days }}
      isValid={(_, value) => value === '' || keepCustomerDays.safeParse(Number(value)).success}
      onChange={(_, value) => {
        props.clearProblem();
        setDays(value.replace(/\D/g, '').slice(0, 4));
      }}
      nextLabel="settings.save"
      onComplete={() => props.save({ keepCustomerDays: days === '' ? null : Number(days) })}
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      <p>{text('settings.customers.shorterWarning')}</p>
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}
