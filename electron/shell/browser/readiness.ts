/**
 * Whether `ready` was emitted. Throws in the same cases in which Electron throws before or after
 * it.
 */
let isReady = false;

export const readiness = {
  get isReady() {
    return isReady;
  },
  markReady: () => {
    isReady = true;
  },
  assertReady: (callName: string) => {
    if (!isReady) throw new Error(`${callName} cannot be used before the app is ready`);
  },
  assertNotReady: (callName: string) => {
    if (isReady) throw new Error(`${callName} should be called before the app is ready`);
  },
};

/** An event that a listener may prevent. */
export function createPreventableEvent(): { preventDefault(): void; defaultPrevented: boolean } {
  const event = {
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}
