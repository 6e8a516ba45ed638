import { useState } from 'react';
import type { StatusLevel, StatusLine } from '../../../shared/contract/index.ts';
import {
  getBillerListsStatus,
  getBillerListsStatusLevel,
  getPrinterStatusLevel,
  getServiceStatusLevel,
} from '../../../shared/contract/index.ts';
import { formatMoneyInSentence } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useNavigation } from '../navigation.ts';
import { useMainProcessTimeIso, useTill, useTillQuery, useTimeFormatter } from '../till/index.ts';
import { hasForecastWarning } from './account-forecast.tsx';
import { ChainStatusButton } from './chain-status.tsx';
import { CustomerScreenButton } from './customer-screen-button.tsx';
import styles from './status-bar.module.css';
import { StatusButton } from './status-button.tsx';
import { StatusDialog } from './status-dialog.tsx';
import type { StatusTopic } from './status-topic.ts';
import { useUnprintedPapers } from './unprinted-papers.ts';
import { getUpdateStatusLevel, getUpdateTextKey } from './update-dialog.tsx';

/** Cashier and till on the left; the indicators and the time on the right. */
export function StatusBar(props: { readonly status: StatusLine | undefined }) {
  const text = useText();
  const till = useTill();
  const [topic, setTopic] = useState<StatusTopic | null>(null);
  const { status } = props;
  return (
    <header className={styles.bar}>
      <div className={styles.cashier}>
        <p className={styles.brand}>{text('frame.brand')}</p>
        <p className={styles.location}>
          <span className={styles.shop} title={till.shopName}>
            {till.shopName}
          </span>
          <span className={styles.posAndCashier}>
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
        <section className={styles.indicators} aria-label={text('frame.status')}>
          <div className={styles.statusIndicators}>
            <StatusIndicators status={status} onOpen={setTopic} />
            <CustomerScreenButton />
          </div>
          <ClockButton status={status} />
        </section>
      )}
      {status === undefined || topic === null ? null : (
        <StatusDialog topic={topic} status={status} onClose={() => setTopic(null)} />
      )}
    </header>
  );
}

/** The shift that counts this cashier's money. */
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
    <span className={styles.separator} aria-hidden="true">
      {' · '}
    </span>
  );
}

function StatusIndicators(props: {
  readonly status: StatusLine;
  readonly onOpen: (topic: StatusTopic) => void;
}) {
  const text = useText();
  const { status, onOpen } = props;
  const lists = getBillerListsStatus(status);
  const unprintedPapers = useUnprintedPapers().length;
  const { open } = useNavigation();
  const printer = getPrinterStatusLevel(status.printer.light);
  const isScreen = status.printer.kind === 'screen' && status.printer.light === 'ready';
  return (
    <>
      <StatusButton
        label={text('service.name')}
        statusText={text(`service.${status.service.light}`)}
        level={getServiceStatusLevel(status.service.light)}
        onPress={() => onOpen('service')}
      />
      <StatusButton
        label={text('printer.name')}
        statusText={
          unprintedPapers > 0 && printer !== 'bad'
            ? text('printer.open', { count: unprintedPapers })
            : text(isScreen ? 'printer.screen' : `printer.${status.printer.light}`)
        }
        level={unprintedPapers > 0 && printer === 'good' ? 'asleep' : printer}
        onPress={() => onOpen('printer')}
      />
      <AccountButton account={status.account} onPress={() => onOpen('account')} />
      <StatusButton
        label={text('lists.name')}
        statusText={text(`lists.${lists}`)}
        level={getBillerListsStatusLevel(lists)}
        onPress={() => onOpen('lists')}
      />
      {status.dailyFile === null || status.dailyFile.days === 0 ? null : (
        <StatusButton
          label={text('dailyFileStatus.name')}
          statusText={text(
            status.dailyFile.isLate ? 'dailyFileStatus.missing' : 'dailyFileStatus.due',
            {
              count: status.dailyFile.days,
            },
          )}
          level={status.dailyFile.isLate ? 'bad' : 'asleep'}
          onPress={() => onOpen('daily-file')}
        />
      )}
      {status.chain === null ? null : (
        <ChainStatusButton
          chain={status.chain}
          nowIso={status.now}
          onPress={() => onOpen('chain')}
        />
      )}
      {status.owed === 0 ? null : (
        <StatusButton
          label={text('owedRefunds.name')}
          statusText={text('owedRefunds.count', { count: status.owed })}
          level="bad"
          onPress={() => open({ name: 'unresolved' })}
        />
      )}
      {status.claims.due === 0 ? null : (
        <StatusButton
          label={text('claimsStatus.name')}
          statusText={
            status.claims.isTimeUncertain
              ? text('claimsStatus.uncertain')
              : text('claimsStatus.due', { count: status.claims.due })
          }
          level="asleep"
          onPress={() => open({ name: 'claims' })}
        />
      )}
      {status.backup === null ? null : (
        <StatusButton
          label={text('backup.name')}
          statusText={text('backup.failed')}
          level="bad"
          onPress={() => onOpen('backup')}
        />
      )}
      {status.disk.light === 'room' ? null : (
        <StatusButton
          label={text('disk.name')}
          statusText={text(`disk.${status.disk.light}`)}
          level={status.disk.light === 'low' ? 'asleep' : 'bad'}
          onPress={() => onOpen('disk')}
        />
      )}
      {status.hasRecoveryKey !== false ? null : (
        <StatusButton
          label={text('recovery.name')}
          statusText={text('recovery.none')}
          level="asleep"
          onPress={() => onOpen('recovery')}
        />
      )}
      {status.refused === null ? null : (
        <StatusButton
          label={text('refusedSettings.name')}
          statusText={text('refusedSettings.word')}
          level="bad"
          onPress={() => onOpen('refused')}
        />
      )}
      {status.warned.settingsEditedAt === null && status.warned.fileLeft === null ? null : (
        <StatusButton
          label={text('refusedSettings.name')}
          statusText={text(
            status.warned.settingsEditedAt === null
              ? 'settingsWarning.file'
              : 'settingsWarning.edited',
          )}
          level="bad"
          onPress={() => onOpen('warned')}
        />
      )}
      {status.update === null ? null : (
        <StatusButton
          label={text('update.name', { version: status.update.version ?? '' })}
          statusText={text(getUpdateTextKey(status.update))}
          level={getUpdateStatusLevel(status.update)}
          onPress={() => onOpen('update')}
        />
      )}
    </>
  );
}

function AccountButton(props: {
  readonly account: StatusLine['account'];
  readonly onPress: () => void;
}) {
  const text = useText();
  const language = useLanguage();
  const timeFormatter = useTimeFormatter();
  const { account } = props;
  const forecast = account?.forecast ?? null;
  const getLabel = (): string => {
    if (account?.isLow === true) return text('account.low');
    if (forecast?.kind !== 'ends-today') return text('account.name');
    return text('account.until', { time: timeFormatter.time(forecast.endsAt) });
  };
  return (
    <StatusButton
      label={getLabel()}
      statusText={
        account === null
          ? text('account.unknown')
          : formatMoneyInSentence(account.balance, language)
      }
      level={getAccountLevel(account)}
      onPress={props.onPress}
    />
  );
}

function getAccountLevel(account: StatusLine['account']): StatusLevel {
  if (account === null) return 'asleep';
  const { isLow, forecast } = account;
  const isUrgent =
    forecast?.kind === 'used-up' || (forecast?.kind === 'ends-today' && forecast.isSoon);
  if (isLow || isUrgent) return 'bad';
  return hasForecastWarning(forecast) ? 'warning' : 'good';
}

function ClockButton(props: { readonly status: StatusLine }) {
  const text = useText();
  const timeFormatter = useTimeFormatter();
  const now = useMainProcessTimeIso(props.status.now);
  return (
    <time className={styles.clock} dateTime={now} title={text('frame.clock')}>
      {timeFormatter.time(now)}
    </time>
  );
}
