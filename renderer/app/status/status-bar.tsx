import { useState } from 'react';
import type { StatusLine } from '../../../shared/contract/index.ts';
import { formatAmount } from '../../../shared/money/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useClock, useNow, useTill, useTillQuery } from '../till/index.ts';
import { listsGlow, listsWord, printerGlow, serviceGlow } from './lights.ts';
import { useOpenPapers } from './printer-dialog.tsx';
import styles from './status-bar.module.css';
import { StatusButton } from './status-button.tsx';
import { StatusDialog } from './status-dialog.tsx';
import type { StatusTopic } from './topic.ts';

/** Who and where on the left; on the right what the till knows of itself, and the time. */
export function StatusBar(props: { readonly status: StatusLine | undefined }) {
  const text = useText();
  const till = useTill();
  const [topic, setTopic] = useState<StatusTopic | null>(null);
  const { status } = props;
  return (
    <header className={styles.bar}>
      <div className={styles.who}>
        <p className={styles.brand}>{text('frame.brand')}</p>
        <p className={styles.where}>
          <span className={styles.shop}>{till.shopName}</span>
          <span className={styles.post}>
            <Dot />
            {text('frame.pos', { pos: till.posNumber })}
            {till.session.cashier === null ? null : (
              <>
                <Dot />
                {till.session.cashier.name}
                <OpenShift />
              </>
            )}
          </span>
        </p>
      </div>
      {status === undefined ? null : (
        <section className={styles.readings} aria-label={text('frame.status')}>
          <Readings status={status} onOpen={setTopic} />
          <Time status={status} />
        </section>
      )}
      {status === undefined || topic === null ? null : (
        <StatusDialog topic={topic} status={status} onClose={() => setTopic(null)} />
      )}
    </header>
  );
}

/** The shift that this cashier's money goes into. */
function OpenShift() {
  const text = useText();
  const { value } = useTillQuery('cash.state', {});
  if (value === undefined) return null;
  const { shift } = value;
  return (
    <>
      <Dot />
      {shift === null ? text('frame.noShift') : text('frame.shift', { number: shift.number })}
    </>
  );
}

function Dot() {
  return (
    <span className={styles.dot} aria-hidden="true">
      {' · '}
    </span>
  );
}

function Readings(props: {
  readonly status: StatusLine;
  readonly onOpen: (topic: StatusTopic) => void;
}) {
  const text = useText();
  const language = useLanguage();
  const { status, onOpen } = props;
  const lists = listsWord(status);
  const open = useOpenPapers().length;
  const printer = printerGlow(status.printer.light);
  const isScreen = status.printer.kind === 'screen' && status.printer.light === 'ready';
  return (
    <>
      <StatusButton
        label={text('service.name')}
        word={text(`service.${status.service.light}`)}
        glow={serviceGlow(status.service.light)}
        onPress={() => onOpen('service')}
      />
      <StatusButton
        label={text('printer.name')}
        word={
          open > 0 && printer !== 'bad'
            ? text('printer.open', { count: open })
            : text(isScreen ? 'printer.screen' : `printer.${status.printer.light}`)
        }
        glow={open > 0 && printer === 'good' ? 'asleep' : printer}
        onPress={() => onOpen('printer')}
      />
      <StatusButton
        label={text(status.account?.isLow === true ? 'account.low' : 'account.name')}
        word={
          status.account === null
            ? text('account.unknown')
            : `$ ${formatAmount(status.account.balance, language)}`
        }
        glow={status.account === null ? 'asleep' : status.account.isLow ? 'bad' : 'good'}
        onPress={() => onOpen('account')}
      />
      <StatusButton
        label={text('lists.name')}
        word={text(`lists.${lists}`)}
        glow={listsGlow(lists)}
        onPress={() => onOpen('lists')}
      />
      {status.dailyFile === null || status.dailyFile.days === 0 ? null : (
        <StatusButton
          label={text('dayFile.name')}
          word={text('dayFile.missing', { count: status.dailyFile.days })}
          glow="bad"
          onPress={() => onOpen('daily-file')}
        />
      )}
      {status.backup === null ? null : (
        <StatusButton
          label={text('backup.name')}
          word={text('backup.failed')}
          glow="bad"
          onPress={() => onOpen('backup')}
        />
      )}
    </>
  );
}

function Time(props: { readonly status: StatusLine }) {
  const text = useText();
  const clock = useClock();
  const now = useNow(props.status.now);
  return (
    <time className={styles.time} dateTime={now} title={text('frame.clock')}>
      {clock.time(now)}
    </time>
  );
}
