import { provisioningSchema } from '../../../../../shared/contract/index.ts';
import { getCustomerRetentionDays } from '../../../../../shared/rules/index.ts';
import { useText } from '../../../../i18n/index.ts';
import type { SectionProps } from '../save-notice.tsx';
import { DaysQuestion } from './days-question.tsx';

const daysSchema = provisioningSchema.shape.keepCustomerDays;

/**
 * The number of days for which customers' accounts are kept. This is personal data, so the section
 * explains the consequences.
 */
export function CustomersSection(props: SectionProps) {
  const text = useText();
  const defaultDays = getCustomerRetentionDays(null, props.view.environment);
  return (
    <DaysQuestion
      {...props}
      title="settings.customers"
      hint="settings.customers.description"
      label="settings.customers.days"
      description={text('settings.customers.hint', { days: defaultDays })}
      invalidText="settings.customers.wrong"
      savedDays={props.view.keepCustomerDays}
      isValid={(days) => daysSchema.safeParse(days).success}
      onDays={(days) => props.save({ section: 'customers', days })}
    >
      <p>{text('settings.customers.shorterWarning')}</p>
    </DaysQuestion>
  );
}
