/**
 * What features use from the application: the typed client and its hooks, the current route, and
 * the tape beside the counter. Problems are returned as values; amounts are decimal strings with
 * their currency; times are ISO 8601 in UTC, formatted in the shop's time zone by
 * `useTimeFormatter`.
 *
 * One small store (`navigation.ts`) holds the open route. A response of main changes a screen only
 * while that screen is open (`useRunIfMounted`): a late response does not navigate.
 */
export type { KeyName } from '../components/index.ts';
export { getOutcomeSound, type OutcomeSound, useAnnounceOutcome } from './appearance/index.ts';
export { ApprovalDialog, isApprovalNeeded } from './approval/index.ts';
export { AsyncBoundary } from './async-boundary.tsx';
export { CounterLayout, EnvironmentBanner } from './frame/index.ts';
export { KeepSetupOpenContext } from './keep-setup-open-context.ts';
export { lazyRoute, preloadLazyRoutes } from './lazy-route.ts';
export { useConfirmLeaveWithCash } from './leaving/index.ts';
export {
  type AuditLink,
  type OutlierView,
  type Route,
  type RouteName,
  type UndecidedScan,
  useNavigation,
} from './navigation.ts';
export { TrainingAccountList } from './practice-accounts.tsx';
export { PrintApprovalDialog, usePaperPrinting } from './printing/index.ts';
export { ProblemNotice } from './problem-notice.tsx';
export { ProblemScreen } from './problem-screen.tsx';
export { saveInBrowser } from './save-in-browser.ts';
export {
  parseReceiptReference,
  useBillScanHandler,
  useScanHandler,
  useScannedKeys,
} from './scanner/index.ts';
export { getServiceMessage } from './service-message.ts';
export { SignedOutLayout } from './signed-out-layout.tsx';
export {
  getPaymentStateTextKey,
  type PaymentStateFields,
} from './state-text-key.ts';
export { getPaymentStateTone } from './state-tone.ts';
export {
  ConnectionFaultNotice,
  ConnectionNotice,
  formatUnprintedPaperDetail,
  getPaperName,
  isInPrintQueue,
  isSendingUnlikely,
  UnprintedPaperDialog,
  UnprintedPapersNotice,
  UpdateBlockers,
  useAccountForecastLine,
  useUnprintedPapers,
} from './status/index.ts';
export { TapeSlot } from './tape-slot.tsx';
export {
  createTillClient,
  getPermissionGrant,
  getValueOrThrow,
  type PermissionGrant,
  ProblemError,
  type TillClient,
  type TillMutation,
  type TillQuery,
  type TimeFormatter,
  useMainProcessTimeMs,
  usePermission,
  useRemovePrivateQueries,
  useSetTillState,
  useStaticQuery,
  useTill,
  useTillCall,
  useTillClient,
  useTillEvent,
  useTillMutation,
  useTillQueries,
  useTillQuery,
  useTimeFormatter,
  useTimeWithDayFormatter,
} from './till/index.ts';
export {
  getOutcomeConfirmTask,
  useOutcomesToConfirm,
  useOutcomeToConfirmFormatter,
} from './to-confirm/index.ts';
export { useProblemText } from './use-problem-text.ts';
export { useRunIfMounted } from './use-run-if-mounted.ts';
export { useSaveFile } from './use-save-file.tsx';
export { useSetCustomerScreenSubject } from './use-set-customer-screen-subject.ts';
export { useShowReceiptToCustomer } from './use-show-receipt-to-customer.ts';
