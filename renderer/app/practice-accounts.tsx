import { Facts } from '../components/index.ts';
import { useText } from '../i18n/index.ts';

/** Accounts that the training service knows (`electron/training/rules/accounts.ts`), and what each shows. */
export function TrainingAccountList() {
  const text = useText();
  return (
    <Facts
      label={text('practice.accounts')}
      facts={[
        { name: 'CFE 501000000007', value: text('practice.paid') },
        { name: 'CFE 501000000004', value: text('practice.refused') },
        { name: 'Telcel 55 1234 5678', value: text('practice.topUp') },
      ]}
    />
  );
}
