import { useNavigation, useTillQuery } from '../../../app/index.ts';
import { Button, Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

/**
 * Shown if the service refunded payments whose money is still owed: customers collect it at this
 * counter.
 */
export function OwedRefundsNotice() {
  const text = useText();
  const { open } = useNavigation();
  const owed = useTillQuery('till.status', {}).value?.owed ?? 0;
  if (owed === 0) return null;
  return (
    <Notice
      tone="warning"
      word={text('refunds.word')}
      title={text('refunds.homeTitle', { count: owed })}
      action={text('refunds.homeAction')}
    >
      <div>
        <Button onPress={() => open({ name: 'unresolved' })}>{text('refunds.homeOpen')}</Button>
      </div>
    </Notice>
  );
}
