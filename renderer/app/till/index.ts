/**
 * The page's side of the contract: the typed client over the bridge; its queries, calls and events
 * as hooks; the till's state (`useTill`); and the permissions (`usePermission`). Problems are
 * returned as values; nothing throws, and nothing is retried automatically. Times are ISO 8601 in
 * UTC; `useTimeFormatter` formats them in the shop's time zone.
 */

export {
  createQueryClient,
  useRemovePrivateQueries,
  useResetQueries,
  useSetTillState,
} from './query-cache.ts';
export { createTillClient, type TillClient } from './till-client.ts';
export { TillProvider, useTillCall, useTillClient } from './till-provider.tsx';
export { TillStateContext, type TimeFormatter, useTill, useTimeFormatter } from './till-state.tsx';
export { useMainProcessTimeIso, useMainProcessTimeMs } from './use-main-time.ts';
export { useTimeWithDayFormatter } from './use-moment-formatter.ts';
export { getPermissionGrant, type PermissionGrant, usePermission } from './use-permission.ts';
export { useInvalidateQueriesOnTillEvents, useTillEvent } from './use-till-event.ts';
export {
  getValueOrThrow,
  ProblemError,
  prefetchSignInQueries,
  type TillMutation,
  type TillQuery,
  useStaticQuery,
  useTillMutation,
  useTillQueries,
  useTillQuery,
} from './use-till-query.ts';
