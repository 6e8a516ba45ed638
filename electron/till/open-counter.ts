import type { Language } from '../../shared/contract/index.ts';
import { type Audit, createAudit } from '../audit/index.ts';
import type { Backups } from '../backup/index.ts';
import type { ChainGuard } from '../chain/guard/index.ts';
import type { ChainTill } from '../chain/till/index.ts';
import type { HeardTime } from '../customers/index.ts';
import type { Emit } from '../ipc/index.ts';
import type { Clock } from '../platform/index.ts';
import type { Reconciliation } from '../reconciliation/index.ts';
import type { TillSettings } from '../settings/index.ts';
import type { Status } from '../status/index.ts';
import { type Connection, createConnection } from './connection.ts';
import { openChain, openChainGuard } from './open-chain.ts';
import { openCustomerScreen } from './open-customer-screen.ts';
import { openPaymentParts, type SharedParts } from './open-payment-parts.ts';
import { openStaff } from './open-staff.ts';
import { openStatus } from './open-status.ts';
import { createPageEvents } from './page-events.ts';
import type { OpenTillPorts } from './ports.ts';

/** What stands at the counter: who is there, what is paid, what the page and the customer see. */
export interface OpenCounter {
  readonly shared: SharedParts;
  readonly chain: ChainTill;
  readonly chainGuard: ChainGuard;
  readonly people: ReturnType<typeof openStaff>;
  readonly parts: ReturnType<typeof openPaymentParts>;
  readonly facing: ReturnType<typeof openCustomerScreen>;
  readonly status: Status;
}

/** Parts of the till that are opened after the counter, which asks them only later. */
interface OpenedLater {
  readonly reconciliation: Reconciliation;
  readonly backups: Pick<Backups, 'trouble'>;
}

export function openCounter(
  ports: OpenTillPorts,
  tillSettings: () => TillSettings,
  later: () => OpenedLater,
): OpenCounter {
  const { database, newId, log } = ports;
  // One time for everything that is written and compared, the service's: a computer whose clock is
  // set wrong, or set right, must not make a payment look old or a shift begin after its payments.
  // Only the client of the service hears this computer's own.
  const clock: Clock = {
    ...ports.clock,
    now: () => connection.service()?.requestDate() ?? ports.clock.now(),
  };
  const emit: Emit = (name, payload) => {
    ports.emit(name, payload);
    if (name === 'payments.changed' || name === 'cash.changed') chain.changed();
    if (name === 'payments.changed' || name === 'basket.changed') facing.customerScreen.changed();
  };
  const pageEvents = createPageEvents({ emit, line: () => status.line(), log });
  const { tellStatus } = pageEvents;

  const connection = createConnection({
    ...ports,
    tillSettings,
    onHealth: () => {
      later().reconciliation.heard();
      tellStatus();
    },
    onChange: tellStatus,
    onConnected: () => {
      parts.payments.start();
      parts.refunds.start();
      parts.catalog.start();
      status.start();
    },
  });

  const chainGuard = openChainGuard({ database, clock, log, tillSettings }, ports.settings, () => ({
    ...parts,
    ...later(),
  }));
  const chain = openChain(
    { database, clock, log, tillSettings, connection },
    {
      ...chainGuard,
      applicationVersion: ports.applicationVersion,
      ownClock: ports.clock,
      status: () => status,
      onChange: tellStatus,
    },
  );
  const audit: Audit = createAudit({ database, clock });
  const people = openStaff(ports, {
    database,
    clock,
    audit,
    tillSettings,
    pageEvents,
    // Whoever pressed F12 is not, or may not be, at the counter any more.
    onSession: () => {
      parts.payments.sessionChanged();
      facing.customerScreen.clear();
    },
  });
  const shared: SharedParts = {
    profileFolder: ports.profileFolder,
    database,
    clock,
    heardTime: () => heardTime(connection, ports.clock),
    newId,
    log,
    audit,
    staff: people.staff,
    connection,
    tillSettings,
    language: (): Language => ports.settings.language() ?? tillSettings().language,
    shopCurrency: () => status.shopCurrency(),
    accountCurrency: () => status.accountCurrency(),
    pageEvents,
    readAccount: () => {
      status
        .ask()
        .catch((error: unknown) => log.error({ err: error }, 'asking for the account failed'));
    },
    elsewhere: chainGuard.elsewhere,
    outlets: ports.outlets,
  };
  const parts = openPaymentParts(shared, ports.paperWorker);
  const facing = openCustomerScreen(shared, parts, ports.customerWindow);
  const status: Status = openStatus(shared, ports, {
    ...parts,
    keys: people.keys,
    dailyFile: () => later().reconciliation.missing(),
    chain: () => chain.light(),
    backup: () => later().backups.trouble(),
  });

  return { shared, chain, chainGuard, people, parts, facing, status };
}

/** Between what the service says and what this computer does; null where the service said nothing. */
function heardTime(connection: Connection, own: Pick<Clock, 'now'>): HeardTime | null {
  const service = connection.service();
  if (service === null || service.passedTime() === null) return null;
  const times = [service.requestDate(), own.now()];
  return { earlier: Math.min(...times), later: Math.max(...times) };
}
