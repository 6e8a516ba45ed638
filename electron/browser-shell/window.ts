import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { invokeHandler } from './ipc-main.ts';
import { toJson } from './plain-json.ts';
import { preventable, readiness } from './readiness.ts';

interface WindowOptions {
  readonly webPreferences?: { readonly preload?: string };
}

/** Set by app.ts, which knows the server and the `app` that emits. */
interface WindowHost {
  onContents(contents: WebContents): void;
  onOpen(): void;
}

let host: WindowHost | null = null;
let openWindow: BrowserWindow | null = null;

export function setWindowHost(given: WindowHost): void {
  host = given;
}

export function currentWindow(): BrowserWindow | null {
  return openWindow;
}

/** The page as main sees it. The newest document is the page; the one before it is told of that. */
class WebContents extends EventEmitter {
  readonly #frame = { origin: 'app://till', url: 'app://till/', parent: null };
  #socket: WebSocket | null = null;

  setWindowOpenHandler(): void {}

  isDestroyed(): boolean {
    return false;
  }

  send(channel: string, ...args: unknown[]): void {
    const text = toJson({ channel, args });
    this.#socket?.send(text);
  }

  attach(socket: WebSocket): void {
    this.#socket?.close(4001, 'taken over');
    this.#socket = socket;
    socket.on('message', (data) => void this.#receive(socket, String(data)));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = null;
    });
    this.emit('did-finish-load');
  }

  async #receive(socket: WebSocket, text: string): Promise<void> {
    const message = readMessage(text);
    if (message === null) return socket.close(1008, 'not a call');
    const { id, channel, args } = message;
    // An answer for a page that has gone is dropped, as it is when Electron's page reloads.
    const send = (answer: object): void => {
      if (socket.readyState === socket.OPEN) socket.send(toJson(answer));
    };
    try {
      const event = { sender: this, senderFrame: this.#frame, frameId: 1, processId: 1 };
      const value = await invokeHandler(channel, event, args);
      send({ id, value });
    } catch (error) {
      send({ id, error: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** The one window. The browser shows, moves and closes it. */
export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  readonly preloadPath: string | null;

  constructor(options: WindowOptions = {}) {
    super();
    readiness.needed('BrowserWindow');
    if (openWindow !== null) throw new Error('the browser shell has one window');
    this.preloadPath = options.webPreferences?.preload ?? null;
    openWindow = this;
    host?.onContents(this.webContents);
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
  }

  async loadURL(_url: string): Promise<void> {
    host?.onOpen();
  }

  isDestroyed(): boolean {
    return openWindow !== this;
  }

  isMinimized(): boolean {
    return false;
  }

  restore(): void {}
  show(): void {}
  focus(): void {}

  /** For the end of the application: closes without asking. */
  destroy(): void {
    if (openWindow !== this) return;
    this.emit('close', preventable());
    openWindow = null;
    this.emit('closed');
  }
}

function readMessage(
  text: string,
): { id: number; channel: string; args: readonly unknown[] } | null {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== 'object' || found === null) return null;
    const { id, channel, args } = { id: null, channel: null, args: null, ...found };
    const isCall = typeof id === 'number' && typeof channel === 'string' && Array.isArray(args);
    return isCall ? { id, channel, args } : null;
  } catch {
    return null;
  }
}
