/**
 * The page's side of the contract: the typed client over the bridge; its queries, calls and events
 * as hooks; the till's state (`useTill`); and who may do what (`useMay`). Problems are returned as
 * values; nothing throws, and nothing is repeated automatically. Times are ISO 8601 in UTC;
 * `useClock` writes them in the shop's zone.
 */
export {
  askForSignIn,
  type TillMutation,
  type TillQuery,
  useTillMutation,
  useTillQueries,
  useTillQuery,
} from './calls.ts';
export { createTillClient, type TillClient } from './client.ts';
export { useTillEvent, useTillEvents } from './events.ts';
export { type May, mayBy, useMay } from './may.ts';
export { TillProvider, useCall, useTillClient } from './provider.tsx';
export { createQueries, useForgetPapers, useKeepTillState, useReadAnew } from './query-cache.ts';
export { type ShopClock, TillStateContext, useClock, useTill } from './till-state.tsx';
export { useMoment } from './use-moment.ts';
export { useMainNow, useNow } from './use-now.ts';
