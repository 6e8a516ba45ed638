/** The shell's data for the page. It contains no secret. */
export interface BrowserPageConfig {
  readonly socketPath: string;
  readonly protocol: string;
  readonly stoppedText: string;
  readonly takenOverText: string;
  readonly addressUsedText: string;
}

type Listener = (event: object, ...args: unknown[]) => void;

/**
 * Runs in the page before anything else: provides `electron`'s renderer modules over a WebSocket,
 * then runs the preload bundle. Its source text is served, so it uses nothing defined outside
 * itself.
 */
export function connectPage(
  config: BrowserPageConfig,
  preload: (require: (name: string) => unknown, module: { exports: object }) => void,
): void {
  // A frame inside the page, or our page inside another page's frame, gets no bridge.
  if (window.top !== window) return;
  const storageKey = 'mostrador-session';
  const token = new URLSearchParams(location.search).get('token');
  // Remove the token from the address bar, so that a reload does not send it.
  if (location.search !== '') history.replaceState(null, '', '/');
  const secrets = [token, readSessionSecret()].filter(
    (secret): secret is string => secret !== null && /^[\w-]+$/.test(secret),
  );
  const socket = new WebSocket(`ws://${location.host}${config.socketPath}`, [
    config.protocol,
    ...new Set(secrets),
  ]);
  const listeners = new Map<string, Set<Listener>>();
  const pendingCalls = new Map<
    number,
    { resolve(value: unknown): void; reject(error: Error): void }
  >();
  const unsent: string[] = [];
  let serial = 0;
  let wasOpen = false;
  let isClosed = false;

  const toJson = (value: unknown): string =>
    JSON.stringify(value, function assertPlain(this: unknown, key: string, serialized: unknown) {
      const original = key === '' ? serialized : Reflect.get(Object(this), key);
      const kind = Object.prototype.toString.call(original);
      const isPlain =
        original === null ||
        typeof original === 'string' ||
        typeof original === 'boolean' ||
        (typeof original === 'number' && Number.isFinite(original)) ||
        (original === undefined && !Array.isArray(this)) ||
        kind === '[object Array]' ||
        (kind === '[object Object]' &&
          [Object.prototype, null].includes(Object.getPrototypeOf(original)));
      if (!isPlain) throw new TypeError(`not plain JSON: ${kind}`);
      return serialized;
    });

  socket.addEventListener('open', () => {
    wasOpen = true;
    for (const text of unsent.splice(0)) socket.send(text);
  });
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    if ('session' in message) return writeSessionSecret(message.session);
    if ('channel' in message) {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args);
      return;
    }
    const call = pendingCalls.get(message.id);
    pendingCalls.delete(message.id);
    if ('error' in message) call?.reject(new Error(message.error));
    else call?.resolve(message.value);
  });
  socket.addEventListener('close', ({ code }) => {
    isClosed = true;
    for (const call of pendingCalls.values()) call.reject(new Error('the till has stopped'));
    pendingCalls.clear();
    if (code === 4001) showCover(config.takenOverText);
    else showCover(wasOpen ? config.stoppedText : config.addressUsedText);
  });

  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error('the till has stopped');
        serial += 1;
        const text = toJson({ id: serial, channel, args });
        pendingCalls.set(serial, { resolve, reject });
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
        else unsent.push(text);
      }),
    on: (channel: string, listener: Listener) => {
      const channelListeners = listeners.get(channel) ?? new Set();
      listeners.set(channel, channelListeners.add(listener));
    },
    removeListener: (channel: string, listener: Listener) => {
      listeners.get(channel)?.delete(listener);
    },
  };
  const contextBridge = {
    exposeInMainWorld: (name: string, api: object) => {
      const value = Object.freeze({ ...api });
      Object.defineProperty(window, name, { value, enumerable: true });
    },
  };

  // A browser that stores nothing for pages throws here; a reload then needs a new address.
  function readSessionSecret(): string | null {
    try {
      return localStorage.getItem(storageKey);
    } catch {
      return null;
    }
  }
  function writeSessionSecret(secret: string): void {
    try {
      localStorage.setItem(storageKey, secret);
    } catch {}
  }

  /** Covers the whole page, so that no input reaches the till. */
  function showCover(text: string): void {
    const cover = document.createElement('div');
    cover.setAttribute('role', 'alert');
    cover.textContent = text;
    const style = {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      display: 'grid',
      placeContent: 'center',
      padding: '2rem',
      font: '600 1.5rem/1.5 sans-serif',
      whiteSpace: 'pre-line',
      textAlign: 'center',
      color: '#111',
      background: '#fff',
    };
    Object.assign(cover.style, style);
    document.documentElement.append(cover);
  }

  // Electron blocks these in the main process; here the page's own functions are blocked.
  Object.defineProperty(window, 'open', { value: () => null });
  const { navigation } = window;
  navigation?.addEventListener('navigate', (event) => {
    // A download of a file that the page created: it navigates nowhere and fetches nothing.
    if (event.downloadRequest !== null && event.destination.url.startsWith('blob:')) return;
    const url = new URL(event.destination.url);
    if (url.origin === location.origin && url.pathname === '/' && url.search === '') return;
    event.preventDefault();
  });
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[target]') : null;
      if (link !== null) event.preventDefault();
    },
    true,
  );

  preload(
    (name) => {
      if (name !== 'electron') throw new Error(`a sandboxed preload cannot require ${name}`);
      return { contextBridge, ipcRenderer };
    },
    { exports: {} },
  );
}
