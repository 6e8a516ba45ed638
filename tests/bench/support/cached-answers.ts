/**
 * Stands in the page between it and main, before any of its scripts: keeps what main answers, and
 * answers with what it was given beforehand, without asking main: at once, or when another has done
 * what is asked of it over a line of its own. And measures from a key to what is then on the screen,
 * laid out. Each function is handed to the browser as it is written here, so it uses nothing from
 * outside.
 */
export interface CachedAnswers {
  /** What main answered, by the call and its input. */
  readonly kept: Map<string, unknown>;
  /** Answers that are at hand, by the call and its input, or by the call alone for any input. */
  readonly atHand: Map<string, unknown>;
  /** Done before an answer that is at hand is given; null to give it at once. */
  before: (() => Promise<unknown>) | null;
  /** Opens a line to this address; what it returns says something there and waits for a word back. */
  readonly openLine: (address: string) => Promise<(text: string) => Promise<unknown>>;
  /** What main has not answered yet, by the number of the call. */
  readonly open: Map<number, string>;
  /** How often each call went to main. */
  readonly sent: Map<string, number>;
  /** Whether main's events are kept from the page. */
  isDeaf: boolean;
  /** Milliseconds from the next key on, until there is what is waited for. */
  shown: Promise<number>;
}

declare global {
  interface Window {
    answers: CachedAnswers;
  }
}

export function installCachedAnswers(): void {
  const open = new Map<number, string>();
  const heard = new WeakSet<WebSocket>();
  const Line = WebSocket;
  const send = WebSocket.prototype.send;
  const heardOn = (line: WebSocket, what: string): Promise<unknown> =>
    new Promise((resolve) => line.addEventListener(what, resolve, { once: true }));
  const answers: CachedAnswers = {
    kept: new Map(),
    atHand: new Map(),
    before: null,
    openLine: async (address) => {
      const line = new Line(address);
      await heardOn(line, 'open');
      return (text) => {
        send.call(line, text);
        return heardOn(line, 'message');
      };
    },
    open,
    sent: new Map(),
    isDeaf: false,
    shown: Promise.resolve(0),
  };
  window.answers = answers;
  window.WebSocket = class extends WebSocket {
    constructor(...how: ConstructorParameters<typeof WebSocket>) {
      super(...how);
      // Before the listener of the page, which comes later.
      this.addEventListener('message', (event) => {
        if (answers.isDeaf && 'channel' in JSON.parse(String(event.data))) {
          event.stopImmediatePropagation();
        }
      });
    }
  };
  WebSocket.prototype.send = function (this: WebSocket, data: Parameters<typeof send>[0]) {
    const { id, args } = JSON.parse(String(data));
    const { name, input } = args[0];
    const key = `${name} ${JSON.stringify(input)}`;
    const value = answers.atHand.get(key) ?? answers.atHand.get(name);
    if (value !== undefined) {
      const message = new MessageEvent('message', { data: JSON.stringify({ id, value }) });
      const give = (): unknown => this.dispatchEvent(message);
      if (answers.before === null) queueMicrotask(give);
      else void answers.before().then(give);
      return;
    }
    if (!heard.has(this)) {
      heard.add(this);
      this.addEventListener('message', (event) => {
        const message = JSON.parse(String(event.data));
        const asked = open.get(message.id);
        open.delete(message.id);
        if (asked !== undefined) answers.kept.set(asked, message.value);
      });
    }
    open.set(id, key);
    answers.sent.set(name, (answers.sent.get(name) ?? 0) + 1);
    send.call(this, data);
  };
}

/** What is waited for: these elements, one after the other, read like this, or begin like this. */
export interface AwaitedElements {
  readonly selector: string;
  readonly text: string;
  readonly isBeginning: boolean;
  /** Milliseconds after which it is given up. */
  readonly most: number;
}

/** Begins to wait for a key, and then for what is wanted to be on the screen. */
export function startWaitingForShown({ selector, text, isBeginning, most }: AwaitedElements): void {
  const read = (): string =>
    [...document.querySelectorAll(selector)].map((one) => one.textContent).join('|');
  const isThere = (): boolean => (isBeginning ? read().startsWith(text) : read() === text);
  window.answers.shown = new Promise((resolve, reject) => {
    let pressed = 0;
    const press = (): void => {
      pressed = performance.now();
    };
    addEventListener('keydown', press, { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (pressed === 0 || !isThere()) return;
      document.body.getBoundingClientRect();
      observer.disconnect();
      resolve(performance.now() - pressed);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    setTimeout(() => {
      observer.disconnect();
      reject(new Error(`not ${text}, but ${read()}`));
    }, most);
  });
  // It is waited for once the key was pressed.
  window.answers.shown.catch(() => {});
}
