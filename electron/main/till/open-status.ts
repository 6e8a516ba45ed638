import type {
  RejectedStartupRequest,
  SettingsWarning,
  StatusLine,
} from '../../../shared/contract/index.ts';
import { createStatus, type ShopAccount, type Status } from '../../back-office/status/index.ts';
import type { Catalog } from '../../counter/catalog/index.ts';
import type { Payments } from '../../counter/payments/index.ts';
import type { Refunds } from '../../counter/refunds/index.ts';
import type { Printing } from '../../printing/index.ts';
import type { Keys } from '../../settings/keys/index.ts';
import type { SharedParts } from './open-payment-parts.ts';
import { toAccountSettings } from './part-settings.ts';
import type { ProgramPorts } from './ports.ts';

/** Opens the status line, which reads the state of every part of the till. */
export function openStatus(
  shared: SharedParts,
  ports: Pick<ProgramPorts, 'getUpdateStatus'> & {
    readonly getRejectedRequest: () => RejectedStartupRequest | null;
    readonly getSettingsWarning: () => SettingsWarning;
  },
  parts: {
    readonly keys: Keys;
    readonly shopAccount: ShopAccount;
    readonly printing: Printing;
    readonly catalog: Catalog;
    readonly payments: Payments;
    readonly refunds: Refunds;
    /** Getters, because these parts are opened later. */
    readonly dailyFile: () => StatusLine['dailyFile'];
    readonly chain: () => StatusLine['chain'];
    readonly backup: () => StatusLine['backup'];
  },
): Status {
  const { connection, tillSettings } = shared;
  return createStatus({
    database: shared.database,
    clock: shared.clock,
    connection,
    shopAccount: parts.shopAccount,
    printer: parts.printing.getState,
    catalog: parts.catalog.state,
    unresolved: parts.payments.countUnresolved,
    unfinishedBaskets: parts.payments.basket.listUnfinishedIds,
    owed: parts.refunds.countOwed,
    dailyFile: parts.dailyFile,
    chain: parts.chain,
    backup: parts.backup,
    hasRecoveryKey: () => {
      const { isOpen, recoveryConfirmedAt } = parts.keys.getState();
      const isNotRequired = tillSettings().environment === 'training' || !isOpen;
      return isNotRequired ? null : recoveryConfirmedAt !== null;
    },
    refused: ports.getRejectedRequest,
    warned: ports.getSettingsWarning,
    update: ports.getUpdateStatus ?? (() => null),
    settings: () => toAccountSettings(tillSettings()),
  });
}
