import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import type { WebSocket } from 'ws';
import type { CheckedEvents } from '../electron-events.ts';
import { invokeIpcHandler } from './ipc-main.ts';
import { createPreventableEvent, readiness } from './readiness.ts';

interface WindowOptions {
  readonly webPreferences?: { readonly preload?: string };
}

/** Set by app.ts, which owns the servers and the `app` that emits. */
interface WindowHost {
  onContents(contents: WebContents): void;
  /** A page must be shown: it has an address once this resolves. */
  onOpen(window: BrowserWindow): Promise<void>;
  onClosed(window: BrowserWindow): void;
}

/** The origin of the till's page, to which the program's own address leads. */
const TILL_ORIGIN = 'app://till';

let host: WindowHost | null = null;
const openWindows = new Set<BrowserWindow>();

export function setWindowHost(windowHost: WindowHost): void {
  host = windowHost;
}

/** The till's window; null if it is not open. */
export function findTillWindow(): BrowserWindow | null {
  return [...openWindows].find((openWindow) => openWindow.isTillWindow()) ?? null;
}

export function listWindows(): readonly BrowserWindow[] {
  return [...openWindows];
}

/** The page as main sees it. The newest document is the page; the previous one is notified. */
class WebContents
  extends EventEmitter<CheckedEvents<Electron.WebContents, { 'did-finish-load': [] }>>
  implements
    Pick<
      Electron.WebContents,
      'setWindowOpenHandler' | 'getURL' | 'reload' | 'isDestroyed' | 'send'
    >
{
  #frame = { origin: TILL_ORIGIN, url: `${TILL_ORIGIN}/`, parent: null };
  #socket: WebSocket | null = null;

  setWindowOpenHandler(): void {}

  show(origin: string): void {
    this.#frame = { origin, url: `${origin}/`, parent: null };
  }

  getURL(): string {
    return this.#frame.url;
  }

  reload(): void {
    // Only a person can reload a page, in the browser.
  }

  isDestroyed(): boolean {
    return false;
  }

  send(channel: string, ...args: unknown[]): void {
    const text = toPlainJson({ channel, args });
    this.#socket?.send(text);
  }

  attach(socket: WebSocket): void {
    const previous = this.#socket;
    this.#socket = socket;
    previous?.close(4001, 'taken over');
    socket.on('message', (data) => void this.#receive(socket, String(data)));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = null;
    });
    this.emit('did-finish-load');
  }

  detach(): void {
    this.#socket?.close(1001, 'closed');
    this.#socket = null;
  }

  async #receive(socket: WebSocket, text: string): Promise<void> {
    // `close` waits for the other side, which may go on sending: only the newest document is heard.
    if (socket !== this.#socket) return;
    const message = parseMessage(text);
    if (message === null) return socket.close(1008, 'not a call');
    const { id, channel, args } = message;
    // A response for a page that has gone is dropped, as when Electron's page reloads.
    const send = (response: object): void => {
      if (socket.readyState === socket.OPEN) socket.send(toPlainJson(response));
    };
    try {
      const event = { sender: this, senderFrame: this.#frame, frameId: 1, processId: 1 };
      const value = await invokeIpcHandler(channel, event, args);
      send({ id, value });
    } catch (error) {
      send({ id, error: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** A window: the till's, or the customer's. The browser shows, moves and closes it. */
export class BrowserWindow
  extends EventEmitter<
    CheckedEvents<
      Electron.BrowserWindow,
      { 'ready-to-show': []; close: [Pick<Electron.Event, 'preventDefault'>]; closed: [] }
    >
  >
  implements
    Pick<
      Electron.BrowserWindow,
      | 'loadURL'
      | 'isDestroyed'
      | 'getBounds'
      | 'isFullScreen'
      | 'isMinimized'
      | 'setFullScreen'
      | 'restore'
      | 'show'
      | 'showInactive'
      | 'setBounds'
      | 'focus'
      | 'destroy'
    >
{
  readonly webContents = new WebContents();
  readonly preloadPath: string | null;
  #origin = TILL_ORIGIN;

  constructor(options: WindowOptions = {}) {
    super();
    readiness.assertReady('BrowserWindow');
    if (openWindows.size === 2) throw new Error('the browser shell has two windows');
    this.preloadPath = options.webPreferences?.preload ?? null;
    openWindows.add(this);
    host?.onContents(this.webContents);
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
  }

  get origin(): string {
    return this.#origin;
  }

  isTillWindow(): boolean {
    return this.#origin === TILL_ORIGIN;
  }

  async loadURL(url: string): Promise<void> {
    const { protocol, host: name } = new URL(url);
    this.#origin = `${protocol}//${name}`;
    this.webContents.show(this.#origin);
    await host?.onOpen(this);
  }

  isDestroyed(): boolean {
    return !openWindows.has(this);
  }

  getBounds(): { x: number; y: number; width: number; height: number } {
    return { x: 0, y: 0, width: 1366, height: 768 };
  }

  isFullScreen(): boolean {
    return false;
  }

  isMinimized(): boolean {
    return false;
  }

  setFullScreen(): void {}
  restore(): void {}
  show(): void {}
  showInactive(): void {}
  setBounds(): void {}
  focus(): void {}

  /** For the end of the application: closes without confirmation. */
  destroy(): void {
    if (this.isDestroyed()) return;
    this.emit('close', createPreventableEvent());
    openWindows.delete(this);
    this.webContents.detach();
    host?.onClosed(this);
    this.emit('closed');
  }
}

function parseMessage(
  text: string,
): { id: number; channel: string; args: readonly unknown[] } | null {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null) return null;
    const { id, channel, args } = { id: null, channel: null, args: null, ...message };
    const isCall = typeof id === 'number' && typeof channel === 'string' && Array.isArray(args);
    return isCall ? { id, channel, args } : null;
  } catch {
    return null;
  }
}

/**
 * Serializes to JSON, and throws for values that Electron's structured clone accepts but JSON does
 * not.
 */
function toPlainJson(value: unknown): string {
  const text = JSON.stringify(
    value,
    function assertPlain(this: unknown, key: string, serialized: unknown) {
      const original = key === '' ? value : Reflect.get(Object(this), key);
      assertPlainJson(original, Array.isArray(this) || key === '');
      return serialized;
    },
  );
  return text;
}

function assertPlainJson(value: unknown, isRequired: boolean): void {
  const isMissing = value === undefined && !isRequired;
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (isMissing || isNumber || value === null) return;
  if (typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'object') {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (Array.isArray(value) || prototype === Object.prototype || prototype === null) return;
  }
  throw new TypeError(`not plain JSON: ${Object.prototype.toString.call(value)}`);
}
