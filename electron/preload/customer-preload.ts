import { contextBridge, ipcRenderer } from 'electron';
import type { CustomerScreenBridge } from '../../shared/contract/index.ts';
import { CUSTOMER_SCREEN_CHANNEL } from './channels.ts';

/**
 * The window that faces the customer receives one event and has no calls. Null until main sent the
 * first view.
 */
let lastMessage: { readonly view: unknown } | null = null;
const listeners = new Set<(view: unknown) => void>();

// Subscribes before the page does, so a view that main sends early is not lost.
ipcRenderer.on(CUSTOMER_SCREEN_CHANNEL, (_event, view: unknown) => {
  lastMessage = { view };
  for (const listener of listeners) listener(view);
});

const customerScreen: CustomerScreenBridge = {
  onShown: (listener) => {
    listeners.add(listener);
    if (lastMessage !== null) listener(lastMessage.view);
    return () => void listeners.delete(listener);
  },
};

contextBridge.exposeInMainWorld('customerScreen', customerScreen);
