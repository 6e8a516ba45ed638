import { useState } from 'react';
import { Button, useKeys } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { useNavigation } from '../navigation.ts';
import styles from './last-papers.module.css';
import { LastPapers } from './last-papers.tsx';

const OPEN_KEY = 'Control+U';

/** Shown above the tape on every screen of the frame. Disabled while a payment is being sent. */
export function LastPapersButton() {
  const text = useText();
  const { isLeaveBlocked } = useNavigation();
  const [isOpen, setOpen] = useState(false);
  const action = { label: text('lastPapers.tab'), onAction: () => setOpen(true) };
  useKeys(isLeaveBlocked ? {} : { [OPEN_KEY]: action }, 'frame');
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
      {isOpen ? <LastPapers onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
