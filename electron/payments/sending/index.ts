/** The intent goes to the disk, and its request to the service. */
export { commitIntent, type MadeIntent } from './intent.ts';
export { createPaying, type Paying } from './paying.ts';
export { createSending, type Sending } from './sending.ts';
export { createSendingAgain } from './sending-again.ts';
