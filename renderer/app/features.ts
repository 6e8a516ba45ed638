import type { ScreenByRoute } from './app.tsx';
import { lazyRoute } from './lazy-route.ts';

/** The component of each route, each in its own file; a missing one does not compile. */
export const screenByRoute: ScreenByRoute = {
  home: lazyRoute(async () => (await import('../features/counter/home/index.ts')).HomePage),
  pay: lazyRoute(async () => (await import('../features/counter/pay/index.ts')).PayPage),
  basket: lazyRoute(async () => (await import('../features/counter/basket/index.ts')).BasketPage),
  choose: lazyRoute(
    async () => (await import('../features/counter/choose/index.ts')).ChooseBillerPage,
  ),
  scan: lazyRoute(async () => (await import('../features/counter/scan/index.ts')).ScanPage),
  'bill-codes': lazyRoute(
    async () => (await import('../features/counter/scan/index.ts')).BillCodesPage,
  ),
  bills: lazyRoute(async () => (await import('../features/counter/bills/index.ts')).BillsPage),
  history: lazyRoute(
    async () => (await import('../features/back-office/history/index.ts')).HistoryPage,
  ),
  claims: lazyRoute(
    async () => (await import('../features/back-office/claims/index.ts')).ClaimsPage,
  ),
  unresolved: lazyRoute(
    async () => (await import('../features/counter/unresolved/index.ts')).UnresolvedPayments,
  ),
  training: lazyRoute(
    async () => (await import('../features/administration/training/index.ts')).TrainingPanel,
  ),
  'back-office': lazyRoute(
    async () => (await import('../features/back-office/menu/index.ts')).BackOffice,
  ),
  shift: lazyRoute(async () => (await import('../features/shift/index.ts')).ShiftPage),
  customers: lazyRoute(
    async () => (await import('../features/counter/customers/index.ts')).CustomersPage,
  ),
  earnings: lazyRoute(
    async () => (await import('../features/back-office/earnings/index.ts')).EarningsPage,
  ),
  outliers: lazyRoute(
    async () => (await import('../features/back-office/outliers/index.ts')).OutliersPage,
  ),
  staff: lazyRoute(
    async () => (await import('../features/administration/staff/index.ts')).StaffPage,
  ),
  'daily-file': lazyRoute(
    async () => (await import('../features/back-office/daily-file/index.ts')).DailyFilePage,
  ),
  chain: lazyRoute(
    async () => (await import('../features/administration/chain/index.ts')).ChainPage,
  ),
  audit: lazyRoute(async () => (await import('../features/back-office/audit/index.ts')).AuditLog),
  settings: lazyRoute(
    async () => (await import('../features/administration/settings/index.ts')).SettingsPage,
  ),
  backup: lazyRoute(
    async () => (await import('../features/administration/backup/index.ts')).BackupPage,
  ),
  updates: lazyRoute(
    async () => (await import('../features/administration/updates/index.ts')).UpdatesPage,
  ),
};
