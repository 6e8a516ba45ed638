/**
 * The page's side of the contract: the typed client over the bridge, its queries, calls and events
 * as hooks, what the till is (`useTill`), and who may do what (`useMay`). Problems come back as
 * values, nothing throws and nothing is repeated by itself; times are ISO 8601 in UTC and are
 * written in the shop's zone by `useClock`.
 */
export { createTillClient, type TillClient } from './client.ts';
export { type May, mayBy, useMay } from './may.ts';
export {
  createQueries,
  type TillMutation,
  TillProvider,
  type TillQuery,
  useCall,
  useForgetPapers,
  useKeepTillState,
  useReadAnew,
  useTillClient,
  useTillEvent,
  useTillEvents,
  useTillMutation,
  useTillQuery,
} from './till.tsx';
export { type ShopClock, TillStateContext, useClock, useTill } from './till-state.tsx';
