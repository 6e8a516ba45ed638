import type { Features } from './app.tsx';
import { later } from './later.ts';

/** The component of each route, each in its own file; a missing one does not compile. */
export const features: Features = {
  home: later(async () => (await import('../features/home/index.ts')).Home),
  pay: later(async () => (await import('../features/pay/index.ts')).Pay),
  basket: later(async () => (await import('../features/basket/index.ts')).BasketRoom),
  choose: later(async () => (await import('../features/choose/index.ts')).Choose),
  bills: later(async () => (await import('../features/bills/index.ts')).Bills),
  history: later(async () => (await import('../features/history/index.ts')).History),
  unresolved: later(async () => (await import('../features/unresolved/index.ts')).Unresolved),
  training: later(async () => (await import('../features/training/index.ts')).TrainingPanel),
  'back-office': later(async () => (await import('../features/back-office/index.ts')).BackOffice),
  shift: later(async () => (await import('../features/shift/index.ts')).Shift),
  customers: later(async () => (await import('../features/customers/index.ts')).CustomersRoom),
  earnings: later(async () => (await import('../features/earnings/index.ts')).EarningsRoom),
  staff: later(async () => (await import('../features/staff/index.ts')).StaffRoom),
  'daily-file': later(async () => (await import('../features/daily-file/index.ts')).DailyFile),
  chain: later(async () => (await import('../features/chain/index.ts')).ChainRoom),
  audit: later(async () => (await import('../features/audit/index.ts')).AuditLog),
  settings: later(async () => (await import('../features/settings/index.ts')).SettingsRoom),
  backup: later(async () => (await import('../features/backup/index.ts')).BackupRoom),
  updates: later(async () => (await import('../features/updates/index.ts')).UpdatesRoom),
};
