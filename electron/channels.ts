import type { CallName, EventName } from '../shared/contract/index.ts';

/** The channel names that preload and main agree on: one for each call and event of the contract. */
export const callChannel = (name: CallName): string => `call:${name}`;
export const eventChannel = (name: EventName): string => `event:${name}`;
