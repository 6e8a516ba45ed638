/**
 * The page's side of the contract: the typed client over the bridge; its queries, calls and events
 * as hooks; the till's state (`useTill`); and who may do what (`useMay`). Problems are returned as
 * values; nothing throws, and nothing is repeated automatically. Times are ISO 8601 in UTC;
 * `useClock` writes them in the shop's zone.
 */
export {
  prefetchSignIn,
  type TillMutation,
  type TillQuery,
  useTillMutation,
  useTillQueries,
  useTillQuery,
} from './calls.ts';
export { createTillClient, type TillClient } from './client.ts';
export { useQueryInvalidation, useTillEvent } from './events.ts';
export { getPermissionGrant, type PermissionGrant, usePermission } from './may.ts';
export { TillProvider, useCall, useTillClient } from './provider.tsx';
export {
  createQueryClient,
  useRemoveUncachedQueries,
  useResetQueries,
  useSetTillState,
} from './query-cache.ts';
export { TillStateContext, type TimeFormatter, useTill, useTimeFormatter } from './till-state.tsx';
export { useMomentFormatter } from './use-moment.ts';
export { useMainNow, useNow } from './use-now.ts';
