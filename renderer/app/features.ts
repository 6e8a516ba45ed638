import { type ComponentType, lazy } from 'react';
import type { Features } from './app.tsx';

/**
 * The component of each place, each in a file of its own: a cashier who signs in waits for none of
 * them. They are fetched while she types her PIN; the compiler asks for one that is missing.
 */
const loaders = {
  home: () => import('../features/home/index.ts').then(({ Home }) => Home),
  pay: () => import('../features/pay/index.ts').then(({ Pay }) => Pay),
  choose: () => import('../features/choose/index.ts').then(({ Choose }) => Choose),
  bills: () => import('../features/bills/index.ts').then(({ Bills }) => Bills),
  history: () => import('../features/history/index.ts').then(({ History }) => History),
  unresolved: () => import('../features/unresolved/index.ts').then(({ Unresolved }) => Unresolved),
  training: () =>
    import('../features/training/index.ts').then(({ TrainingPanel }) => TrainingPanel),
  'back-office': () =>
    import('../features/back-office/index.ts').then(({ BackOffice }) => BackOffice),
  shift: () => import('../features/shift/index.ts').then(({ Shift }) => Shift),
  staff: () => import('../features/staff/index.ts').then(({ StaffRoom }) => StaffRoom),
  'daily-file': () => import('../features/daily-file/index.ts').then(({ DailyFile }) => DailyFile),
  audit: () => import('../features/audit/index.ts').then(({ AuditLog }) => AuditLog),
  settings: () => import('../features/settings/index.ts').then(({ SettingsRoom }) => SettingsRoom),
  backup: () => import('../features/backup/index.ts').then(({ BackupRoom }) => BackupRoom),
} satisfies Record<keyof Features, () => Promise<ComponentType>>;

function later(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }));
}

export const features: Features = {
  home: later(loaders.home),
  pay: later(loaders.pay),
  choose: later(loaders.choose),
  bills: later(loaders.bills),
  history: later(loaders.history),
  unresolved: later(loaders.unresolved),
  training: later(loaders.training),
  'back-office': later(loaders['back-office']),
  shift: later(loaders.shift),
  staff: later(loaders.staff),
  'daily-file': later(loaders['daily-file']),
  audit: later(loaders.audit),
  settings: later(loaders.settings),
  backup: later(loaders.backup),
};

/**
 * Fetches what is not here yet. An error is not lost: opening that feature meets it, and the fault
 * boundary shows it.
 */
export function fetchFeatures(): void {
  for (const load of Object.values(loaders)) load().catch(() => {});
}
