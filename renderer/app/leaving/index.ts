/**
 * The question before a payment is left whose cash was entered: it looks as if it was paid, but
 * nothing was sent. A screen reports the cash (`useConfirmLeaveWithCash`), and the frame shows the question.
 */
export { ConfirmLeaveDialog } from './leave-question.tsx';
export { useConfirmLeaveWithCash } from './use-confirm-leave-with-cash.ts';
