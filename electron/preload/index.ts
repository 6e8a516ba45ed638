/**
 * The scripts that Electron runs in each window before its page: the only bridge between a page and
 * main. Each is a bundle of its own. Main needs only the channel names from here.
 */

export { CALL_CHANNEL, CUSTOMER_SCREEN_CHANNEL, toEventChannel } from './channels.ts';
