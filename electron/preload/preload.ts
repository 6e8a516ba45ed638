import { contextBridge, ipcRenderer } from 'electron';
import type { TillBridge } from '../../shared/contract/index.ts';
import { CALL_CHANNEL, toEventChannel } from './channels.ts';

const till: TillBridge = {
  call: (name, input) => ipcRenderer.invoke(CALL_CHANNEL, { name, input }),
  on: (name, listener) => {
    // The event object is not passed to the page: it carries the sender.
    const relay = (_event: unknown, payload: unknown): void => listener(payload);
    ipcRenderer.on(toEventChannel(name), relay);
    return () => void ipcRenderer.removeListener(toEventChannel(name), relay);
  },
};

contextBridge.exposeInMainWorld('till', till);
