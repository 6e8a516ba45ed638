import { openPaymentStates, type Section, settingsWithoutSecrets } from '../diagnostics/index.ts';
import type { Database } from '../ledger/index.ts';
import type { BillPaymentService } from '../service/index.ts';
import type { TillSettings } from '../settings/index.ts';
import type { Status } from '../status/index.ts';

/** How the parts of a till stand, for the help line: a file of the diagnostics for each. */
export function sectionsOf(parts: {
  readonly database: Database;
  readonly tillSettings: () => TillSettings;
  readonly service: () => BillPaymentService | null;
  readonly status: Status;
  readonly printer: Section;
  readonly catalog: Section;
  readonly dailyFile: Section;
}): Readonly<Record<string, Section>> {
  return {
    settings: () => settingsWithoutSecrets(parts.tillSettings()),
    service: () => ({
      health: parts.service()?.health ?? null,
      light: parts.status.line().service,
    }),
    printer: parts.printer,
    catalog: parts.catalog,
    unresolved: () => openPaymentStates(parts.database, 200),
    'daily-file': parts.dailyFile,
  };
}
