import type { Cashier } from '../../../shared/contract/index.ts';

/**
 * What happens in one part of a till and concerns parts that are created after it, with what it
 * passes to its listener.
 */
export interface TillEventMap {
  /** The first client of the service exists: work that needs one can begin. */
  connected: [];
  /** A request to the service was answered or failed. */
  serviceAnswered: [];
  /** Somebody signed in or out, the till was locked, or the staff changed. */
  sessionChanged: [cashier: Cashier | null];
  paymentChanged: [paymentId: string];
  basketChanged: [basketId: string];
  cashChanged: [];
  /** The daily file of a day changed. */
  dailyFileChanged: [];
  /** The page is to get the status line, because a part of it may have changed. */
  statusDue: [];
}

/** One listener for each event; the compiler reports a missing one. */
export type TillListeners = {
  readonly [Name in keyof TillEventMap]: (...details: TillEventMap[Name]) => void;
};

export interface TillEvents {
  /** Calls the listener, and returns after it. Throws if the listeners are not set yet. */
  emit<Name extends keyof TillEventMap>(name: Name, ...details: TillEventMap[Name]): void;
  /** Call it once, when all parts exist. */
  setListeners(listeners: TillListeners): void;
}

export function createTillEvents(): TillEvents {
  let listeners: TillListeners | null = null;
  return {
    emit: (name, ...details) => {
      if (listeners === null) throw new Error(`${name} before the parts of the till are connected`);
      listeners[name](...details);
    },
    setListeners: (newListeners) => {
      listeners = newListeners;
    },
  };
}
