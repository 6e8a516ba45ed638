/**
 * What features use from the application: the typed client and its hooks, the cashier's present
 * place, and the tape beside the counter. Problems are returned as values; amounts are decimal
 * strings with their currency; times are ISO 8601 in UTC, written in the shop's time zone by
 * `useClock`.
 *
 * One small store (`navigation.ts`) holds the place that is open. An answer from main changes a
 * screen only while that screen is open (`useWhileHere`): a late answer takes nobody to another
 * screen.
 */
export { type KeyBindings, KeyHint, type KeyName, useKeys } from '../components/index.ts';
export { ApprovalDialog, type ApprovalDialogProps, isApprovalNeeded } from './approval/index.ts';
export { Banner, Counter } from './frame/index.ts';
export { LanguageSwitch } from './language-switch.tsx';
export { createNavigation, type Place, type PlaceName, useNavigation } from './navigation.ts';
export { PlainPage } from './plain-page.tsx';
export { ProblemNotice } from './problem-notice.tsx';
export { useProblemText } from './problem-text.ts';
export { referenceOf, useScan } from './scanner/index.ts';
export { serviceMessage } from './service-message.ts';
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
  useTillQuery,
} from './till/index.ts';
export { useWhileHere } from './while-here.ts';
