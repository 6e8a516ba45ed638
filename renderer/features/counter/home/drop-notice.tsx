import { useState } from 'react';
import {
  useNavigation,
  useOutcomesToConfirm,
  useTillMutation,
  useTillQuery,
} from '../../../app/index.ts';
import { Button, Notice, patterns, useKeyBindings } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

/**
 * Asks for cash to be put into the safe once the drawer holds more than the owner's limit: between
 * customers, so neither while the cashier types nor while a basket or an outcome waits for a customer.
 */
export function DropNotice({ isCashierTyping }: { readonly isCashierTyping: boolean }) {
  const isDropDue =
    useTillQuery('cash.state', {}, { refetchOnMount: 'always' }).value?.isDropDue ?? false;
  const basket = useTillQuery('basket.current', {}, { refetchOnMount: 'always' });
  const { payments } = useOutcomesToConfirm();
  const isBetweenCustomers =
    basket.isUpToDate && (basket.value ?? null) === null && payments.length === 0;
  const [isShown, setShown] = useState(false);
  const canAppear = isDropDue && isBetweenCustomers && !isCashierTyping;
  if (canAppear && !isShown) setShown(true);
  if (!isDropDue && isShown) setShown(false);
  return isShown || canAppear ? <DropQuestion /> : null;
}

function DropQuestion() {
  const { open } = useNavigation();
  const text = useText();
  const postpone = useTillMutation('cash.postponeDrop');
  const openDrop = (): void => open({ name: 'shift', isForDrop: true });
  const postponeOnce = (): void => {
    if (!postpone.isPending) void postpone.run({});
  };
  useKeyBindings({
    'Control+O': { label: text('home.dropNow'), onAction: openDrop },
    'Control+J': { label: text('home.dropLater'), onAction: postponeOnce },
  });
  return (
    <Notice
      tone="warning"
      toneText={text('home.dropWord')}
      title={text('home.drop')}
      action={text('home.dropAction')}
    >
      <div className={patterns.buttons}>
        <Button keyHint="Control+O" onPress={openDrop}>
          {text('home.dropNow')}
        </Button>
        <Button keyHint="Control+J" isDisabled={postpone.isPending} onPress={postponeOnce}>
          {text('home.dropLater')}
        </Button>
      </div>
    </Notice>
  );
}
