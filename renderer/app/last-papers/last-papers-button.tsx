import { useState } from 'react';
import { Button, useKeyBindings } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { useNavigation } from '../navigation.ts';
import styles from './last-papers.module.css';
import { RecentPapersDialog } from './last-papers.tsx';

const OPEN_KEY = 'Control+U';

/** Shown above the tape on every screen of the frame. Disabled while a payment is being sent. */
export function RecentPapersButton() {
  const text = useText();
  const { isLeaveBlocked } = useNavigation();
  const [isOpen, setOpen] = useState(false);
  const action = { label: text('lastPapers.tab'), onAction: () => setOpen(true) };
  useKeyBindings(isLeaveBlocked ? {} : { [OPEN_KEY]: action }, 'frame');
  return (
    <div className={styles.openButton}>
      <Button
        variant="paper"
        keyHint={OPEN_KEY}
        onPress={() => setOpen(true)}
        isDisabled={isLeaveBlocked}
      >
        {text('lastPapers.tab')}
      </Button>
      {isOpen ? <RecentPapersDialog onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
