/** Whether `ready` has come. What Electron refuses before or after it is refused here too. */
let isReady = false;

export const readiness = {
  get isReady() {
    return isReady;
  },
  reached: () => {
    isReady = true;
  },
  needed: (what: string) => {
    if (!isReady) throw new Error(`${what} cannot be used before the app is ready`);
  },
  over: (what: string) => {
    if (isReady) throw new Error(`${what} should be called before the app is ready`);
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
