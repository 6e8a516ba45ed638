import { provisioningSchema } from '../../../../../shared/contract/index.ts';
import { getCustomerRetentionDays } from '../../../../../shared/rules/index.ts';
import { useText } from '../../../../i18n/index.ts';
import type { SectionProps } from '../save-notice.tsx';
import { DaysQuestion } from './days-question.tsx';

const daysSchema = provisioningSchema.shape.keepCustomerDays;

/** For how long the accounts of customers are kept: personal data, so it says what that means. */
export function CustomersSection(props: SectionProps) {
  const text = useText();
  const byDefault = getCustomerRetentionDays(null, props.view.environment);
  return (
    <DaysQuestion
      {...props}
      title="settings.customers"
      hint="settings.customers.what"
      label="settings.customers.days"
      description={text('settings.customers.hint', { days: byDefault })}
      wrong="settings.customers.wrong"
      kept={props.view.keepCustomerDays}
      fits={(days) => daysSchema.safeParse(days).success}
      onDays={(days) => props.save({ section: 'customers', days })}
    >
      <p>{text('settings.customers.less')}</p>
    </DaysQuestion>
  );
}
