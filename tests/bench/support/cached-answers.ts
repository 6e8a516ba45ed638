/**
 * Runs in the page between it and main, before its scripts. Records the answers of main, and
 * returns canned answers without calling main: immediately, or after other work over a separate
 * socket. Measures the time from a key to the laid-out result on the screen. Each function is
 * passed to the browser as source, so it uses nothing from outside.
 */
export interface CachedAnswers {
  /** The answers of main, by call and input. */
  readonly recordedAnswers: Map<string, unknown>;
  /** Canned answers, by call and input, or by call for any input. */
  readonly cannedAnswers: Map<string, unknown>;
  /** Runs before a canned answer is returned; null to return it immediately. */
  beforeAnswer: (() => Promise<unknown>) | null;
  /**
   * Opens a WebSocket to this address; the returned function sends a text and resolves with the
   * next message.
   */
  readonly openSocket: (address: string) => Promise<(text: string) => Promise<unknown>>;
  /** Calls without an answer yet, by their number. */
  readonly pendingCalls: Map<number, string>;
  /** The number of calls that were sent to main, by name. */
  readonly sentCounts: Map<string, number>;
  /** Whether the page ignores main's events. */
  ignoresEvents: boolean;
  /** Milliseconds from the next key until the awaited elements are shown. */
  timeToShown: Promise<number>;
}

declare global {
  interface Window {
    answers: CachedAnswers;
  }
}

export function installCachedAnswers(): void {
  const pendingCalls = new Map<number, string>();
  const listenedSockets = new WeakSet<WebSocket>();
  const OriginalWebSocket = WebSocket;
  const send = WebSocket.prototype.send;
  const waitForEvent = (socket: WebSocket, eventName: string): Promise<unknown> =>
    new Promise((resolve) => socket.addEventListener(eventName, resolve, { once: true }));
  const answers: CachedAnswers = {
    recordedAnswers: new Map(),
    cannedAnswers: new Map(),
    beforeAnswer: null,
    openSocket: async (address) => {
      const socket = new OriginalWebSocket(address);
      await waitForEvent(socket, 'open');
      return (text) => {
        send.call(socket, text);
        return waitForEvent(socket, 'message');
      };
    },
    pendingCalls,
    sentCounts: new Map(),
    ignoresEvents: false,
    timeToShown: Promise.resolve(0),
  };
  window.answers = answers;
  window.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      // Registered before the page's own listener.
      this.addEventListener('message', (event) => {
        if (answers.ignoresEvents && 'channel' in JSON.parse(String(event.data))) {
          event.stopImmediatePropagation();
        }
      });
    }
  };
  WebSocket.prototype.send = function (this: WebSocket, data: Parameters<typeof send>[0]) {
    const { id, args } = JSON.parse(String(data));
    const { name, input } = args[0];
    const key = `${name} ${JSON.stringify(input)}`;
    const value = answers.cannedAnswers.get(key) ?? answers.cannedAnswers.get(name);
    if (value !== undefined) {
      const message = new MessageEvent('message', { data: JSON.stringify({ id, value }) });
      const returnAnswer = (): unknown => this.dispatchEvent(message);
      if (answers.beforeAnswer === null) queueMicrotask(returnAnswer);
      else void answers.beforeAnswer().then(returnAnswer);
      return;
    }
    if (!listenedSockets.has(this)) {
      listenedSockets.add(this);
      this.addEventListener('message', (event) => {
        const message = JSON.parse(String(event.data));
        const callKey = pendingCalls.get(message.id);
        pendingCalls.delete(message.id);
        if (callKey !== undefined) answers.recordedAnswers.set(callKey, message.value);
      });
    }
    pendingCalls.set(id, key);
    answers.sentCounts.set(name, (answers.sentCounts.get(name) ?? 0) + 1);
    send.call(this, data);
  };
}

/** The awaited elements: their texts, joined by `|`, equal `text` or begin with it. */
export interface AwaitedElements {
  readonly selector: string;
  readonly text: string;
  readonly isPrefix: boolean;
  /** The timeout in milliseconds. */
  readonly timeoutMs: number;
}

/** Starts waiting for a key, and then for the awaited elements. */
export function startMeasuringUntilShown({
  selector,
  text,
  isPrefix,
  timeoutMs,
}: AwaitedElements): void {
  const readTexts = (): string =>
    [...document.querySelectorAll(selector)].map((element) => element.textContent).join('|');
  const isShown = (): boolean => (isPrefix ? readTexts().startsWith(text) : readTexts() === text);
  window.answers.timeToShown = new Promise((resolve, reject) => {
    let pressedAt = 0;
    const onKeyDown = (): void => {
      pressedAt = performance.now();
    };
    addEventListener('keydown', onKeyDown, { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (pressedAt === 0 || !isShown()) return;
      document.body.getBoundingClientRect();
      observer.disconnect();
      resolve(performance.now() - pressedAt);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    setTimeout(() => {
      observer.disconnect();
      reject(new Error(`not ${text}, but ${readTexts()}`));
    }, timeoutMs);
  });
  // The test awaits it after the key.
  window.answers.timeToShown.catch(() => {});
}
