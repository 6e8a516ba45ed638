import { useState } from 'react';
import { Button, useKeys } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { useNavigation } from '../navigation.ts';
import styles from './last-papers.module.css';
import { LastPapers } from './last-papers.tsx';

const OPEN_KEY = 'Control+U';

/** Above the tape, on every screen of the frame. While a payment is being sent, it rests. */
export function LastPapersButton() {
  const text = useText();
  const { isHeld } = useNavigation();
  const [isPulled, setPulled] = useState(false);
  const action = { label: text('lastPapers.pull'), onAction: () => setPulled(true) };
  useKeys(isHeld ? {} : { [OPEN_KEY]: action }, 'frame');
  return (
    <div className={styles.openButton}>
      <Button
        variant="paper"
        keyHint={OPEN_KEY}
        onPress={() => setPulled(true)}
        isDisabled={isHeld}
      >
        {text('lastPapers.pull')}
      </Button>
      {isPulled ? <LastPapers onClose={() => setPulled(false)} /> : null}
    </div>
  );
}
