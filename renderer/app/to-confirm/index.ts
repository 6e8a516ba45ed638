/**
 * Outcomes that arrived after their payment was left: their announcement on every screen, and the
 * dialog in which a cashier confirms one. Main decides which they are (`toConfirm`).
 */
export { ConfirmOutcomeDialog } from './confirm-dialog.tsx';
export {
  formatOutcomeConfirmTask,
  formatOutcomeToConfirm,
  useOutcomeToConfirmFormatter,
} from './confirm-task.ts';
export { OutcomeAnnouncement } from './outcome-announcement.tsx';
export { getOutcomeConfirmTask } from './outcome-confirm-task.ts';
export { useOutcomesToConfirm } from './use-outcomes-to-confirm.ts';
