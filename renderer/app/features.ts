import type { Features } from './app.tsx';
import { lazyRoute } from './lazy-route.ts';

/** The component of each route, each in its own file; a missing one does not compile. */
export const features: Features = {
  home: lazyRoute(async () => (await import('../features/home/index.ts')).Home),
  pay: lazyRoute(async () => (await import('../features/pay/index.ts')).Pay),
  basket: lazyRoute(async () => (await import('../features/basket/index.ts')).BasketPage),
  choose: lazyRoute(async () => (await import('../features/choose/index.ts')).Choose),
  bills: lazyRoute(async () => (await import('../features/bills/index.ts')).Bills),
  history: lazyRoute(async () => (await import('../features/history/index.ts')).History),
  unresolved: lazyRoute(
    async () => (await import('../features/unresolved/index.ts')).UnresolvedPayments,
  ),
  training: lazyRoute(async () => (await import('../features/training/index.ts')).TrainingPanel),
  'back-office': lazyRoute(
    async () => (await import('../features/back-office/index.ts')).BackOffice,
  ),
  shift: lazyRoute(async () => (await import('../features/shift/index.ts')).Shift),
  customers: lazyRoute(async () => (await import('../features/customers/index.ts')).CustomersPage),
  earnings: lazyRoute(async () => (await import('../features/earnings/index.ts')).EarningsPage),
  staff: lazyRoute(async () => (await import('../features/staff/index.ts')).StaffPage),
  'daily-file': lazyRoute(
    async () => (await import('../features/daily-file/index.ts')).DailyFilePage,
  ),
  chain: lazyRoute(async () => (await import('../features/chain/index.ts')).ChainPage),
  audit: lazyRoute(async () => (await import('../features/audit/index.ts')).AuditLog),
  settings: lazyRoute(async () => (await import('../features/settings/index.ts')).SettingsPage),
  backup: lazyRoute(async () => (await import('../features/backup/index.ts')).BackupPage),
  updates: lazyRoute(async () => (await import('../features/updates/index.ts')).UpdatesPage),
};
