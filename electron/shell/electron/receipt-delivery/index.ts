/**
 * Paperless delivery of a receipt: to a file that a person chooses, or to the system's mail
 * program. No service of ours is involved, and the till never learns the customer's address.
 *
 * The browser shell has no save dialog: the page receives the file, and the browser saves it.
 * Errors are `without-paper` problems; none is swallowed.
 */
export {
  createReceiptDeliveryChannels,
  type ReceiptDeliveryChannelPorts,
} from './receipt-delivery-channels.ts';
