import { contextBridge, ipcRenderer } from 'electron';
import type { CustomerScreenBridge } from '../../shared/contract/index.ts';
import { CUSTOMER_CHANNEL } from './channels.ts';

/** The window that faces the customer hears one event, and has nothing to call with. */
let shown: { readonly view: unknown } | null = null;
const listeners = new Set<(view: unknown) => void>();

// Listened to before the page is: what main says meanwhile is not lost.
ipcRenderer.on(CUSTOMER_CHANNEL, (_event, view: unknown) => {
  shown = { view };
  for (const listener of listeners) listener(view);
});

const customerScreen: CustomerScreenBridge = {
  onShown: (listener) => {
    listeners.add(listener);
    if (shown !== null) listener(shown.view);
    return () => void listeners.delete(listener);
  },
};

contextBridge.exposeInMainWorld('customerScreen', customerScreen);
