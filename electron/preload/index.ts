/**
 * The scripts that Electron runs in each window before its page, the only bridge between a page and main. They are
 * bundles of their own; what main needs of them is the names of the channels.
 */

export { CALL_CHANNEL, CUSTOMER_CHANNEL, toEventChannel } from './channels.ts';
