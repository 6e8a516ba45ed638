import type { EventName } from '../../shared/contract/index.ts';

/** The channel names that preload and main agree on: one for all calls, one for each event. */
export const CALL_CHANNEL = 'call';
export const toEventChannel = (name: EventName): string => `event:${name}`;

/** The only channel between main and the window that faces the customer. */
export const CUSTOMER_SCREEN_CHANNEL = 'customer:shown';
