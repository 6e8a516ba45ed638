/**
 * What features use from the application: the typed client and its hooks, the cashier's present
 * route, and the tape beside the counter. Problems are returned as values; amounts are decimal
 * strings with their currency; times are ISO 8601 in UTC, written in the shop's time zone by
 * `useClock`.
 *
 * One small store (`navigation.ts`) holds the route that is open. An answer from main changes a
 * screen only while that screen is open (`useWhileHere`): a late answer takes nobody to another
 * screen.
 */
export type { KeyName } from '../components/index.ts';
export { ApprovalDialog, isApprovalNeeded } from './approval/index.ts';
export { Banner, Counter } from './frame/index.ts';
export { Guarded } from './guarded.tsx';
export { HoldSetup } from './hold-setup.ts';
export { fetchLater, later } from './later.ts';
export { type OutcomeSound, soundOf, useOutcomeSound } from './look/index.ts';
export { type Route, type RouteName, useNavigation } from './navigation.ts';
export { PlainPage } from './plain-page.tsx';
export { PrintApproval, usePrinting } from './printing/index.ts';
export { ProblemNotice } from './problem-notice.tsx';
export { useProblemText } from './problem-text.ts';
export { referenceOf, useScan } from './scanner/index.ts';
export { serviceMessage } from './service-message.ts';
export { stateKey } from './state-key.ts';
export { ConnectionNotice, Hindrances } from './status/index.ts';
export { TapeSlot } from './tape-slot.tsx';
export {
  createTillClient,
  type May,
  mayBy,
  type ShopClock,
  type TillClient,
  type TillMutation,
  type TillQuery,
  useCall,
  useClock,
  useForgetPapers,
  useKeepTillState,
  useMainNow,
  useMay,
  useMoment,
  useTill,
  useTillClient,
  useTillEvent,
  useTillMutation,
  useTillQueries,
  useTillQuery,
} from './till/index.ts';
export { useInHand } from './use-in-hand.ts';
export { useWhileHere } from './while-here.ts';
